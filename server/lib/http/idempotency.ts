import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Ctx, Db } from "../request-context.ts";
import { refuse } from "../refusal.ts";

export type Answer = { status: number; body: unknown };

export type Repeatable = {
  /** The `Idempotency-Key`, if the request has one. */
  key: string | undefined;
  /** The request that a repetition has to make again, word for word. */
  request: unknown;
  /** Refuses whoever may not see any more what the request is about. */
  refuseUnseen: () => Promise<void>;
};

/** The `Idempotency-Key` of a request; of several the first. */
export function readIdempotencyKey({ headers }: Pick<FastifyRequest, "headers">): string | undefined {
  const key = headers["idempotency-key"];
  return Array.isArray(key) ? key[0] : key;
}

/**
 * Runs `work` once for a key and person, and gives a repetition the first answer, if the person still sees what it is
 * about. The key's row is written in the transaction of the work: a second request waits for the first to commit, and
 * finds nothing if it rolled back.
 */
export async function runOnce(
  ctx: Ctx,
  { key: sent, request, refuseUnseen }: Repeatable,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (sent === undefined) return work();
  if (!/^[\x21-\x7e]{1,200}$/.test(sent)) throw refuse(422, "request.idempotency_key_invalid");
  const key = hashKey(sent);
  const fingerprint = fingerprintOf(request, randomBytes(SALT_BYTES));
  const fresh = await ctx.db
    .insertInto("idempotency_keys")
    .values({ principal_id: ctx.actor.id, key, fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .executeTakeFirst();
  if (!fresh) {
    await refuseUnseen();
    return readFirstAnswer(ctx, key, request);
  }
  const answer = await work();
  await ctx.db
    .updateTable("idempotency_keys")
    .set({ status: answer.status, body: JSON.stringify(answer.body ?? null, dropLinks) })
    .where("principal_id", "=", ctx.actor.id)
    .where("key", "=", key)
    .execute();
  return answer;
}

/** Whether an answer is kept under the key of a request, so that nothing has to be prepared for it. */
export async function hasFirstAnswer(
  { db, actor }: Pick<Ctx, "db" | "actor">,
  request: Pick<FastifyRequest, "headers">,
): Promise<boolean> {
  const sent = readIdempotencyKey(request);
  if (sent === undefined) return false;
  const kept = await db
    .selectFrom("idempotency_keys")
    .select("key")
    .where("principal_id", "=", actor.id)
    .where("key", "=", hashKey(sent))
    .executeTakeFirst();
  return kept !== undefined;
}

async function readFirstAnswer(ctx: Ctx, key: string, request: unknown): Promise<Answer> {
  const kept = await ctx.db
    .selectFrom("idempotency_keys")
    .select(["fingerprint", "status", "body"])
    .where("principal_id", "=", ctx.actor.id)
    .where("key", "=", key)
    .executeTakeFirst();
  if (!kept || kept.status === null) throw refuse(409, "request.idempotency_key_unfinished");
  const again = fingerprintOf(request, kept.fingerprint.subarray(0, SALT_BYTES));
  if (again.length !== kept.fingerprint.length || !timingSafeEqual(again, kept.fingerprint))
    throw refuse(422, "request.idempotency_key_reused");
  return { status: kept.status, body: kept.body };
}

/** Programs make keys of what they send, an address or an order: the table tells two keys apart, and keeps neither. */
function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

const SALT_BYTES = 16;

/**
 * Tells two requests of one key apart, and tells nothing of what they said: a salt of the row's own, then a digest of the
 * request without its passwords and codes, so that a copy of the table is no list of hashes to guess passwords by.
 */
function fingerprintOf(request: unknown, salt: Buffer): Buffer {
  const digest = createHmac("sha256", salt).update(JSON.stringify(request, dropSecrets)).digest();
  return Buffer.concat([salt, digest]);
}

/** For `JSON.stringify`: leaves out what signs somebody in. */
function dropSecrets(name: string, value: unknown): unknown {
  return SECRETS.test(name) ? undefined : value;
}

/** The same for answers. Other secrets stand in those alone of endpoints that keep none (`answersSecrets`). */
function dropLinks(name: string, value: unknown): unknown {
  return name === "invite_link" ? undefined : value;
}

const SECRETS = /^(\w+_)?(password|code|token|secret|invite_link)s?$/;

/** Deletes older keys with the answers kept under them. */
export async function pruneKeys(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("idempotency_keys").where("created_at", "<", before).execute();
}
