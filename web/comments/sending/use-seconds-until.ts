import { useEffect, useState } from "react";

const SECOND = 1000;

/** The whole seconds until a moment of this clock, drawn anew with each. */
export function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((moment - now) / SECOND));
  useEffect(() => {
    if (left === 0) return undefined;
    // A little after the second is over, or it would be drawn once more.
    const timer = setTimeout(() => setNow(Date.now()), moment - now - (left - 1) * SECOND + 5);
    return () => clearTimeout(timer);
  }, [moment, left, now]);
  return left;
}
