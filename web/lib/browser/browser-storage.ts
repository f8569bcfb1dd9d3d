/** The database of what may be read without a connection (`offline-cache-store.ts`); a sign-out deletes it whole. */
export const OFFLINE_DATABASE = "waypost-kept";

/** Reads a browser setting; null with storage switched off or without one. */
export function readBrowserStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Reads a value of this tab; null with storage switched off or without one. */
export function readTabStorage(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes a value that lasts as long as the tab. */
export function writeTabStorage(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Private windows of some browsers refuse storage.
  }
}

/** Writes a browser setting, or removes it with null; with storage switched off it lasts as long as the page. */
export function writeBrowserStorage(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Private windows of some browsers refuse storage; the setting then simply does not outlive the page.
  }
}
