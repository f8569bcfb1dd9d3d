import type { Api } from "#contract/api.ts";
import { ApiError, isRefusal, refusalOf, SESSION_EXPIRED } from "./api-error.ts";
import { askForConfirmation } from "./ask-for-confirmation.ts";
import { checkConnection, fetchAndCheckConnection } from "./server-connection.ts";
import { createTokenRefresh, type World } from "./token-refresh.ts";
import {
  expireSession,
  isSignedOutHere,
  setToken,
  requireSecondFactor,
  sessionNow,
} from "./session-state.ts";
import { runInOneTab } from "./cross-tab.ts";
import { LIB_MESSAGES } from "../messages.ts";

const BASE = "/api";

export type CallName = keyof Api;
export type ReplyOf<Name extends CallName> = Api[Name]["reply"];
export type BodyOf<Name extends CallName> = Api[Name]["body"];
export type QueryOf<Name extends CallName> = Api[Name]["query"];

type Part<Key extends string, Sent> = undefined extends Sent
  ? { [K in Key]?: Sent }
  : Record<string, never> extends Sent
    ? { [K in Key]?: Sent }
    : { [K in Key]: Sent };
type Manner = {
  signal?: AbortSignal;
  /** The operation's own words where the server gives none (rule 212). */
  fallback?: string;
  /** Names a submission, so that sending it again does nothing twice; each POST without one gets its own. */
  idempotencyKey?: string;
  /** A token given by hand is used as it is: no renewal, no sign-out. */
  token?: string;
  /** It goes on when the page is left. */
  keepalive?: boolean;
};
export type Options<Name extends CallName> = Part<"params", Api[Name]["params"]> &
  Part<"query", Api[Name]["query"]> &
  Part<"body", Api[Name]["body"]> &
  Manner;
type Rest<Name extends CallName> =
  object extends Options<Name> ? [options?: Options<Name>] : [options: Options<Name>];

/**
 * Makes the typed client. Throws `ApiError` for each answer that is not a success.
 * A 401 while holding a token starts one renewal that all waiting calls share; then each is sent once more (rule 206).
 */
export function createApi(world: World) {
  const renew = createTokenRefresh(world, `${BASE}/auth/refresh`);
  return async function api<Name extends CallName>(
    name: Name,
    ...[options]: Rest<Name>
  ): Promise<ReplyOf<Name>> {
    const { params, query, body, signal, fallback, ...manner }: Sent = options ?? {};
    const [method = "GET", path = ""] = name.split(" ", 2);
    const url = BASE + fillPath(path, params) + queryText(query);
    const key = method === "POST" ? (manner.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const send = (token: string | null) =>
      world.fetch(url, {
        method,
        signal,
        keepalive: manner.keepalive,
        credentials: "include",
        headers: headersOf({ token, key, hasBody: body !== undefined }),
        body: body === undefined ? undefined : JSON.stringify(body),
      });

    const held = world.token();
    const reach = (token: string | null) =>
      sendPatiently(world, () => send(token), method).catch((error) =>
        refuseUnanswered(world, error, fallback),
      );
    let response = await reach(manner.token ?? held);
    if (response.status === 401 && held && !manner.token && !path.startsWith("/auth/log")) {
      const renewed = await renew(held);
      if (!renewed) throw new ApiError(LIB_MESSAGES.sessionExpired, { status: 401, code: SESSION_EXPIRED });
      response = await reach(renewed);
    }
    if (!response.ok) {
      const refusal = await refusalOf(response, fallback, name);
      if (isRefusal(refusal, "auth.second_factor_setup_required")) world.onFactorRequired();
      if (!isRefusal(refusal, "auth.confirmation_required")) throw refusal;
      if (!(await world.confirmIdentity())) throw new DOMException(refusal.message, "AbortError");
      response = await reach(manner.token ?? world.token());
      if (!response.ok) throw await refusalOf(response, fallback, name);
    }
    // The contract is what makes this true: the server answers only what its reply schema lets through.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return (await answerOf(response)) as ReplyOf<Name>;
  };
}

/** The client of this tab: `api("GET /tickets/{ticket_id}", {params: {ticket_id}})`. */
export const api = createApi({
  fetch: fetchAndCheckConnection,
  token: () => sessionNow().token,
  setToken,
  onExpired: expireSession,
  onFactorRequired: requireSecondFactor,
  confirmIdentity: askForConfirmation,
  exclusively: runInOneTab,
  isSignedOut: isSignedOutHere,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  isUnreachable: checkConnection,
});

type Sent = Manner & { params?: Record<string, string>; query?: object; body?: unknown };

function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}

/** Absent, null and empty values are left out, as rule 213 wants it. */
function queryText(query: object = {}): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== "") text.append(name, String(one));
    }
  }
  return text.size > 0 ? `?${text}` : "";
}

function headersOf({ token, key, hasBody }: { token: string | null; key?: string; hasBody: boolean }) {
  const headers: Record<string, string> = { accept: "application/json" };
  if (hasBody) headers["content-type"] = "application/json";
  if (token) headers.authorization = `Bearer ${token}`;
  if (key) headers["idempotency-key"] = key;
  return headers;
}

/**
 * A change that a busy server turned away on arrival is sent again after the pause that the server asks for: nothing of it
 * was done, and whoever pressed waits rather than presses again. Readings are asked for again by the cache.
 */
async function sendPatiently(world: World, send: () => Promise<Response>, method: string): Promise<Response> {
  const response = await send();
  if (method === "GET" || response.status !== 503) return response;
  if (!isRefusal(await refusalOf(response.clone()), "server.busy")) return response;
  await world.wait(1000 * Number(response.headers.get("retry-after")));
  return send();
}

/** A failed connection becomes an `ApiError` of status 0; a cancelled call stays what it is. */
async function refuseUnanswered(world: World, error: unknown, fallback?: string): Promise<never> {
  if (!(error instanceof TypeError)) throw error;
  const isUnreachable = await world.isUnreachable();
  throw new ApiError(fallback ?? LIB_MESSAGES.noConnection, { isUnreachable });
}

async function answerOf(response: Response): Promise<unknown> {
  if (response.status === 204) return {};
  const isJson = response.headers.get("content-type")?.includes("json");
  return isJson ? response.json() : response.text();
}
