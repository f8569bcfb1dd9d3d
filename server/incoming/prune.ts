import { randomUUID } from "node:crypto";
import { sql, type SqlBool } from "kysely";
import { runTransaction } from "#server/lib/db/transaction.ts";
import { type App, type Db, SYSTEM_PRINCIPAL } from "#server/lib/request-context.ts";
import { recordEvents } from "#server/lib/work/history.ts";
import { readMailSettings } from "#server/settings/read.ts";
import { daysBefore } from "#server/settings/retention-times.ts";

/** Days that a mail is kept after it was ignored or found to be spam, and that one waits for a person or a repair. */
export const KEPT_DAYS = { decided: 30, waiting: 90 } as const;

/** Mails a transaction: so many go in a fraction of a second. */
const BATCH = 1000;

/**
 * Nightly job: deletes old spam, ignored and failed mails, ignores what nobody decided on, and lets go of originals whose
 * time has passed. Their bytes go with the next pruning of files. Answers how many mails it changed.
 */
export async function pruneIncoming(app: App): Promise<number> {
  const now = app.clock.now();
  const { mail_keep_originals_days: days } = await readMailSettings(app.db);
  const steps = [
    (db: Db) => ignoreUndecided(db, now),
    (db: Db) => deleteOld(db, now),
    ...(days === null ? [] : [(db: Db) => forgetOriginals(db, daysBefore(now, days))]),
  ];
  let changed = 0;
  for (const step of steps) changed += await repeat(app, step);
  return changed;
}

async function repeat(app: App, step: (db: Db) => Promise<number>): Promise<number> {
  let changed = 0;
  for (let more = true; more;) {
    const batch = await runTransaction(app.db, step);
    changed += batch;
    more = batch === BATCH;
  }
  return changed;
}

/** Ignored today, so that a person has the time of an ignored mail to bring it back. */
async function ignoreUndecided(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ id: string; reason: string | null }>`
    with old as (select id, reason from incoming_mails
      where state = 'held' and received_at < ${daysBefore(now, KEPT_DAYS.waiting)}
      order by position limit ${sql.lit(BATCH)} for update skip locked)
    update incoming_mails m set state = 'ignored', reason = 'nobody_decided', held_reason = old.reason,
      decided_at = ${now}, decided_by = ${SYSTEM_PRINCIPAL}
    from old where old.id = m.id returning m.id, old.reason`.execute(db);
  await recordEvents(
    { db, now, actor: null, ip: null, requestId: randomUUID(), via: "system" },
    rows.map(({ id, reason }) => ({
      id,
      kind: "incoming.ignored" as const,
      before: { state: "held", reason },
      after: { state: "ignored", reason: "nobody_decided" },
    })),
  );
  return rows.length;
}

/** Selects spam, ignored and failed mails whose time is over. */
export function selectOldIncoming(db: Db, now: Date) {
  const isOver = (days: number) => sql<SqlBool>`coalesce(decided_at, received_at) < ${daysBefore(now, days)}`;
  return db
    .selectFrom("incoming_mails")
    .where((eb) =>
      eb.or([
        eb("state", "in", ["spam", "ignored"]).and(isOver(KEPT_DAYS.decided)),
        eb("state", "=", "failed").and(isOver(KEPT_DAYS.waiting)),
      ]),
    );
}

async function deleteOld(db: Db, now: Date): Promise<number> {
  const old = selectOldIncoming(db, now).select("id").orderBy("position").limit(sql.lit(BATCH));
  const { numDeletedRows } = await db
    .deleteFrom("incoming_mails")
    .where("id", "in", old.forUpdate().skipLocked())
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Selects mails that have done their work, and whose original was kept from before a moment on. */
export function selectOldOriginals(db: Db, before: Date) {
  return db
    .selectFrom("incoming_mails")
    .where("state", "=", "done")
    .where("raw_hash", "is not", null)
    .where("received_at", "<", before);
}

async function forgetOriginals(db: Db, before: Date): Promise<number> {
  const old = selectOldOriginals(db, before).select("id").orderBy("received_at").limit(sql.lit(BATCH));
  const { numUpdatedRows } = await db
    .updateTable("incoming_mails")
    .set({ raw_hash: null })
    .where("id", "in", old.forUpdate().skipLocked())
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
