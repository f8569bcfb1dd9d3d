import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasPermission } from "#contract/access/actor.ts";
import type { Permission } from "#contract/access/permissions.ts";
import {
  type Endpoint,
  isWithoutSession,
  isWrite,
  type ParsedRequest,
  type Reply,
} from "#contract/endpoint.ts";
import type { Ctx, Db, App, OpenCtx, SignedIn } from "../request-context.ts";
import { asExternalUser, isExternalUser } from "../db/row-level-security.ts";
import { hasFirstAnswer, readIdempotencyKey, runOnce } from "./idempotency.ts";
import type { ObjectVisibility } from "./object-visibility.ts";
import type { JobHandler } from "../work/jobs.ts";
import { refuse } from "../refusal.ts";
import { requireConfirmedIdentity } from "../guard/confirmed-identity.ts";
import { refuseLate } from "../guard/late-answers.ts";
import { refuseIfGuestRightsLost, refuseIfRightsLost } from "../guard/reauthorize.ts";
import { runTransaction } from "../db/transaction.ts";
import { parseRequest } from "./validation.ts";

/** Everything a feature needs for its routes: the app, and the part of the server below the API's base. */
export type RouteContext = {
  app: App;
  fastify: FastifyInstance;
  /** Jobs: features add theirs. */
  jobs: JobHandler[];
  /** How single objects are read. */
  reads: ObjectVisibility;
};

/** The context of an endpoint: those without a session may have no actor, all others have one. */
export type CtxOf<E extends Endpoint> = E["policy"] extends "public" | "signed" ? OpenCtx : Ctx;

type Handle<E extends Endpoint> = (
  ctx: CtxOf<E>,
  input: ParsedRequest<E>,
  exchange: RequestReply,
) => Promise<Reply<E>>;
/** Request and reply, for the few handlers that set cookies, stream or read uploads; other functions never get them. */
export type RequestReply = { request: FastifyRequest; reply: FastifyReply };

type Options = {
  /** Why this endpoint manages its own transactions. */
  withoutTransaction?: string;
  /** Why one statement is all that it writes: where no role has to be set, it commits by itself. */
  writesOnce?: string;
  /** Why its statements run in the app's role for external users as well: the rules stand alone there (decision 9). */
  asApp?: string;
};

/** For endpoints that write accounts or read what proves who somebody is: no role of external users reaches that. */
export const ACCOUNTS: Options = { asApp: "passwords, sessions, links, mails and roles are read or written" };

/**
 * Turns a declared endpoint and a function into a route: policy, parsing, one transaction around every write,
 * Idempotency-Key on each POST that is not idempotent by itself, and a reply that carries the contract's fields and no others.
 * Refuses 401 without a session, 403 without the permission, 422 for what the contract does not know.
 */
export function serve<E extends Endpoint>(
  router: RouteContext,
  endpoint: E,
  handle: Handle<E>,
  options: Options = {},
): void {
  addRoute(router, endpoint, (open, input, exchange) =>
    answerOnce(router, endpoint, { open, input, exchange, handle, options }),
  );
}

/** Serves the reading of one object; a repeated POST below it answers only whom this would (rule 597). */
export function serveObject<E extends Endpoint>(
  router: RouteContext,
  endpoint: E,
  read: (ctx: CtxOf<E>, input: ParsedRequest<E>) => Promise<Reply<E>>,
): void {
  router.reads.add(endpoint, (ctx, input) => read(forPolicy(endpoint, ctx), input as ParsedRequest<E>));
  serve(router, endpoint, read);
}

/**
 * Serves an endpoint with slow work before the transaction opens, such as hashing, which must not hold a connection.
 * Counts and refusals of `prepare` are not rolled back; its result is the handler's last argument. Refuses as `serve` does.
 */
