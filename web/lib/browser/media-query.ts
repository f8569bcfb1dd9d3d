import { useSyncExternalStore } from "react";

/** Below it the phone's layout begins (rule 9); the style sheets say the same. */
const NARROW = "(max-width: 767px)";

/** Whether the window has the phone's width; for what differs in markup, everything else is a matter of styles. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
}

function subscribe(listener: () => void): () => void {
  const list = window.matchMedia(NARROW);
  list.addEventListener("change", listener);
  return () => list.removeEventListener("change", listener);
}
