import { anyOf } from "#server/lib/any-of.ts";
import type { Db } from "#server/lib/request-context.ts";

/** Takes the checklists of erased tickets. */
export async function eraseChecklists(db: Db, ticketIds: string[]): Promise<void> {
  await db.deleteFrom("checklist_items").where("ticket_id", "=", anyOf(ticketIds)).execute();
}
