/** The database of what may be read without a connection (`offline-cache-store.ts`); a sign-out deletes it whole. */
export const OFFLINE_DATABASE = "waypost-kept";

/** Reads a browser setting; null where storage is switched off or the setting was never made. */
export function readBrowserStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The same, for as long as the tab lives. */
export function readTabStorage(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps something for as long as the tab lives. */
export function writeTabStorage(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // As below.
  }
}

/** Keeps a browser setting, or removes it with null; where storage is switched off it lasts as long as the page. */
export function writeBrowserStorage(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Private windows of some browsers refuse storage; the setting then simply does not outlive the page.
  }
}
