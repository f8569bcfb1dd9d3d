import { sql } from "kysely";
import type { Db } from "#server/lib/context.ts";

/** Erases the whole conversations of tickets: answers, notes and their earlier versions. */
export async function eraseComments(db: Db, ticketIds: string[]): Promise<void> {
  await sql`delete from comment_versions where comment_id in
    (select id from comments where ticket_id = any(${ticketIds}::uuid[]))`.execute(db);
  await sql`delete from comments where ticket_id = any(${ticketIds}::uuid[])`.execute(db);
}
