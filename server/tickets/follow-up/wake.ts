import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { jobs } from "#contract/jobs.ts";
import type { App, Db } from "#server/lib/request-context.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";
import { startAtTheirTime } from "#server/lib/work/at-their-time.ts";
import { enqueueAll } from "#server/lib/work/enqueue.ts";
import { type HistoryEvent, recordEvents } from "#server/lib/work/history.ts";
import { tellAll } from "#server/lib/work/inbox.ts";
import { HELD_STATUS } from "../follow-ups.ts";
import { gatherTokens, sortTokens } from "../search-index/gather-tokens.ts";
import { findDueReaders } from "./due-readers.ts";

/** Tickets a transaction: so many hold their locks for a fraction of a second. */
const BATCH = 500;
/** Tickets a job of mails: one that fails is tried again as a whole, and no mail goes twice. */
const MAILED_AT_ONCE = 50;

/** Wakes tickets at their follow-up dates, in every process: many that come at once are shared among them. */
export function startWaking(app: App): Promise<{ stop(): Promise<void> }> {
  return startAtTheirTime(app, {
    name: "follow-up dates",
    work: (current, isOver) => current.people.first(() => wakeDueTickets(current, isOver)),
    findNext: findNextDate,
  });
}

/**
 * Wakes the tickets whose follow-up date has come. Several instances share them, and each ticket is woken once: whoever holds
 * its lock clears its date. Tickets in the trash wait until they are restored. Answers how many.
 */
export async function wakeDueTickets(app: App, isOver: () => boolean = () => false): Promise<number> {
  let woken = 0;
  for (let more = true; more && !isOver();) {
    const batch = await runTransaction(app.db, (db) => wakeBatch(app, db));
    woken += batch;
    more = batch === BATCH;
  }
  if (woken > 0) await sortTokens(app.db);
  return woken;
}

async function findNextDate(db: Db): Promise<Date | null> {
  const { next } = await db
    .selectFrom("tickets")
    .select((eb) => eb.fn.min("follow_up_at").as("next"))
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return next;
}

type Due = Awaited<ReturnType<typeof lockDue>>[number];

async function wakeBatch(app: App, db: Db): Promise<number> {
  const now = app.clock.now();
  const due = await lockDue(db, now);
  if (due.length === 0) return 0;
  await gatherTokens(db);
  await wake(db, due, now);
  await recordEvents(
    { db, now, actor: null, ip: null, requestId: randomUUID(), via: "system" },
    due.flatMap(describe),
  );
  await tellReaders(db, due, now);
  return due.length;
}

/**
 * Locks what is due, oldest first; what somebody else holds right now is their instance's, or the next minute's. Of one moment
 * in any order, since each part of ten thousand would be sorted from all that are left.
 */
function lockDue(db: Db, now: Date) {
  return db
    .selectFrom("tickets")
    .select(["id", "company_id", "status", "version", "assignee_id", "group_id"])
    .select(["follow_up_by", "follow_up_status"])
    .select(sql<Date>`follow_up_at`.as("at"))
    .where("follow_up_at", "<=", now)
    .where("deleted_at", "is", null)
    .orderBy("follow_up_at")
    .limit(sql.lit(BATCH))
    .forUpdate()
    .skipLocked()
    .execute();
}

/** The status that comes back; null where the ticket is not on hold for its date. */
function releasedStatus({ status, follow_up_status }: Due): string | null {
  return status === HELD_STATUS ? follow_up_status : null;
}

/** One statement for all. A date without a hold moves nothing that clients see. */
async function wake(db: Db, due: Due[], now: Date): Promise<void> {
  const rows = due.map((ticket) => ({ id: ticket.id, status: releasedStatus(ticket) }));
  await sql`
    update tickets t set
      status = coalesce(w.status, t.status),
      version = t.version + case when w.status is null then 0 else 1 end,
      updated = case when w.status is null then t.updated else ${now} end,
      noted = ${now}, follow_up_at = null, follow_up_status = null, follow_up_firm = false,
      follow_up_before = t.follow_up_at, follow_up_due_at = ${now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as w(id uuid, status text)
    where t.id = w.id`.execute(db);
}

function describe(ticket: Due): HistoryEvent[] {
  const { id, company_id: companyId, at, status, version } = ticket;
  const released = releasedStatus(ticket);
  const due: HistoryEvent = { id, kind: "ticket.follow_up_due", companyId, before: { follow_up_at: at } };
  if (released === null) return [due];
  const changed: HistoryEvent = {
    id,
    kind: "ticket.changed",
    companyId,
    before: { status },
    after: { status: released, version: version + 1 },
  };
  return [due, changed];
}

/** Tells those whom it concerns: in their Inbox at once, by mail after the commit. */
async function tellReaders(db: Db, due: Due[], now: Date): Promise<void> {
  const readers = await findDueReaders(db, due);
  const told = due.flatMap(({ id, at }) => {
    const reader_ids = readers.get(id) ?? [];
    return reader_ids.length === 0 ? [] : [{ ticket_id: id, reader_ids, at: at.toISOString() }];
  });
  await tellAll(
    { db, now, actor: null },
    told.map(({ ticket_id, reader_ids, at }) => ({
      ticketId: ticket_id,
      people: reader_ids,
      reason: "due" as const,
      event: `due:${ticket_id}:${at}`,
    })),
  );
  const parts = Array.from({ length: Math.ceil(told.length / MAILED_AT_ONCE) }, (_, index) => ({
    due: told.slice(index * MAILED_AT_ONCE, (index + 1) * MAILED_AT_ONCE),
  }));
  if (parts.length > 0) await enqueueAll({ db }, jobs.announceDue, parts);
}