export function servePrepared<E extends Endpoint, Prepared>(
  router: RouteContext,
  endpoint: E,
  prepare: (ctx: CtxOf<E>, input: ParsedRequest<E>) => Promise<Prepared>,
  handle: (ctx: CtxOf<E>, input: ParsedRequest<E>, prepared: Prepared) => Promise<Reply<E>>,
  options: Options = {},
): void {
  addRoute(router, endpoint, async (open, input, exchange) => {
    // What a repetition would be refused by, such as an address that is taken by now, its own first try may have done.
    const isRepeated =
      keepsAnswers(endpoint) && isSignedIn(open) && (await hasFirstAnswer(open, exchange.request));
    const prepared = isRepeated ? null : { is: await prepare(forPolicy(endpoint, open), input) };
    const finish: Handle<E> = (ctx, parsed) => {
      if (prepared === null) throw refuse(409, "request.idempotency_key_unfinished");
      return handle(ctx, parsed, prepared.is);
    };
    await answerOnce(router, endpoint, { open, input, exchange, handle: finish, options });
  });
}

type Call<E extends Endpoint> = {
  open: OpenCtx;
  input: ParsedRequest<E>;
  exchange: RequestReply;
  handle: Handle<E>;
  options: Options;
};

async function answerOnce<E extends Endpoint>(
  router: RouteContext,
  endpoint: E,
  { open, input, exchange, handle, options }: Call<E>,
): Promise<void> {
  const answer = async (ctx: OpenCtx) => {
    const body = await handle(forPolicy(endpoint, ctx), input, exchange);
    return { status: successStatus(endpoint), body: selectBody(endpoint, body) };
  };
  const work = (db: Db) => {
    const ctx = { ...open, db };
    if (!keepsAnswers(endpoint) || !isSignedIn(ctx)) return answer(ctx);
    const repeatable = {
      key: readIdempotencyKey(exchange.request),
      request: { endpoint: endpoint.path, ...input },
      refuseUnseen: () => router.reads.refuseUnseen(ctx, endpoint, input.params),
    };
    return runOnce(ctx, repeatable, () => answer(ctx));
  };
  const { status, body } = await runWithTransaction(router.app, endpoint, {
    actor: open.actor,
    options,
    work,
    request: exchange.request,
  });
  if (exchange.reply.sent) return;
  await exchange.reply.code(status).send(body ?? undefined);
}

/** Whether a repetition with the same Idempotency-Key gets the first answer. */
function keepsAnswers(endpoint: Endpoint): boolean {
  const { method, answersSecrets, isIdempotent } = endpoint;
  return method === "POST" && isWrite(endpoint) && !answersSecrets && !isIdempotent;
}

type TransactionWork<T> = {
  actor: SignedIn | null;
  options: Options;
  work: (db: Db) => Promise<T>;
  request: FastifyRequest;
};

/** Runs writes in a transaction, and every request of external users, because row-level security needs one. */
async function runWithTransaction<T>(
  app: App,
  endpoint: Endpoint,
  { actor, options, work, request }: TransactionWork<T>,
): Promise<T> {
  if (options.withoutTransaction !== undefined) return work(app.db);
  const isPublic = isWithoutSession(endpoint.policy);
  const mayWrite = isWrite(endpoint);
  // Public endpoints are the same for everybody: a link's token or a code says who may do what.
  const guest = !isPublic && isExternalUser(app, actor) ? actor : null;
  if (!guest && (!mayWrite || options.writesOnce !== undefined)) return work(app.db);
  const run = () => {
    if (guest && options.asApp === undefined) return runAsGuest(app, guest, { mayWrite, work, request });
    return runTransaction(app.db, async (db) => {
      const answer = await work(db);
      if (mayWrite && actor && !isPublic) await refuseIfRightsLost(db, actor);
      refuseLate(request);
      return answer;
    });
  };
  return actor ? app.connectionLimiter.take(actor.id, run) : run();
}

