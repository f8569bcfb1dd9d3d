import { type InferResult, sql } from "kysely";
import { anyOf } from "#server/lib/any-of.ts";
import { Effects } from "#contract/macros/effects.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { findTicket, lockTicket } from "#server/tickets/read.ts";
import { Broadcast } from "../broadcast/kept.ts";
import { listHeldFiles, listOwnDrafts } from "#server/uploads/read.ts";

/** A row of the table, as the database has it. */
export type ScheduledRecord = InferResult<ReturnType<typeof selectRows>>[number];

/**
 * Lists the answers that wait on a ticket, in the order in which they go: the caller's own, also those that were stopped, and
 * of colleagues those that go out later. Refuses 404 for a ticket that they do not see.
 */
export async function listScheduled(ctx: Ctx, ticketId: string) {
  await findTicket(ctx, ticketId);
  const rows = await selectRows(ctx.db)
    .where("s.ticket_id", "=", ticketId)
    .where("s.state", "in", ["waiting", "stopped"])
    .where((eb) =>
      eb.or([
        eb("s.author_id", "=", ctx.actor.id),
        eb.and([eb("s.hold", "=", false), eb("s.state", "=", "waiting")]),
      ]),
    )
    .orderBy("s.send_at")
    .orderBy("s.created_at")
    .orderBy("s.id")
    .execute();
  return { scheduled: await serializeScheduled(ctx, rows) };
}

export async function getScheduled(ctx: Ctx, id: string) {
  const rows = await selectRows(ctx.db).where("s.id", "=", id).execute();
  const [answer] = await serializeScheduled(ctx, rows);
  if (!answer) throw refuse(404, "sending.not_found");
  return answer;
}

type Place = { ticket_id: string; scheduled_id: string };

/**
 * Locks a ticket and then an answer that waits on it, as whatever publishes or stops answers locks them. Refuses 404 for one
 * that the caller does not see: of colleagues those that are only held for a moment.
 */
export async function lockScheduled(ctx: Ctx, { ticket_id, scheduled_id }: Place) {
  const ticket = await lockTicket(ctx, ticket_id);
  const row = await selectRows(ctx.db)
    .where("s.id", "=", scheduled_id)
    .where("s.ticket_id", "=", ticket_id)
    .forUpdate("s")
    .executeTakeFirst();
  if (!row || (row.author_id !== ctx.actor.id && (row.hold || row.state === "cancelled")))
    throw refuse(404, "sending.not_found");
  return { ticket, row };
}

export function selectRows(db: Db) {
  return db
    .selectFrom("scheduled_comments as s")
    .innerJoin("users as u", "u.id", "s.author_id")
    .selectAll("s")
    .select("u.fullname as author_fullname")
    .select(sql<boolean>`exists (select from attachments a where a.scheduled_id = s.id)`.as("has_files"));
}

/** Answers as the wire shows them. Files are their author's alone until they go out. */
async function serializeScheduled(ctx: Ctx, rows: ScheduledRecord[]) {
  const own = rows.filter(({ author_id }) => author_id === ctx.actor.id);
  const held = await listHeldFiles(
    ctx.db,
    own.map(({ id }) => id),
  );
  const givenBack = await listOwnDrafts(
    ctx.db,
    ctx.actor.id,
    own.flatMap(({ attachment_ids }) => attachment_ids),
  );
  const names = await findNames(
    ctx.db,
    rows.flatMap(({ mentions }) => mentions),
  );
  return rows.map((row) => ({
    id: row.id,
    ticket_id: row.ticket_id,
    comment: row.comment,
    visibility: row.visibility,
    mentions: row.mentions.flatMap((id) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ user_id: id, name }];
    }),
    attachments: [
      ...held.filter(({ scheduled_id }) => scheduled_id === row.id),
      ...givenBack.filter(({ id }) => row.attachment_ids.includes(id)),
    ],
    status: row.status,
    effects: Effects.nullable().parse(row.effects),
    saved_reply_id: row.saved_reply_id,
    author_id: row.author_id,
    author_fullname: row.author_fullname,
    send_at: row.send_at.toISOString(),
    waits_ms: Math.max(0, row.send_at.getTime() - ctx.now.getTime()),
    is_held: row.hold,
    stop_if_answered: row.stop_if_answered,
    state: row.state === "waiting" ? ("waiting" as const) : ("stopped" as const),
    reason: row.reason,
    refusal: row.refusal && { ...row.refusal, params: row.refusal.params },
    group_id: row.group_id,
    reporters:
      row.broadcast === null
        ? null
        : Broadcast.parse(row.broadcast).answers.map(({ ticket_id }) => ticket_id),
    created_at: row.created_at.toISOString(),
  }));
}

async function findNames(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("users").select(["id", "fullname"]).where("id", "=", anyOf(ids)).execute();
  return new Map(rows.map(({ id, fullname }) => [id, fullname]));
}
