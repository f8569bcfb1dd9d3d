import { useEffect, useState } from "react";

/** Whether `isSo` has held for that many milliseconds; nothing is timed while it does not. */
export function useLateness(isSo: boolean, ms: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isSo) return undefined;
    const timer = window.setTimeout(() => setLate(true), ms);
    return () => {
      window.clearTimeout(timer);
      setLate(false);
    };
  }, [isSo, ms]);
  return isSo && isLate;
}
