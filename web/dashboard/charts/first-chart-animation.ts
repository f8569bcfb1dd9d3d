import { useEffect, useState } from "react";

/** Duration of the charts' first animation, in ms; charts.css repeats it. */
const FIRST_ANIMATION_MS = 320;
const painted = new Set<string>();

/** True during a chart's very first appearance: coming back or fetching anew must not animate it again. */
export function useFirstChartAnimation(chart: string): boolean {
  const [isFirst, setFirst] = useState(() => !painted.has(chart));
  useEffect(() => {
    painted.add(chart);
    const timer = window.setTimeout(() => setFirst(false), FIRST_ANIMATION_MS);
    return () => window.clearTimeout(timer);
  }, [chart]);
  return isFirst;
}
