import { sql } from "kysely";
import { anyOf } from "#server/lib/any-of.ts";
import type { Db } from "#server/lib/request-context.ts";

/** Tickets in the trash since before a moment. A merged one is not in the trash: it goes with the one that it is part of. */
export function selectExpired(db: Db, before: Date) {
  return db
    .selectFrom("tickets")
    .where("deleted_at", "<", before)
    .where("erased_at", "is", null)
    .where("merged_into_id", "is", null);
}

/** Reads the tickets that became part of these, through later merges too. */
export async function readParts(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; company_id: string | null }[]> {
  const { rows } = await sql<{ id: string; company_id: string | null }>`
    with recursive part as (
      select id, company_id from tickets where merged_into_id = any(${[...ids]}::uuid[])
      union
      select t.id, t.company_id from tickets t join part on t.merged_into_id = part.id)
    select id, company_id from part`.execute(db);
  return rows;
}

/** Locks tickets deleted before a moment; those that somebody restores right now are skipped. */
export async function lockExpired(
  db: Db,
  before: Date,
  most: number,
): Promise<{ id: string; company_id: string | null }[]> {
  return selectExpired(db, before)
    .select(["id", "company_id"])
    .orderBy("deleted_at")
    .limit(sql.lit(most))
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Erases tickets down to bare rows: number, company, times, status and priority, without texts and names. */
export async function eraseTickets(db: Db, ids: string[], now: Date): Promise<void> {
  const theirs = anyOf(ids);
  await db.deleteFrom("ticket_words").where("ticket_id", "=", theirs).execute();
  await db.deleteFrom("participants").where("ticket_id", "=", theirs).execute();
  await db.deleteFrom("ticket_reads").where("ticket_id", "=", theirs).execute();
  await db
    .updateTable("tickets")
    .set({
      subject: "",
      issue: "",
      client_id: null,
      assignee_id: null,
      group_id: null,
      old_number: null,
      follow_up_at: null,
      follow_up_by: null,
      follow_up_status: null,
      follow_up_before: null,
      follow_up_due_at: null,
      erased_at: now,
    })
    .where("id", "=", theirs)
    .execute();
}
