import { sql } from "kysely";
import { hasPermission } from "#contract/access/actor.ts";
import { TICKET_FIELDS } from "#contract/access/tickets.ts";
import type { EventEntity, EventKind } from "#contract/events.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { findNames } from "./names-by-id.ts";
import { findTicket } from "./read.ts";

type Row = {
  id: string;
  kind: EventKind;
  at: Date;
  by: string | null;
  audience: "public" | "internal";
  entity: EventEntity;
  entity_id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

/**
 * Lists the newest thousand events of a ticket, oldest first. Clients get public events, and no trace of deleted
 * comments.
 */
export async function listActivity(ctx: Ctx, id: string) {
  await findTicket(ctx, id);
  const rows = (await readEvents(ctx, id)).toReversed();
  const values = rows.flatMap(({ before, after }) => [
    ...Object.values(before ?? {}),
    ...Object.values(after ?? {}),
  ]);
  const names = await findNames(ctx.db, values);
  return {
    items: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      at: row.at.toISOString(),
      by: row.by,
      audience: row.audience,
      comment_id: row.entity === "comment" ? row.entity_id : null,
      changes: listChanges(row, names),
    })),
  };
}

async function readEvents(ctx: Ctx, id: string): Promise<Row[]> {
  const isStaff = hasPermission(ctx.actor, "comments.internal");
  const comments = isStaff ? sql.table("comments") : sql.table("public_comments");
  const audiences = isStaff ? ["public", "internal"] : ["public"];
  // Entity by entity through the index: with one condition for all three the database reads the history of the whole desk.
  const { rows } = await sql<Row>`
    select h.id, h.kind, h.occurred_at as at, coalesce(u.fullname, p.name) as by, h.audience, thing.entity, thing.entity_id,
      h.before, h.after
    from (
      select 'ticket' as entity, ${id}::uuid as entity_id
      union all select 'comment', id from ${comments} where ticket_id = ${id}
      union all select 'attachment', id from attachments
        where ticket_id = ${id} and (comment_id is null or comment_id in (select id from ${comments} where ticket_id = ${id}))
          and (${isStaff} or deleted_at is null)
    ) as thing
    cross join lateral (
      select id, seq, kind, occurred_at, audience, principal_id, before, after from history
      where entity = thing.entity and entity_id = thing.entity_id and audience = any(${audiences})
      order by seq desc limit ${sql.lit(LIMITS.ticketHistory)}
    ) as h
    join principals p on p.id = h.principal_id left join users u on u.id = p.id
    order by h.seq desc limit ${sql.lit(LIMITS.ticketHistory)}`.execute(ctx.db);
  return rows;
}

const SHOWN: string[] = [...TICKET_FIELDS, "participant", "tags", "link", "follow_up_at", "name", "merged"];
const LONGEST = 300;

/**
 * Lists changed fields; none for a creation, whose values are the ticket itself, nor a comment's text, which is in the
 * conversation.
 */
function listChanges({ entity, kind, before, after }: Row, names: Map<string, string>) {
  if (entity !== "ticket" || kind === "ticket.created") return [];
  const read = (values: Row["before"], field: string) => {
    const value = field === "tags" ? joinTags(values?.tags) : values?.[field];
    if (typeof value !== "string") return null;
    return names.get(value) ?? (value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value);
  };
  return SHOWN.filter((field) => field in { ...before, ...after }).map((field) => ({
    field,
    from: read(before, field),
    to: read(after, field),
  }));
}

function joinTags(tags: unknown): string | null {
  return Array.isArray(tags) && tags.length > 0 ? tags.join(", ") : null;
}
