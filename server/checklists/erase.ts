import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";

/** Takes the checklists of erased tickets. */
export async function eraseChecklists(db: Db, ticketIds: string[]): Promise<void> {
  await db
    .deleteFrom("checklist_items")
    .where("ticket_id", "=", sql<string>`any(${ticketIds}::uuid[])`)
    .execute();
}
