import { sql } from "kysely";
import { anyOf } from "#server/lib/any-of.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";

/** What is on a ticket and moves with it; its description is not counted. */
export type Moves = { comments: number; notes: number; files: number; checklist: number };

export const NOTHING: Moves = { comments: 0, notes: 0, files: 0, checklist: 0 };

/** Counts what is on tickets, by their ids. */
export async function measureTickets(db: Db, ids: readonly string[]): Promise<Map<string, Moves>> {
  const { rows } = await sql<Moves & { id: string }>`
    select t.id,
      (select count(*) filter (where visibility = 'public')::int from comments c
        where c.ticket_id = t.id and c.deleted_at is null and not c.stands_as_issue) as comments,
      (select count(*) filter (where visibility = 'internal')::int from comments c
        where c.ticket_id = t.id and c.deleted_at is null) as notes,
      (select count(*)::int from attachments a where a.ticket_id = t.id and a.deleted_at is null) as files,
      (select count(*)::int from checklist_items item where item.ticket_id = t.id) as checklist
    from unnest(${[...ids]}::uuid[]) as t(id)`.execute(db);
  return new Map(rows.map(({ id, ...moves }) => [id, moves]));
}

/** On which of the tickets the caller has begun to write. */
export async function findDrafts({ db, actor }: Ctx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("drafts")
    .select("ticket_id")
    .where("user_id", "=", actor.id)
    .where("ticket_id", "=", anyOf(ids))
    .execute();
  return new Set(rows.map(({ ticket_id }) => ticket_id));
}

export function addUp(all: readonly Moves[]): Moves {
  return all.reduce(
    (sum, each) => ({
      comments: sum.comments + each.comments,
      notes: sum.notes + each.notes,
      files: sum.files + each.files,
      checklist: sum.checklist + each.checklist,
    }),
    NOTHING,
  );
}
