import { useEffect, useState } from "react";

/** How long the charts' first appearance plays, in ms (design 6; dashboard.css says the same). */
const FIRST_ANIMATION_MS = 320;
const painted = new Set<string>();

/** True while a chart appears for the very first time: coming back or fetching anew must not play it again (design 6). */
export function useFirstChartAnimation(chart: string): boolean {
  const [isFirst, setFirst] = useState(() => !painted.has(chart));
  useEffect(() => {
    painted.add(chart);
    const timer = window.setTimeout(() => setFirst(false), FIRST_ANIMATION_MS);
    return () => window.clearTimeout(timer);
  }, [chart]);
  return isFirst;
}
