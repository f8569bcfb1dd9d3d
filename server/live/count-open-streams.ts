import { sql } from "kysely";
import { anyOf } from "#server/lib/any-of.ts";
import type { App, Db } from "#server/lib/request-context.ts";
import type { Stream } from "./stream.ts";

/** Milliseconds without a report after which the instance of a stream counts as dead: four heartbeats. */
const SILENT = 60_000;

/**
 * Counts a new stream of a person among those of all instances; false when there are too many already. Those who open
 * several at once take turns, so that each counts those before it.
 */
export async function addOpenStream(app: App, { id, actor }: Stream): Promise<boolean> {
  const now = app.clock.now();
  const add = async (db: Db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`streams ${actor.id}`}, 0))`.execute(db);
    const { open } = await db
      .selectFrom("live_streams")
      .select((eb) => eb.fn.countAll<number>().as("open"))
      .where("user_id", "=", actor.id)
      .where("seen_at", ">", silentSince(now))
      .executeTakeFirstOrThrow();
    if (open >= app.limits.now("limit_streams")) return false;
    await db.insertInto("live_streams").values({ id, user_id: actor.id, seen_at: now }).execute();
    return true;
  };
  return app.connectionLimiter.take(actor.id, () => app.db.transaction().execute(add));
}

/** Reports which streams this instance holds, and forgets those of dead instances. */
export async function reportOpenStreams({ db, clock }: App, streams: readonly Stream[]): Promise<void> {
  const now = clock.now();
  await db.deleteFrom("live_streams").where("seen_at", "<=", silentSince(now)).execute();
  if (streams.length === 0) return;
  await db
    .insertInto("live_streams")
    .values(streams.map(({ id, actor }) => ({ id, user_id: actor.id, seen_at: now })))
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ seen_at: now }))
    .execute();
}

export async function removeOpenStreams({ db }: App, streams: readonly Stream[]): Promise<void> {
  if (streams.length === 0) return;
  const ids = streams.map(({ id }) => id);
  await db.deleteFrom("live_streams").where("id", "=", anyOf(ids)).execute();
}

function silentSince(now: Date): Date {
  return new Date(now.getTime() - SILENT);
}
