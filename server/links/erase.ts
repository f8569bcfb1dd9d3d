import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";

/** Takes the links of erased tickets. */
export async function eraseLinksOf(db: Db, ticketIds: string[]): Promise<void> {
  await db
    .deleteFrom("ticket_links")
    .where((eb) =>
      eb.or([
        eb("from_ticket_id", "=", sql<string>`any(${ticketIds}::uuid[])`),
        eb("to_ticket_id", "=", sql<string>`any(${ticketIds}::uuid[])`),
      ]),
    )
    .execute();
}
