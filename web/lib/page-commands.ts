import { useEffect, useRef, useSyncExternalStore } from "react";

/** Something that the page on the screen offers besides what every page does; the palette lists it. */
export type PageCommand = { id: string; label: string; keys: readonly string[]; act: () => void };

let offered: readonly PageCommand[] = [];
const listeners = new Set<() => void>();

function change(next: readonly PageCommand[]): void {
  offered = next;
  for (const listener of listeners) listener();
}

/** Offers a command while the calling part is shown, and may be used. */
export function useOffer(
  { id, label, act }: Omit<PageCommand, "keys">,
  key: string | null,
  isEnabled: boolean,
): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!isEnabled) return undefined;
    change([
      ...offered.filter((each) => each.id !== id),
      { id, label, keys: key === null ? [] : [key], act: () => latest.current() },
    ]);
    return () => change(offered.filter((each) => each.id !== id));
  }, [id, label, key, isEnabled]);
}

/** The commands of the page on the screen. */
export function usePageCommands(): readonly PageCommand[] {
  return useSyncExternalStore(subscribe, () => offered);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
