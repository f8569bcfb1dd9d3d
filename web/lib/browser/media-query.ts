import { useCallback, useSyncExternalStore } from "react";

/** Below it the phone's layout begins (rule 9); the style sheets say the same. */
const NARROW = "(max-width: 767px)";

/** Whether the window has the phone's width; for what differs in markup, everything else is a matter of styles. */
export function useIsNarrow(): boolean {
  return useMediaQuery(NARROW);
}

/** Whether the window is what a media query asks for, also after it has changed. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
