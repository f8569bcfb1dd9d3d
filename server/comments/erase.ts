import { sql } from "kysely";
import type { Db } from "#server/lib/context.ts";

/** The whole conversations of erased tickets: answers, notes, what stood there before an edit. */
export async function eraseComments(db: Db, ticketIds: string[]): Promise<void> {
  await sql`delete from comment_versions where comment_id in
    (select id from comments where ticket_id = any(${ticketIds}::uuid[]))`.execute(db);
  await sql`delete from comments where ticket_id = any(${ticketIds}::uuid[])`.execute(db);
}
