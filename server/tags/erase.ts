import { anyOf } from "#server/lib/any-of.ts";
import type { Db } from "#server/lib/request-context.ts";
import { keepTags } from "./lock-tags.ts";

/** Takes the tags of erased tickets; the tags themselves stay. */
export async function eraseTagsOf(db: Db, ticketIds: string[]): Promise<void> {
  await keepTags(db);
  await db.deleteFrom("ticket_tags").where("ticket_id", "=", anyOf(ticketIds)).execute();
}
