import { ApiError } from "./api-error.ts";
import { LIB_MESSAGES } from "../messages.ts";

/** The environment of the API client; tests bring their own. */
export type World = {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** The token in force, or null when signed out. */
  token: () => string | null;
  /** Takes the renewed token in force. */
  setToken: (token: string) => void;
  /** Called once when the token cannot be refreshed. */
  onExpired: () => void;
  /** Called when the server demands a second factor before anything else. */
  onFactorRequired: () => void;
  /** Asks the person to confirm who they are; false when they would not. */
  confirmIdentity: () => Promise<boolean>;
  /** Runs the work while no other tab of this browser runs its own. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  /** True when this browser was signed out, though the renewal cookie may have survived. */
  isSignedOut: () => boolean;
  wait: (milliseconds: number) => Promise<void>;
  /** Asks the server whether it lives; true when no answer came. */
  isUnreachable: () => Promise<boolean>;
};

/** Time limit of one try, after which the lock on the other tabs is given up. Milliseconds. */
const TRY_TIMEOUT_MS = 10_000;
/** A lost answer is asked for again within the server's ten seconds of grace for the cookie just used. */
const PAUSES_MS = [300, 1500];

/**
 * Makes the one renewal of a tab: calls that come while it runs wait for the same attempt, and tabs take turns,
 * because each renewal replaces the cookie that all tabs share. The promise gives the token to use, or null when
 * the session is over (then `onExpired` was called).
 */
export function createTokenRefresh(world: World, url: string) {
  let running: Promise<string | null> | null = null;
  return function renew(refused: string): Promise<string | null> {
    const token = world.token();
    // A call that was on its way during the last renewal comes late: its new token is there already.
    if (token !== refused) return Promise.resolve(token);
    running ??= world
      .exclusively(() => attempt(world, url))
      .finally(() => {
        running = null;
      });
    return running;
  };
}

async function attempt(world: World, url: string): Promise<string | null> {
  // While this tab waited for its turn, another one may have signed the browser out.
  const token = world.isSignedOut() ? null : await fetchToken(world, url);
  // Signed out meanwhile: the late token must not bring the session back.
  if (world.token() === null) return null;
  if (token) world.setToken(token);
  else world.onExpired();
  return token;
}

async function fetchToken(world: World, url: string): Promise<string | null> {
  for (const pause of [...PAUSES_MS, null]) {
    const response = await post(world, url);
    if (response?.ok) return tokenIn(response);
    const isOver = response !== null && response.status < 500;
    // A connection that is lost says nothing about the session.
    if (response === null && (await world.isUnreachable()))
      throw new ApiError(LIB_MESSAGES.noConnection, { isUnreachable: true });
    if (isOver || pause === null) return null;
    await world.wait(pause);
  }
  return null;
}

function post(world: World, url: string): Promise<Response | null> {
  const signal = AbortSignal.timeout(TRY_TIMEOUT_MS);
  return world.fetch(url, { method: "POST", credentials: "include", signal }).catch(() => null);
}

async function tokenIn(response: Response): Promise<string | null> {
  const body: { access_token?: unknown } = await response.json().catch(() => ({}));
  return typeof body.access_token === "string" ? body.access_token : null;
}
