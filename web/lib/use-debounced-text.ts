import { useEffect, useState } from "react";

/** Milliseconds; shorter than in the lists, where more is fetched. */
const REST_MS = 120;

/** A text once typing rests; an empty one at once. */
export function useDebouncedText(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setRested(text), text ? REST_MS : 0);
    return () => window.clearTimeout(timer);
  }, [text]);
  return rested;
}
