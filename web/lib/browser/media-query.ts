import { useCallback, useSyncExternalStore } from "react";

/** Up to it the phone's layout goes (rule 9), in px; the style sheets say the same. */
const PHONE = 767;

/** Whether the window has the phone's width; for what differs in markup, everything else is a matter of styles. */
export function useIsNarrow(): boolean {
  return useIsBelow(PHONE);
}

/** As `useIsNarrow`, asked once. */
export function isNarrow(): boolean {
  return window.matchMedia(`(max-width: ${PHONE}px)`).matches;
}

/** Whether the window is at most so wide, in px. Paper is no window: what is printed keeps its form, and what is chosen in it. */
export function useIsBelow(width: number): boolean {
  const query = `(max-width: ${width}px)`;
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      const onChange = () => window.matchMedia("print").matches || listener();
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
