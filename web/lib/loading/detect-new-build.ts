import { useSyncExternalStore } from "react";
import { readTabStorage, writeTabStorage } from "../browser/browser-storage.ts";

/** A second automatic reload within this time would be a loop. Milliseconds. */
const ONCE_IN_MS = 60_000;
const LOADED_AT = "loaded-anew-at";

/**
 * True once a part of this app could not be fetched because an update has replaced it. The page is not reloaded by
 * itself: its unsaved text stays until the person loads the new app.
 */
export function useNewBuild(): boolean {
  return useSyncExternalStore(subscribe, () => isReplaced);
}

/** Checks for a new build whenever a part of the app cannot be fetched; called once at start. */
export function startBuildCheck(): void {
  window.addEventListener("vite:preloadError", () => void lookForUpdate());
}

/** Loads the new build, once, for a page whose part is missing. False if there is none, or it was just loaded. */
export async function loadNewBuild(): Promise<boolean> {
  const isUseful =
    (await lookForUpdate()) && Date.now() - Number(readTabStorage(LOADED_AT) ?? 0) > ONCE_IN_MS;
  if (!isUseful) return false;
  writeTabStorage(LOADED_AT, String(Date.now()));
  window.location.reload();
  return true;
}

/** A file of the app could not be fetched. */
export class MissingPartError extends Error {
  constructor(cause: unknown) {
    super("A part of the app could not be fetched", { cause });
    this.name = "MissingPart";
  }
}

/** Whether an error means a missing part; each browser has its own message. */
export function isMissingPart(error: unknown): boolean {
  return (
    error instanceof MissingPartError ||
    (error instanceof Error && /dynamically imported module|module script|preload CSS/i.test(error.message))
  );
}

let isReplaced = false;
const listeners = new Set<() => void>();

/** Whether the server's page names another entry script than the one that runs here. */
async function lookForUpdate(): Promise<boolean> {
  if (isReplaced) return true;
  const own = document.querySelector("script[type=module]")?.getAttribute("src");
  const page = await fetch("/", { cache: "no-cache" }).then(
    (response) => (response.ok ? response.text() : ""),
    () => "",
  );
  isReplaced = typeof own === "string" && page.includes('<script type="module"') && !page.includes(own);
  if (isReplaced) for (const listener of listeners) listener();
  return isReplaced;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
