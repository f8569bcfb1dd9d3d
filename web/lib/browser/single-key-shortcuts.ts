import { useSyncExternalStore } from "react";
import { readBrowserStorage, writeBrowserStorage } from "./browser-storage.ts";

const KEY = "single-keys";
const listeners = new Set<() => void>();

/** Whether keys without Ctrl or Cmd act; some people press them by accident or by voice (rule 572). */
export function singleKeysAreOn(): boolean {
  return readBrowserStorage(KEY) !== "off";
}

/** The choice and how to change it; kept per browser, as the theme is. */
export function useSingleKeys(): [boolean, (areOn: boolean) => void] {
  return [useSyncExternalStore(subscribe, singleKeysAreOn), chooseSingleKeys];
}

function chooseSingleKeys(areOn: boolean): void {
  writeBrowserStorage(KEY, areOn ? null : "off");
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
