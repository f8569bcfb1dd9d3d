import { createHash } from "node:crypto";
import type { Ctx, Db } from "../context.ts";
import { refuse } from "../refusal.ts";

export type Answer = { status: number; body: unknown };

/**
 * Runs `work` once for a key and person, and gives a repetition the first answer. The key's row is written in the
 * transaction of the deed: a second request waits for the first to commit, and finds nothing if it rolled back.
 */
export async function once(
  ctx: Ctx,
  key: string | undefined,
  request: unknown,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return work();
  if (!/^[\x21-\x7e]{1,200}$/.test(key))
    throw refuse(422, "Idempotency-Key must be 1 to 200 visible characters");
  const fingerprint = createHash("sha256").update(JSON.stringify(request)).digest();
  const fresh = await ctx.db
    .insertInto("idempotency_keys")
    .values({ principal_id: ctx.actor.id, key, fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .executeTakeFirst();
  if (!fresh) return firstAnswer(ctx, key, fingerprint);
  const answer = await work();
  await ctx.db
    .updateTable("idempotency_keys")
    .set({ status: answer.status, body: JSON.stringify(answer.body ?? null) })
    .where("principal_id", "=", ctx.actor.id)
    .where("key", "=", key)
    .execute();
  return answer;
}

async function firstAnswer(ctx: Ctx, key: string, fingerprint: Buffer): Promise<Answer> {
  const kept = await ctx.db
    .selectFrom("idempotency_keys")
    .select(["fingerprint", "status", "body"])
    .where("principal_id", "=", ctx.actor.id)
    .where("key", "=", key)
    .executeTakeFirst();
  if (!kept || kept.status === null)
    throw refuse(409, "The first request with this Idempotency-Key has not finished");
  if (!kept.fingerprint.equals(fingerprint))
    throw refuse(422, "This Idempotency-Key was used for another request");
  return { status: kept.status, body: kept.body };
}

/** Forgets keys, and the answers kept under them, that are older. */
export async function sweepKeys(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("idempotency_keys").where("created_at", "<", before).execute();
}
