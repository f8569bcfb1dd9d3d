import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { StopReason } from "#contract/comments/stop-reasons.ts";
import { readActor } from "#server/auth/session/actor-of.ts";
import { refuseIfSenderRightsLost } from "#server/lib/guard/reauthorize.ts";
import type { App, Ctx, Db } from "#server/lib/request-context.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";
import { Refusal } from "#server/lib/refusal.ts";
import { holdSettingOf, publish } from "./publish.ts";
import { findReaderChange } from "./readers.ts";
import { type ScheduledRecord, selectRows } from "./read.ts";

/** Tickets that are looked up at once, and those of them that this process works on at the same time. */
const ROUND = 200;
const AT_ONCE = 4;
/** Failures that are nobody's decision, until an answer counts as not sent: a quarter of an hour, with doubling pauses. */
const TRIES = 10;

/**
 * Sends the answers whose time has come, or stops them. Several processes share them: whoever has a ticket's turn sends what
 * is due there, in its order. Answers how many were settled here; once `isOver` it begins with no further ticket.
 */
export async function publishDue(app: App, isOver: () => boolean = () => false): Promise<number> {
  let settled = 0;
  for (let more = true; more;) {
    const tickets = await findDueTickets(app);
    const before = settled;
    const take = async () => {
      for (let ticket = tickets.pop(); ticket && !isOver(); ticket = tickets.pop()) {
        // oxlint-disable-next-line no-await-in-loop
        const ofTicket = await publishOfTicket(app, ticket);
        settled += ofTicket;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, take));
    // Where others have the rest, they look after it.
    more = settled > before;
  }
  return settled;
}

/** The time of the next answer that waits; null where none does. */
export async function findNextTime(db: Db): Promise<Date | null> {
  const { next } = await db
    .selectFrom("scheduled_comments")
    .select((eb) => eb.fn.min("try_at").as("next"))
    .where("state", "=", "waiting")
    .executeTakeFirstOrThrow();
  return next;
}

type DueTicket = {
  id: string;
  due: number;
  /** One of its answers sets something, which is locked before the ticket. */
  sets: boolean;
};

/** In no order, so that several processes seldom ask for the same ticket; each ticket's answers go in theirs. */
async function findDueTickets({ db, clock }: App): Promise<DueTicket[]> {
  const { rows } = await sql<DueTicket>`
    select ticket_id as id, due, sets from (
      select ticket_id, count(*)::int as due, min(try_at) as at,
        bool_or(coalesce(status, effects::text, saved_reply_id::text) is not null) as sets
      from scheduled_comments
      where state = 'waiting' and try_at <= ${clock.now()} group by ticket_id order by at limit ${sql.lit(ROUND)}) as due
    order by random()`.execute(db);
  return rows;
}

/** One answer a transaction: what is written of it is there with it, or not at all. */
async function publishOfTicket(app: App, ticket: DueTicket): Promise<number> {
  let settled = 0;
  try {
    while (
      settled < ticket.due &&
      // oxlint-disable-next-line no-await-in-loop
      (await runTransaction(app.db, async (db) => {
        const turn = await takeTurn(app, db, ticket);
        if (turn) await settle(app, db, turn);
        return turn !== null;
      }))
    )
      settled += 1;
  } catch (error) {
    // Whatever failed of its turn, or before it: an answer that is never put off would hold up all behind it.
    const first = await selectFirstDue(app, app.db, ticket.id).executeTakeFirst();
    app.log.error({ err: error, scheduled: first?.id }, "an answer could not be sent");
    if (first) await putOff(app, first);
  }
  return settled;
}

type Turn = { row: ScheduledRecord; inTrash: boolean };

/**
 * Locks what the ticket's first answer that is due sets, the ticket, and then the answer; null where none is due, or another
 * process has the turn.
 */
