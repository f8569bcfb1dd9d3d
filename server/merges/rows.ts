import { sql, type Selectable } from "kysely";
import { anyOf } from "#server/lib/any-of.ts";
import type { Tables } from "#server/db/tables.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";

export type MergeRow = Selectable<Tables["ticket_merges"]>;
export type MoveRow = Selectable<Tables["ticket_moves"]>;

type NewMerge = Pick<
  MergeRow,
  "id" | "kind" | "ticket_id" | "into_id" | "group_id" | "opening_comment_id"
> & {
  settled: object;
};

/** Notes merges and splits that the actor has made. */
export async function insertMerges({ db, actor, now }: Ctx, merges: readonly NewMerge[]): Promise<void> {
  await db
    .insertInto("ticket_merges")
    .values(
      merges.map(({ settled, ...merge }) => ({
        ...merge,
        settled: JSON.stringify(settled),
        merged_by: actor.id,
        merged_at: now,
      })),
    )
    .execute();
}

/** Notes which rows moved, in one statement however many they are. */
export async function insertMoves(db: Db, moves: readonly MoveRow[]): Promise<void> {
  if (moves.length === 0) return;
  await sql`
    insert into ticket_moves (merge_id, entity, row_id, from_ticket_id, position)
    select merge_id, entity, row_id, from_ticket_id, position
    from json_to_recordset(${JSON.stringify(moves)}::json) as moved(merge_id uuid, entity text, row_id uuid,
      from_ticket_id uuid, position int)`.execute(db);
}

/** Reads merges that nobody has undone, the oldest first. */
export async function readMerges(db: Db, ids: readonly string[]): Promise<MergeRow[]> {
  return db
    .selectFrom("ticket_merges")
    .selectAll()
    .where("id", "=", anyOf(ids))
    .where("undone_at", "is", null)
    .orderBy("merged_at")
    .orderBy("id")
    .execute();
}

export async function readMoves(db: Db, mergeIds: readonly string[]): Promise<MoveRow[]> {
  return db.selectFrom("ticket_moves").selectAll().where("merge_id", "=", anyOf(mergeIds)).execute();
}

/** Notes that merges are undone. */
export async function endMerges({ db, actor, now }: Ctx, ids: readonly string[]): Promise<void> {
  await db
    .updateTable("ticket_merges")
    .set({ undone_at: now, undone_by: actor.id })
    .where("id", "=", anyOf(ids))
    .execute();
}
