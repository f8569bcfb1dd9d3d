import { sql } from "kysely";
import { mayApplyEffects } from "#contract/access/replies.ts";
import { LIMITS } from "#contract/limits.ts";
import { Effects } from "#contract/macros/effects.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { findTicket } from "#server/tickets/read.ts";
import { visibleTickets } from "#server/tickets/visible-tickets.ts";
import { listOwnDrafts } from "#server/uploads/read.ts";

/**
 * Lists the caller's drafts on the tickets that they see, the latest first. One on a merged ticket is there as long as they
 * see the ticket that it is part of.
 */
export async function listDrafts(ctx: Ctx) {
  const rows = await ctx.db
    .withRecursive("way", (db) =>
      db
        .selectFrom("drafts as begun")
        .innerJoin("tickets as place", "place.id", "begun.ticket_id")
        .select(["begun.ticket_id", "place.id", "place.merged_into_id"])
        .where("begun.user_id", "=", ctx.actor.id)
        .unionAll(
          db
            .selectFrom("way")
            .innerJoin("tickets as place", "place.id", "way.merged_into_id")
            .select(["way.ticket_id", "place.id", "place.merged_into_id"]),
        ),
    )
    .selectFrom("drafts as d")
    .innerJoin("tickets as own", "own.id", "d.ticket_id")
    .innerJoin("way", (join) =>
      join.onRef("way.ticket_id", "=", "d.ticket_id").on("way.merged_into_id", "is", null),
    )
    .innerJoin("tickets as t", "t.id", "way.id")
    .select(["d.ticket_id", "own.uid", "own.subject", "d.is_internal", "d.updated_at"])
    .select(["t.id as place_id", "t.uid as place_uid"])
    .where("d.user_id", "=", ctx.actor.id)
    .where("t.deleted_at", "is", null)
    .where((eb) => visibleTickets(ctx.actor)(eb))
    .orderBy("d.updated_at", "desc")
    .orderBy("d.ticket_id")
    .limit(sql.lit(LIMITS.drafts))
    .execute();
  return {
    drafts: rows.map(({ place_id, place_uid, updated_at, ...row }) => ({
      ...row,
      part_of: place_id === row.ticket_id ? null : { id: place_id, uid: place_uid },
      updated_at: updated_at.toISOString(),
    })),
  };
}

/** Reads the caller's draft on a ticket. Refuses 404 for a ticket that they do not see. */
export async function getDraft(ctx: Ctx, ticketId: string) {
  await findTicket(ctx, ticketId);
  return { draft: await readDraft(ctx, ticketId) };
}

/** The caller's draft as the wire shows it; its files are those that are still theirs to send. */
export async function readDraft(ctx: Pick<Ctx, "db" | "actor">, ticketId: string) {
  const row = await ctx.db
    .selectFrom("drafts")
    .select(["ticket_id", "text", "is_internal", "mentions", "attachment_ids", "version", "updated_at"])
    .select(["saved_reply_id", "effects"])
    .where("user_id", "=", ctx.actor.id)
    .where("ticket_id", "=", ticketId)
    .executeTakeFirst();
  if (!row) return null;
  const { attachment_ids, saved_reply_id, effects, updated_at, ...draft } = row;
  return {
    ...draft,
    ...(mayApplyEffects(ctx.actor) && { saved_reply_id, effects: Effects.nullable().parse(effects) }),
    attachments: await listOwnDrafts(ctx.db, ctx.actor.id, attachment_ids),
    updated_at: updated_at.toISOString(),
  };
}
