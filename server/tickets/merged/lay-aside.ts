import { sql } from "kysely";
import { anyOf } from "#server/lib/any-of.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import type { TicketRecord } from "../read.ts";
import { readParts } from "../change/erase-ticket-texts.ts";

/**
 * Lays locked tickets aside as part of another one (migration 0066): out of every list and count, and out of the search,
 * which finds their words on the one that stays. Their numbers lead there.
 */
export async function layAside({ db, actor, now }: Ctx, ids: string[], intoId: string): Promise<void> {
  const theirs = anyOf(ids);
  await db
    .updateTable("tickets")
    .set((eb) => ({
      merged_into_id: intoId,
      deleted_at: now,
      deleted_by: actor.id,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", theirs)
    .execute();
  await db.deleteFrom("ticket_words").where("ticket_id", "=", theirs).execute();
  await db
    .updateTable("ticket_numbers")
    .set({ ticket_id: intoId, kind: "merged" })
    .where("ticket_id", "=", theirs)
    .execute();
}

/** Brings a locked ticket back as it was, with its numbers and those that had led to it; the caller indexes its words. */
export async function bringBack({ db, now }: Ctx, { id, number }: TicketRecord): Promise<void> {
  await db
    .updateTable("tickets")
    .set((eb) => ({
      merged_into_id: null,
      deleted_at: null,
      deleted_by: null,
      version: eb("version", "+", 1),
      updated: now,
    }))
    .where("id", "=", id)
    .execute();
  const parts = await readParts(db, [id]);
  await sql`
    update ticket_numbers n set ticket_id = ${id}, kind = case when n.number = ${number} then 'own' else 'merged' end
    where n.number in (select number from tickets where id = ${id} or id = any(${parts.map((part) => part.id)}::uuid[]))`.execute(
    db,
  );
}

/** The columns of the ticket that stays which a merge may set, as its undo needs them. */
export type SettledColumns = Partial<
  Pick<
    TicketRecord,
    | "status"
    | "closed"
    | "closed_by"
    | "reopened_count"
    | "priority"
    | "assignee_id"
    | "group_id"
    | "follow_up_at"
    | "follow_up_by"
    | "follow_up_firm"
  >
>;

/** Writes what a merge or its undo sets on a locked ticket; it moves in any case, since its conversation did. */
export async function writeSettled(
  { db, now }: { db: Db; now: Date },
  id: string,
  columns: SettledColumns,
): Promise<void> {
  await db
    .updateTable("tickets")
    .set((eb) => ({ ...columns, version: eb("version", "+", 1), updated: now }))
    .where("id", "=", id)
    .execute();
}
