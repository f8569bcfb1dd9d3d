import { useEffect, useState } from "react";

const SECOND = 1000;

/** The whole seconds until a moment of this clock, drawn anew with each. */
export function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((moment - now) / SECOND));
  useEffect(() => {
    if (left === 0) return undefined;
    const toNext = (moment - Date.now()) % SECOND;
    const timer = setTimeout(() => setNow(Date.now()), toNext > 0 ? toNext + 1 : SECOND);
    return () => clearTimeout(timer);
  }, [moment, left, now]);
  return left;
}