async function runAsGuest<T>(
  app: App,
  guest: SignedIn,
  { mayWrite, work, request }: Pick<TransactionWork<T>, "work" | "request"> & { mayWrite: boolean },
): Promise<T> {
  const withRights = async (db: Db) => {
    const answer = await work(db);
    if (mayWrite) await refuseIfGuestRightsLost(db, guest);
    refuseLate(request);
    return answer;
  };
  return asExternalUser(app, guest, withRights, runTransaction);
}

/**
 * Serves answers that are not JSON (downloads, streams) with the guard and parsing of `serve`. The handler sends the
 * reply itself.
 */
export function serveRaw<E extends Endpoint>(
  router: RouteContext,
  endpoint: E,
  handle: (ctx: CtxOf<E>, input: ParsedRequest<E>, exchange: RequestReply) => Promise<void>,
): void {
  addRoute(router, endpoint, (ctx, input, exchange) => handle(forPolicy(endpoint, ctx), input, exchange));
}

function addRoute<E extends Endpoint>(
  { app, fastify }: RouteContext,
  endpoint: E,
  answer: (ctx: OpenCtx, input: ParsedRequest<E>, exchange: RequestReply) => Promise<void>,
): void {
  fastify.route({
    method: endpoint.method,
    url: toFastifyPath(endpoint.path),
    config: { endpoint },
    handler: async (request, reply) => {
      const ctx = makeContext(app, request);
      refuseByPolicy(endpoint, ctx);
      const input = parseRequest(endpoint, request);
      await answer(ctx, input, { request, reply });
      return reply;
    },
  });
}

function refuseByPolicy(endpoint: Endpoint, { actor, now }: OpenCtx): void {
  const { policy } = endpoint;
  if (policy === "public" || policy === "signed") return;
  if (!actor) throw refuse(401, "auth.not_signed_in");
  if (actor.must_change_password && !endpoint.duringPasswordChange)
    throw refuse(403, "auth.password_change_required");
  if (actor.must_set_up_second_factor && !endpoint.duringSecondFactorSetup)
    throw refuse(403, "auth.second_factor_setup_required");
  if (policy !== "signed-in") refuseWithoutPermission(policy, actor);
  if (endpoint.confirmedIdentity) requireConfirmedIdentity({ actor, now });
}

function refuseWithoutPermission(policy: Permission | readonly Permission[], actor: SignedIn): void {
  const accepted = typeof policy === "string" ? [policy] : policy;
  if (!accepted.some((permission) => hasPermission(actor, permission))) throw refuse(403, "auth.not_allowed");
}

function makeContext(app: App, request: FastifyRequest): OpenCtx {
  return {
    app,
    db: app.db,
    actor: request.actor,
    now: app.clock.now(),
    ip: request.ip,
    userAgent: request.headers["user-agent"]?.slice(0, 300) ?? null,
    requestId: request.id,
    via: "web",
  };
}

function forPolicy<E extends Endpoint>(endpoint: E, ctx: OpenCtx): CtxOf<E> {
  if (!isWithoutSession(endpoint.policy) && !ctx.actor) throw refuse(401, "auth.not_signed_in");
  return ctx as CtxOf<E>;
}

function isSignedIn(ctx: OpenCtx): ctx is Ctx {
  return ctx.actor !== null;
}

function selectBody(endpoint: Endpoint, body: unknown): unknown {
  if (endpoint.reply === undefined || typeof endpoint.reply === "string") return undefined;
  return endpoint.reply.parse(body);
}

function successStatus(endpoint: Endpoint): number {
  return endpoint.status ?? (endpoint.reply === undefined ? 204 : 200);
}

/** The contract's `{names}` and colons as the router writes them: `/users/{user_id}/roles:set` becomes `/users/:user_id/roles::set`. */
export function toFastifyPath(path: string): string {
  return path.replaceAll(":", "::").replaceAll(/\{(\w+)\}/g, ":$1");
}
