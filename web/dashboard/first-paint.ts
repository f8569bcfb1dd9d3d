import { useEffect, useState } from "react";

const painted = new Set<string>();

/** True for the chart's very first appearance only: coming back or fetching anew must not play it again (design 6). */
export function useFirstPaint(chart: string): boolean {
  const [isFirst] = useState(() => !painted.has(chart));
  useEffect(() => {
    painted.add(chart);
  }, [chart]);
  return isFirst;
}