async function takeTurn(app: App, db: Db, { id, sets }: DueTicket): Promise<Turn | null> {
  const { rows } = await sql<{ is_mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`sending ${id}`}, 0)) as is_mine`.execute(db);
  if (!rows[0]?.is_mine) return null;
  if (sets) await holdWhatIsSet(app, db, id);
  const ticket = await lockPlace(db, id);
  const row = await selectFirstDue(app, db, id).forUpdate("s").executeTakeFirst();
  return row ? { row, inTrash: ticket?.deleted_at !== null } : null;
}

async function holdWhatIsSet(app: App, db: Db, ticketId: string): Promise<void> {
  const first = await selectFirstDue(app, db, ticketId).executeTakeFirst();
  const ctx = first && (await contextOf(app, db, first));
  if (ctx) await holdSettingOf(ctx, first);
}

function selectFirstDue({ clock }: App, db: Db, ticketId: string) {
  return selectRows(db)
    .where("s.ticket_id", "=", ticketId)
    .where("s.state", "=", "waiting")
    .where("s.try_at", "<=", clock.now())
    .orderBy("s.send_at")
    .orderBy("s.created_at")
    .orderBy("s.id")
    .limit(sql.lit(1));
}

/** The author with the rights of this moment; null for one who is not there any more. */
async function contextOf(app: App, db: Db, row: ScheduledRecord): Promise<Ctx | null> {
  const actor = await readActor(app, db, row.author_id);
  const now = app.clock.now();
  return actor && { app, db, actor, now, ip: null, userAgent: null, requestId: randomUUID(), via: "web" };
}

/**
 * Locks a ticket with those that an answer to all reporters on it goes to, in the order of their ids as everybody does. They are
 * one array: of "this one or one of those" the database reads every ticket.
 */
async function lockPlace(db: Db, ticketId: string) {
  const { rows } = await sql<{ id: string; deleted_at: Date | null }>`
    select id, deleted_at from tickets where id = any(${ticketId}::uuid || array(
      select (answer ->> 'ticket_id')::uuid from scheduled_comments s, jsonb_array_elements(s.broadcast -> 'answers') answer
      where s.ticket_id = ${ticketId} and s.state = 'waiting' and s.broadcast is not null))
    order by id for update`.execute(db);
  return rows.find(({ id }) => id === ticketId);
}

/** Asks everything anew as the author, and sends the answer, or stops it. What a refused one has written is undone. */
async function settle(app: App, db: Db, { row, inTrash }: Turn): Promise<void> {
  const now = app.clock.now();
  const ctx = await contextOf(app, db, row);
  const reason = !ctx ? "author_gone" : inTrash ? "in_trash" : await findReaderChange(db, row);
  if (!ctx || reason) return stop(db, row, { reason: reason ?? "author_gone", now });
  await sql`savepoint publishing`.execute(db);
  try {
    await publish(ctx, row);
    await refuseIfSenderRightsLost(db, ctx.actor);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await sql`rollback to savepoint publishing`.execute(db);
    await stop(db, row, { reason: reasonOf(error), refusal: error, now });
  }
}

const NOT_ALLOWED: ReadonlySet<string> = new Set([
  "ticket.not_found",
  "auth.not_allowed",
  "auth.company_inactive",
]);

function reasonOf({ code }: Refusal): StopReason {
  // While the answer waited for others, its author went.
  if (code === "auth.not_signed_in") return "author_gone";
  return NOT_ALLOWED.has(code) ? "not_allowed" : "refused";
}

type Why = { reason: StopReason; refusal?: Refusal; now: Date };

/** The author's Inbox, and for those that colleagues saw the history, are written with it (migration 0065). */
async function stop(db: Db, { id }: ScheduledRecord, { reason, refusal, now }: Why): Promise<void> {
  const said =
    refusal && reason === "refused"
      ? JSON.stringify({ code: refusal.code, detail: refusal.message, params: refusal.params })
      : null;
  await sql`select stop_scheduled(${id}::uuid, ${reason}::text, ${said}::jsonb, ${now}::timestamptz)`.execute(
    db,
  );
}

/**
 * After a failure all of the ticket waits a while that is due by then, so that nothing goes out before what was written
 * earlier.
 */
async function putOff(app: App, { id, ticket_id, tries }: ScheduledRecord): Promise<void> {
  const now = app.clock.now();
  const later = new Date(now.getTime() + 2 ** tries * 1000);
  await runTransaction(app.db, async (db) => {
    await db
      .updateTable("scheduled_comments")
      .set((eb) => ({
        try_at: later,
        tries: eb("tries", "+", eb.case().when("id", "=", id).then(1).else(0).end()),
      }))
      .where("ticket_id", "=", ticket_id)
      .where("state", "=", "waiting")
      .where("try_at", "<", later)
      .execute();
    if (tries + 1 >= TRIES)
      await sql`select stop_scheduled(${id}::uuid, 'failed', null, ${now}::timestamptz)`.execute(db);
  });
}
