import { sql } from "kysely";
import { LIMITS } from "#contract/limits.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { refuseField } from "#server/lib/refusal.ts";
import { recordEvents } from "#server/lib/work/history.ts";
import { type NamedTag, without } from "./find-by-name.ts";

type Ticket = { id: string; company_id: string | null };
/** A locked ticket with the tags that it has and is to have. */
export type TagSave = { ticket: Ticket; before: readonly NamedTag[]; wanted: readonly NamedTag[] };

/** Reads the tags of tickets, by the tickets' ids. */
export async function readTagsOf(db: Db, ticketIds: string[]): Promise<Map<string, NamedTag[]>> {
  const { rows } = await sql<NamedTag & { ticket_id: string }>`
    select tt.ticket_id, tag.id, tag.name from ticket_tags tt join tags tag on tag.id = tt.tag_id
    where tt.ticket_id = any(${ticketIds}::uuid[]) and tag.deleted_at is null order by tag.name`.execute(db);
  const held = Map.groupBy(rows, ({ ticket_id }) => ticket_id);
  return new Map([...held].map(([id, of]) => [id, of.map(({ id: tag, name }) => ({ id: tag, name }))]));
}

/**
 * Writes tags of locked tickets, one statement a deed, and records what changed. The ticket's version and time of change
 * stay: nobody waits for a tag, and clients would see that something happened. Refuses 422 for too many on one ticket.
 */
export async function saveTags(ctx: Ctx, saves: readonly TagSave[], groupId: string): Promise<void> {
  const changes = saves.map(planChange).filter(({ added, removed }) => added.length + removed.length > 0);
  if (changes.some(({ after, before }) => after.length > Math.max(LIMITS.tagsPerTicket, before.length)))
    throw refuseField(422, "tags", "tag.too_many_on_ticket", { max: LIMITS.tagsPerTicket });
  await insertTags(
    ctx,
    changes.flatMap(({ ticket, added }) => pairsOf(ticket, added)),
  );
  await deleteTags(
    ctx,
    changes.flatMap(({ ticket, removed }) => pairsOf(ticket, removed)),
  );
  await recordEvents(
    ctx,
    changes.map(({ ticket, before, after }) => ({
      id: ticket.id,
      kind: "ticket.tagged",
      companyId: ticket.company_id,
      groupId,
      before: { tags: before.map(({ name }) => name) },
      after: { tags: after.map(({ name }) => name).toSorted() },
    })),
  );
}

function planChange({ ticket, before, wanted }: TagSave) {
  const after = [...new Map(wanted.map((tag) => [tag.id, tag])).values()];
  return { ticket, before, after, added: without(after, before), removed: without(before, after) };
}

type Pair = { ticket_id: string; tag_id: string };

function pairsOf(ticket: Ticket, all: readonly NamedTag[]): Pair[] {
  return all.map(({ id }) => ({ ticket_id: ticket.id, tag_id: id }));
}

async function insertTags({ db, actor, now }: Ctx, pairs: Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  await sql`
    insert into ticket_tags (ticket_id, tag_id, added_by, added_at)
    select ticket_id, tag_id, ${actor.id}, ${now}
    from json_to_recordset(${JSON.stringify(pairs)}::json) as pair(ticket_id uuid, tag_id uuid)
    on conflict do nothing`.execute(db);
}

async function deleteTags({ db }: Ctx, pairs: Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  await sql`
    delete from ticket_tags tt
    using json_to_recordset(${JSON.stringify(pairs)}::json) as pair(ticket_id uuid, tag_id uuid)
    where tt.ticket_id = pair.ticket_id and tt.tag_id = pair.tag_id`.execute(db);
}
