import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { jobs } from "#contract/jobs.ts";
import type { SlaTarget } from "#contract/sla/targets.ts";
import type { Priority } from "#contract/statuses.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";
import type { App, Db } from "#server/lib/request-context.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";
import { type HistoryEvent, recordEvents } from "#server/lib/work/history.ts";
import { judgeTickets } from "../judge.ts";
import { knownVersions } from "../service-levels.ts";

/** Clocks a transaction. */
const BATCH = 500;

/**
 * Tells of clocks of which three quarters are used, and of those that are due: once per target, cycle and level, whatever moves
 * later. After an outage what is overdue by then is told of as that alone. Answers how many.
 */
export async function warnOfServiceLevels(app: App): Promise<number> {
  let told = 0;
  for (let more = true; more;) {
    const batch = await runTransaction(app.db, (db) => warnBatch(app, db));
    told += batch;
    more = batch === BATCH;
  }
  if (await hasToMail(app.db)) await runTransaction(app.db, (db) => queueMails(db, app.clock.now()));
  return told;
}

/** Nearly always nobody has: one look then, and no transaction. */
async function hasToMail(db: Db): Promise<boolean> {
  const { rows } = await sql`select from sla_warnings where is_to_mail limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Has all warnings mailed of which nobody was mailed yet, of a process that was killed as well: those of a long outage at once,
 * not five hundred at a time. While another process is still telling of some, that one does it.
 */
async function queueMails(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update sla_warnings set is_to_mail = false
    where is_to_mail and not exists (select ${untold(now)}) returning id`.execute(db);
  if (rows.length > 0)
    await enqueue({ db }, jobs.warnOfServiceLevels, { warning_ids: rows.map(({ id }) => id) });
}

type Clock = {
  ticket_id: string;
  target: SlaTarget;
  cycle: number;
  level: Priority;
  due_at: Date;
  target_seconds: number;
  company_id: string | null;
  is_imported: boolean;
};

async function warnBatch(app: App, db: Db): Promise<number> {
  const now = app.clock.now();
  const clocks = await lockToTell(db, now);
  if (clocks.length === 0) return 0;
  await markTold(db, clocks, now);
  // What was brought from elsewhere is nobody's to be warned of, but for what its client has asked here.
  const telling = clocks.filter(({ is_imported, target }) => !is_imported || target === "next_response");
  const warnings = await insertWarnings(db, await findLeft(app, db, { clocks: telling, now }), now);
  if (warnings.length === 0) return clocks.length;
  await recordEvents(
    { db, now, actor: null, ip: null, requestId: randomUUID(), via: "system" },
    warnings.map((warning): HistoryEvent => ({
      id: warning.ticket_id,
      kind: warning.kind === "overdue" ? "ticket.sla_missed" : "ticket.sla_warned",
      companyId: warning.company_id,
      after: { target: warning.target, cycle: warning.cycle, level: warning.level, due_at: warning.due_at },
    })),
  );
  return clocks.length;
}

/**
 * Locks what is to be told of, the longest due first. A ticket whose clocks are to be computed again waits for that: its answer
 * may be there already.
 */
async function lockToTell(db: Db, now: Date): Promise<Clock[]> {
  const { rows } = await sql<Clock>`
    select c.ticket_id, c.target, c.cycle, c.level, c.due_at, c.target_seconds, t.company_id, t.source = 'import' as is_imported
    ${untold(now)}
    order by c.due_at, c.ticket_id, c.target
    limit ${sql.lit(BATCH)} for update of c skip locked`.execute(db);
  return rows;
}

function untold(now: Date) {
  return sql`from sla_clocks c join tickets t on t.id = c.ticket_id
    where (c.ticket_id, c.target, c.cycle, c.level) in (
        (select ticket_id, target, cycle, level from sla_clocks
          where told_overdue_at is null and due_at is not null and due_at < ${now} order by due_at limit ${sql.lit(BATCH)})
        union
        (select ticket_id, target, cycle, level from sla_clocks
          where warned_at is null and warn_at is not null and warn_at <= ${now} order by warn_at limit ${sql.lit(BATCH)}))
      and not exists (select from sla_queue q where q.ticket_id = c.ticket_id and q.wait_until is null)`;
}

/** Whoever is told that it was due need not be told any more that it is due soon. */
async function markTold(db: Db, clocks: readonly Clock[], now: Date): Promise<void> {
  await sql`
    update sla_clocks c set warned_at = coalesce(c.warned_at, ${now}),
      told_overdue_at = case when c.due_at < ${now} then ${now}::timestamptz else c.told_overdue_at end
    from json_to_recordset(${JSON.stringify(clocks)}::json) as told(ticket_id uuid, target text, cycle int, level text)
    where (c.ticket_id, c.target, c.cycle, c.level) = (told.ticket_id, told.target, told.cycle, told.level)`.execute(
    db,
  );
}

type ToTell = Clock & { remaining_seconds: number };

/**
 * What is left of each target, up to its minute: a quarter where the warning comes in time, and less after an outage or a change
 * that made the target a nearer one.
 */
async function findLeft(
  app: App,
  db: Db,
  { clocks, now }: { clocks: readonly Clock[]; now: Date },
): Promise<ToTell[]> {
  const ticketIds = clocks.flatMap(({ ticket_id, due_at }) => (due_at < now ? [] : [ticket_id]));
  const judged = await judgeTickets(db, knownVersions(app), { ticketIds, at: now });
  return clocks.map((clock) => {
    const { ticket_id, target, cycle, level, target_seconds } = clock;
    const found = judged
      .get(ticket_id)
      ?.run.clocks.find((each) => each.target === target && each.cycle === cycle)
      ?.levels.find(({ priority }) => priority === level);
    const left = found ? found.targetSeconds - found.usedSeconds : target_seconds / 4;
    return { ...clock, remaining_seconds: clock.due_at < now ? 0 : Math.ceil(left / 60) * 60 };
  });
}

type Warning = Omit<Clock, "target_seconds" | "is_imported"> & { id: string; kind: "due_soon" | "overdue" };

async function insertWarnings(db: Db, clocks: readonly ToTell[], now: Date): Promise<Warning[]> {
  if (clocks.length === 0) return [];
  const { rows } = await sql<Warning>`
    with told as (
      select *, case when due_at < ${now} then 'overdue' else 'due_soon' end as kind
      from json_to_recordset(${JSON.stringify(clocks)}::json) as told(ticket_id uuid, target text, cycle int, level text,
        due_at timestamptz, remaining_seconds int, company_id uuid)),
    added as (
      insert into sla_warnings (ticket_id, target, cycle, level, kind, due_at, remaining_seconds, at, is_to_mail)
      select ticket_id, target, cycle, level, kind, due_at, remaining_seconds, ${now}, true
      from told order by due_at, ticket_id, target
      on conflict (ticket_id, target, cycle, level, kind) do nothing
      returning *)
    select added.id, added.ticket_id, added.target, added.cycle, added.level, added.kind, added.due_at, told.company_id
    from added join told using (ticket_id, target, cycle, level, kind)
    order by added.due_at, added.ticket_id, added.target`.execute(db);
  return rows;
}
