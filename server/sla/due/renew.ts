import { sql } from "kysely";
import { anyOf } from "#server/lib/any-of.ts";
import { LIMITS } from "#contract/limits.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";
import type { App, Db } from "#server/lib/request-context.ts";
import { type Judged, judgeTickets } from "../judge.ts";
import type { KnownVersions } from "../known.ts";
import { knownVersions } from "../service-levels.ts";
import { planRows } from "./plan-rows.ts";
import { recordVerdicts } from "./record-verdicts.ts";
import { writeRows } from "./write-rows.ts";

/** Tickets a transaction. */
const BATCH = 500;
/** Rows of the queue that are looked at for them: a busy ticket has several. */
const LOOKED_AT = 2000;

/**
 * Computes the clocks of what is queued, until nothing is. Several instances share the queue; whoever has a ticket's lock reads
 * everything that was committed by then, and what comes later is in the queue again. Answers how many tickets.
 */
export async function renewServiceLevels(app: App): Promise<number> {
  let renewed = 0;
  for (let more = true; more;) {
    await app.people.afterUrgent();
    const { tickets, isMore, changed } = await runTransaction(app.db, (db) => renewBatch(app, db));
    renewed += tickets;
    more = isMore;
    if (changed.length > 0) await announceDue(app, changed);
  }
  return renewed;
}

type Queued = { ticket_id: string; seq: number };

async function renewBatch(app: App, db: Db) {
  const now = app.clock.now();
  const queued = await lockQueued(db, now);
  const asked = [...new Set(queued.map(({ ticket_id }) => ticket_id))].slice(0, BATCH);
  const ids = await lockTickets(db, asked);
  if (ids.length === 0) return { tickets: 0, isMore: false, changed: [] };
  await unqueue(
    db,
    queued.filter(({ ticket_id }) => ids.includes(ticket_id)),
  );
  const changed = await renewTickets(db, knownVersions(app), { ids, now });
  return { tickets: ids.length, isMore: queued.length === LOOKED_AT || asked.length === BATCH, changed };
}

/** Computes and writes the rows of tickets that are locked; answers those whose due time is another one now. */
export async function renewTickets(
  db: Db,
  versions: KnownVersions,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<string[]> {
  const judged = await judgeTickets(db, versions, { ticketIds: ids, at: now });
  const living = await readLiving(db, ids);
  await recordVerdicts(db, judged, now);
  await waitForClosings(db, judged);
  return writeRows(db, ids, planRows(judged, living));
}

/** The oldest first; what somebody else works on right now is theirs. */
async function lockQueued(db: Db, now: Date): Promise<Queued[]> {
  return db
    .selectFrom("sla_queue")
    .select(["ticket_id", "seq"])
    .where((eb) => eb.or([eb("wait_until", "is", null), eb("wait_until", "<=", now)]))
    .orderBy("seq")
    .orderBy("ticket_id")
    .limit(sql.lit(LOOKED_AT))
    .forUpdate()
    .skipLocked()
    .execute();
}

/** No two transactions write the rows of one ticket at once; one that is locked stays in the queue. */
export async function lockTickets(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; is_ours: boolean }>`
    select id, pg_try_advisory_xact_lock(70, hashtext(id::text)) as is_ours from unnest(${[...ids]}::uuid[]) as id`.execute(
    db,
  );
  return rows.flatMap(({ id, is_ours }) => (is_ours ? [id] : []));
}

async function unqueue(db: Db, queued: readonly Queued[]): Promise<void> {
  await sql`
    delete from sla_queue q using json_to_recordset(${JSON.stringify(queued)}::json) as done(ticket_id uuid, seq bigint)
    where q.ticket_id = done.ticket_id and q.seq = done.seq`.execute(db);
}

/** The tickets of a company that are neither in the trash nor part of another one. */
async function readLiving(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("tickets")
    .select("id")
    .where("id", "=", anyOf(ids))
    .where("deleted_at", "is", null)
    .where("company_id", "is not", null)
    .execute();
  return rows.map(({ id }) => id);
}

/** A closing that can still be taken back is looked at again when it no longer can. */
async function waitForClosings(db: Db, judged: ReadonlyMap<string, Judged>): Promise<void> {
  const closings = [...judged].flatMap(([id, { run }]) => {
    const closing = run.clocks.find(
      ({ endedAt, isSettled, state }) => endedAt !== null && !isSettled && state !== "merged",
    );
    return closing?.endedAt == null
      ? []
      : [{ ticket_id: id, at: new Date((closing.endedAt + LASTING) * 1000) }];
  });
  if (closings.length === 0) return;
  await sql`
    insert into sla_queue (ticket_id, seq, wait_until)
    select ticket_id, -1, at from json_to_recordset(${JSON.stringify(closings)}::json) as closing(ticket_id uuid, at timestamptz)
    on conflict (ticket_id, seq) do update set wait_until = excluded.wait_until`.execute(db);
}

/** Seconds. */
const LASTING = LIMITS.slaClosingMinutes * 60;

/** Ids a message: a notification of PostgreSQL holds 8,000 bytes. */
const TOLD_AT_ONCE = 100;

/** Tells open lists that due times have changed; the history knows nothing of what is only computed. */
async function announceDue(app: App, ids: readonly string[]): Promise<void> {
  const whispers = Array.from({ length: Math.ceil(ids.length / TOLD_AT_ONCE) }, (_, index) =>
    JSON.stringify({ due: ids.slice(index * TOLD_AT_ONCE, (index + 1) * TOLD_AT_ONCE) }),
  );
  await app.live.announce([], whispers).catch((error: unknown) => {
    app.log.warn({ err: error }, "new due times are not announced");
  });
}
