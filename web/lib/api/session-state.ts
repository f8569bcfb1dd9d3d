import { useSyncExternalStore } from "react";
import type { Actor } from "#contract/access/actor.ts";
import type { Api } from "#contract/api.ts";
import { OFFLINE_DATABASE, readBrowserStorage, writeBrowserStorage } from "../browser/browser-storage.ts";

export type User = Api["GET /auth/me"]["reply"];

/** The session of this tab. User and token come and go together; the token lives in memory only (rules 17 and 207). */
export type Session = {
  /** False until the first restore has ended. */
  isResolved: boolean;
  isAuthenticated: boolean;
  user: User | null;
  token: string | null;
  /** The reason of its end: the person signed out, or the token could not be refreshed. */
  endedBy: "logout" | "expiry" | null;
  /** The sentence of a restore that failed for want of a connection: trying again can help. */
  restoreFailure: string | null;
};

/** The session at this moment, for what is no component. */
export function sessionNow(): Session {
  return session;
}

/** The session; draws again with each change. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, sessionNow);
}

/** The signed-in person; for pages within the shell, which is shown only with one. */
export function useUser(): User {
  const { user } = useSession();
  if (!user) throw new Error("useUser needs a signed-in session");
  return user;
}

/** The person as the rules of `#contract/access` see it. */
export function useActor(): Actor {
  return actorOf(useUser());
}

/** A person as the rules see them. */
export function actorOf(user: User): Actor {
  return { ...user, roles: user.roles.map((role) => role.name) };
}

/** Signs in, in this tab; the browser remembers that there is a session, not whose. */
export function startSession(user: User, token: string): void {
  markSignedOut(false);
  writeBrowserStorage("signed-in", "1");
  change({ ...NOBODY, isAuthenticated: true, user, token });
}

/**
 * Shows a person the own cached answers while the server cannot be reached. The token is nobody's: the first call that
 * reaches the server is refused, and renews it or ends the session.
 */
export function startOfflineSession(user: User): void {
  change({ ...NOBODY, isAuthenticated: true, user, token: "kept" });
}

/** Deletes the offline cache. */
export function clearOfflineCache(): void {
  try {
    indexedDB.deleteDatabase(OFFLINE_DATABASE);
  } catch {
    // Without such a database nothing was cached.
  }
}

/** Ends the session of this tab; its listeners drop the data that it has loaded. */
export function endSession(end: Partial<Pick<Session, "endedBy" | "restoreFailure">> = {}): void {
  change({ ...NOBODY, ...end });
}

/** Ends the session because it could not be renewed. */
export function expireSession(): void {
  endSession({ endedBy: "expiry" });
}

/** Takes a renewed token, only while somebody is signed in (rule 18). */
export function setToken(token: string): void {
  if (session.user) change({ ...session, token });
}

/** Takes the person's changed data, such as a new name. */
export function updateSessionUser(user: User): void {
  if (session.user) change({ ...session, user });
}

/** The server says that a role requires a second factor by now: the pages then ask for it before anything else. */
export function requireSecondFactor(): void {
  if (session.user) updateSessionUser({ ...session.user, must_set_up_second_factor: true });
}

/** Subscribes to changes of the session, with the state before each. Gives the function that unsubscribes. */
export function onSessionChange(listener: (now: Session, before: Session) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A sign-out holds even if the call failed and the cookie survived (rule 20). */
export function isSignedOutHere(): boolean {
  return readBrowserStorage("signed-out") !== null;
}

/** Remembers, for all tabs, that the person meant to leave. */
export function markSignedOut(isSignedOut: boolean): void {
  writeBrowserStorage("signed-out", isSignedOut ? "1" : null);
}

/** Whether the last that this browser knows of is a session: where it is not, there is none to bring back. */
export function wasSignedInHere(): boolean {
  return readBrowserStorage("signed-in") !== null;
}

const NOBODY: Session = {
  isResolved: true,
  isAuthenticated: false,
  user: null,
  token: null,
  endedBy: null,
  restoreFailure: null,
};

let session: Session = { ...NOBODY, isResolved: false };
const listeners = new Set<(now: Session, before: Session) => void>();

function change(next: Session) {
  const before = session;
  session = next;
  // Nobody is signed in, and not for want of a connection.
  if (next.isResolved && !next.user && next.restoreFailure === null) {
    clearOfflineCache();
    writeBrowserStorage("signed-in", null);
  }
  for (const listener of listeners) listener(next, before);
}

function subscribe(listener: () => void) {
  return onSessionChange(listener);
}
