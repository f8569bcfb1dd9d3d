import { AUTH_REFUSALS } from "#contract/refusals/auth.ts";
import { lazyLoad } from "./loading/lazy-load.ts";
import { ApiError, isRefusal, isTemporary } from "./api/api-error.ts";
import { api } from "./api/api-client.ts";
import { checkConnection } from "./api/server-connection.ts";
import {
  endSession,
  isSignedOutHere,
  markSignedOut,
  onSessionChange,
  sessionNow,
  startOfflineSession,
  startSession,
  updateSessionUser,
  wasSignedInHere,
} from "./api/session-state.ts";
import { runInOneTab, onTabMessage, broadcastToTabs } from "./api/cross-tab.ts";
import { followLanguage } from "./choose-language.ts";
import { LIB_MESSAGES } from "./messages.ts";

/** Time limit of a restore, after which the sign-in page comes (rule 205). */
export const RESTORE_TIMEOUT_MS = 5000;
const LOGOUT_TIMEOUT_MS = 5000;

let restoring: Promise<void> | null = null;

/** Brings the session back from the renewal cookie: once per page load, without retry (rule 204). */
export function restoreSession(): Promise<void> {
  restoring ??= restoreKnown();
  return restoring;
}

/** Asks again, after a restore that failed for want of a connection. */
export function retryRestore(): Promise<void> {
  restoring = null;
  return restoreSession();
}

/** Signs in; throws an Error whose message is what to show. */
export async function login(email: string, password: string, code?: string): Promise<void> {
  // A restore still on its way would answer with the old cookie after this sign-in has set the new one.
  await restoring;
  const { access_token } = await api("POST /auth/login", { body: { email, password, code } }).catch(
    throwLoginError,
  );
  const user = await fetchUser(access_token);
  startSession(user, access_token);
  broadcastToTabs({ kind: "signed-in", userId: user.id });
  followLanguage(user);
}

/**
 * Reads the signed-in person anew once `change` has changed something of theirs, such as the name. What has been changed
 * stays so, whether or not it can be read again now.
 */
export async function thenReadUser<Reply>(change: Promise<Reply>): Promise<Reply> {
  const reply = await change;
  await api("GET /auth/me").then(updateSessionUser, () => undefined);
  return reply;
}

/** The kind of a refused sign-in: the code after the right password, the password, or something else. */
export function loginRefusalKind(error: unknown): "code" | "password" | "other" {
  const { cause } = error instanceof Error ? error : {};
  if (!(cause instanceof ApiError) || cause.status !== 401) return "other";
  return isRefusal(cause, "auth.second_factor_required", "auth.second_factor_wrong") ? "code" : "password";
}

/** Signs out here and in all tabs, whatever the server says; throws when the server could not be reached. */
export async function logout(): Promise<void> {
  markSignedOut(true);
  const signal = AbortSignal.timeout(LOGOUT_TIMEOUT_MS);
  await api("POST /auth/logout", { signal }).finally(() => {
    endSession({ endedBy: "logout" });
    broadcastToTabs({ kind: "signed-out" });
  });
}

/** Follows sign-ins and sign-outs of other tabs; called once at start. */
export function followOtherTabs(onExpired: () => void): void {
  onTabMessage((message) => {
    const { user } = sessionNow();
    if (message.kind === "signed-out" && user) endSession({ endedBy: "logout" });
    // The cookie now belongs to somebody else: this screen shows the data of another person.
    if (message.kind === "signed-in" && user && user.id !== message.userId) window.location.reload();
  });
  onSessionChange((now, before) => {
    if (before.user && now.endedBy === "expiry") onExpired();
  });
}

async function restoreKnown(): Promise<void> {
  if (isSignedOutHere()) return endSession({ endedBy: "logout" });
  // Without a remembered session there is none to restore: asking for one would only be refused.
  if (window.location.pathname === "/login" && !wasSignedInHere()) return endSession();
  return restore();
}

async function restore(): Promise<void> {
  const signal = AbortSignal.timeout(RESTORE_TIMEOUT_MS);
  try {
    const { access_token } = await runInOneTab(
      () => api("POST /auth/refresh", { signal, fallback: LIB_MESSAGES.sessionRestoreFailed }),
      signal,
    );
    startSession(await fetchUser(access_token, signal), access_token);
  } catch (error) {
    const isWorthAnotherTry = isTemporary(error) || signal.aborted;
    if (isWorthAnotherTry && (await restoreFromOfflineCache())) return;
    endSession({ restoreFailure: isWorthAnotherTry ? restoreFailureMessage(error) : null });
  }
}

const offlineCache = lazyLoad(() => import("./offline/offline-cache.ts"));

/** Starts an offline session of the last person; false if nobody may be shown. */
async function restoreFromOfflineCache(): Promise<boolean> {
  if (!(await checkConnection())) return false;
  const person = await offlineCache()
    .then(({ cachedPerson }) => cachedPerson())
    .catch(() => null);
  if (person) startOfflineSession(person);
  return person !== null;
}

function fetchUser(token: string, signal?: AbortSignal) {
  return api("GET /auth/me", { token, signal, fallback: LIB_MESSAGES.failedToFetchUser });
}

function restoreFailureMessage(error: unknown): string {
  const isUser = error instanceof ApiError && error.message === LIB_MESSAGES.failedToFetchUser;
  return isUser ? LIB_MESSAGES.failedToFetchUser : LIB_MESSAGES.sessionRestoreFailed;
}

/** Throws the server's message; 'Invalid credentials' for a refusal that cannot be read, else 'Login failed' (rule 208). */
function throwLoginError(error: unknown): never {
  if (!(error instanceof ApiError)) throw new Error(LIB_MESSAGES.loginFailed, { cause: error });
  const isUnreadable = error.status >= 400 && error.status < 500 && !error.isReadable;
  throw new Error(
    error.detail ?? (isUnreadable ? AUTH_REFUSALS["auth.invalid_credentials"] : LIB_MESSAGES.loginFailed),
    {
      cause: error,
    },
  );
}
