import { anyOf } from "#server/lib/any-of.ts";
import type { Db } from "#server/lib/request-context.ts";

/** Takes the links of erased tickets. */
export async function eraseLinksOf(db: Db, ticketIds: string[]): Promise<void> {
  await db
    .deleteFrom("ticket_links")
    .where((eb) =>
      eb.or([eb("from_ticket_id", "=", anyOf(ticketIds)), eb("to_ticket_id", "=", anyOf(ticketIds))]),
    )
    .execute();
}
