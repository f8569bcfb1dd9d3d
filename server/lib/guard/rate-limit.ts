import { sql } from "kysely";
import type { Db } from "../request-context.ts";
import { Refusal, refuse } from "../refusal.ts";

export type AttemptLimit = {
  /** Attempts before waiting begins. */
  free: number;
  /** Seconds of the first wait; each further attempt doubles it, up to `longest`. */
  firstWait: number;
  longest: number;
  /** Seconds without an attempt after which all is forgotten. */
  forget: number;
};

/**
 * Spends one attempt of `key`, or refuses with 429 and Retry-After. One atomic statement, so that neither a burst
 * nor a second instance gets a free try. Call it with the pool, not a transaction: a refusal must not roll it back.
 */
export async function spendAttempt(db: Db, key: string, limit: AttemptLimit, now: Date): Promise<void> {
  const wait = sql<Date>`${now}::timestamptz + make_interval(secs => case
    when rate_limits.points + 1 < ${limit.free} then 0
    else least(${limit.longest}::float8, ${limit.firstWait} * power(2, least(rate_limits.points + 1 - ${limit.free}, 30))) end)`;
  // No wait is longer than the longest: what ends later was counted while the clock was ahead.
  const forgotten = sql<boolean>`(rate_limits.resets_at + make_interval(secs => ${limit.forget}) <= ${now}
    or rate_limits.resets_at > ${now}::timestamptz + make_interval(secs => ${limit.longest}))`;
  const taken = await db
    .insertInto("rate_limits")
    .values({ key, points: 1, resets_at: now })
    .onConflict((conflict) =>
      conflict
        .column("key")
        .doUpdateSet({
          points: sql<number>`case when ${forgotten} then 1 else rate_limits.points + 1 end`,
          resets_at: sql<Date>`case when ${forgotten} then ${now}::timestamptz else ${wait} end`,
        })
        .where(
          sql<boolean>`rate_limits.points < ${limit.free} or rate_limits.resets_at <= ${now} or ${forgotten}`,
        ),
    )
    .returning("points")
    .executeTakeFirst();
  if (!taken) throw await tooMany(db, key, now);
}

/** Spends one attempt of `key`; false instead of a refusal, for actions that are silently skipped. */
export async function mayAttempt(db: Db, key: string, limit: AttemptLimit, now: Date): Promise<boolean> {
  try {
    await spendAttempt(db, key, limit, now);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

async function tooMany(db: Db, key: string, now: Date) {
  const row = await db
    .selectFrom("rate_limits")
    .select("resets_at")
    .where("key", "=", key)
    .executeTakeFirst();
  const seconds = Math.max(1, Math.ceil(((row?.resets_at ?? now).getTime() - now.getTime()) / 1000));
  return refuse(429, "auth.too_many_attempts", { params: { seconds }, retryAfter: seconds });
}

/** Gives one attempt back, after it turned out to be right. */
export async function giveBackAttempt(db: Db, key: string): Promise<void> {
  await db
    .updateTable("rate_limits")
    .set({ points: sql<number>`greatest(points - 1, 0)` })
    .where("key", "=", key)
    .execute();
}

/** Clears the count of `key`, after a success. */
export async function clearAttempts(db: Db, key: string): Promise<void> {
  await db.deleteFrom("rate_limits").where("key", "=", key).execute();
}

/** Deletes counters unchanged since `before`. */
export async function pruneLimits(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("rate_limits").where("resets_at", "<", before).execute();
}
