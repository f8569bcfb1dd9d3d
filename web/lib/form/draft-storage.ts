import { readBrowserStorage, writeBrowserStorage } from "../browser/browser-storage.ts";
import { onSessionChange } from "../api/session-state.ts";

/**
 * Unsent text of one person, stored in this browser. Drafts survive a reload and an expired session, never a sign-out.
 * `name` says what is written, such as `comment:${ticketId}`.
 */
export function draftKey(userId: string, name: string): string {
  return `${prefixOf(userId)}${name}`;
}

/** Reads a draft; null when there is none or it is not what `isDraft` expects. */
export function readDraft<Draft>(key: string, isDraft: (value: unknown) => value is Draft): Draft | null {
  const text = readBrowserStorage(key);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isDraft(value) ? value : null;
  } catch {
    return null;
  }
}

/** Stores a draft until it is dropped, or its writer signs out. */
export function saveDraft(key: string, draft: unknown): void {
  writeBrowserStorage(key, JSON.stringify(draft));
}

/** What drafts of one person are about whose names begin so, such as the ids behind `comment:`. */
export function draftsBelow(userId: string, name: string): string[] {
  const prefix = draftKey(userId, name);
  return storedKeys(prefix).map((key) => key.slice(prefix.length));
}

/** Removes a draft that was sent or discarded. */
export function dropDraft(key: string): void {
  writeBrowserStorage(key, null);
}

/** Removes a person's drafts when they sign out; called once at start. */
export function removeDraftsOnSignOut(): void {
  onSessionChange((now, before) => {
    if (before.user && now.endedBy === "logout") dropAll(prefixOf(before.user.id));
  });
}

function prefixOf(userId: string): string {
  return `draft:${userId}:`;
}

function dropAll(prefix: string): void {
  for (const key of storedKeys(prefix)) dropDraft(key);
}

function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    // With storage switched off there are no drafts.
    return [];
  }
}
