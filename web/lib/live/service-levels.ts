import { useSyncExternalStore } from "react";
import { readBrowserStorage, writeBrowserStorage } from "../browser/browser-storage.ts";

const KEY = "due-times";
let known: boolean | undefined;
const listeners = new Set<() => void>();

/** Whether this person has due times to see, as far as is known: at the start as it was last time, so that nothing moves. */
export function hasDueTimes(): boolean {
  known ??= readBrowserStorage(KEY) !== null;
  return known;
}

export function useHasDueTimes(): boolean {
  return useSyncExternalStore(subscribe, hasDueTimes);
}

/** Remembers it for now and for the next start; what shows it is drawn again, but not while something is drawn. */
export function rememberDueTimes(isThere: boolean): void {
  if (isThere === hasDueTimes()) return;
  known = isThere;
  writeBrowserStorage(KEY, isThere ? "1" : null);
  queueMicrotask(() => listeners.forEach((listener) => listener()));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
