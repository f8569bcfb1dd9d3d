import { sql } from "kysely";
import type { Db } from "#server/lib/context.ts";

/** Tickets that went into the trash before a moment, locked; those that somebody restores right now are left alone. */
export async function lockExpired(
  db: Db,
  before: Date,
  most: number,
): Promise<{ id: string; company_id: string | null }[]> {
  return db
    .selectFrom("tickets")
    .select(["id", "company_id"])
    .where("deleted_at", "<", before)
    .where("erased_at", "is", null)
    .orderBy("deleted_at")
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Leaves the bare rows: number, company, times, status and priority. Nobody's words and nobody's name stand in them. */
export async function eraseTickets(db: Db, ids: string[], now: Date): Promise<void> {
  const theirs = sql<string>`any(${ids}::uuid[])`;
  await db.deleteFrom("ticket_words").where("ticket_id", "=", theirs).execute();
  await db.deleteFrom("participants").where("ticket_id", "=", theirs).execute();
  await db.deleteFrom("ticket_reads").where("ticket_id", "=", theirs).execute();
  await db
    .updateTable("tickets")
    .set({ subject: "", issue: "", client_id: null, assignee_id: null, group_id: null, erased_at: now })
    .where("id", "=", theirs)
    .execute();
}
