import { anyOf } from "#server/lib/any-of.ts";
import type { Db } from "#server/lib/request-context.ts";

/** Takes what is kept of erased tickets' clocks, and the reasons for which somebody judged them again. Verdicts stay as figures. */
export async function eraseServiceLevels(db: Db, ticketIds: string[]): Promise<void> {
  const theirs = anyOf(ticketIds);
  await db.deleteFrom("sla_due").where("ticket_id", "=", theirs).execute();
  await db.deleteFrom("sla_clocks").where("ticket_id", "=", theirs).execute();
  await db.deleteFrom("sla_warnings").where("ticket_id", "=", theirs).execute();
  await db.deleteFrom("sla_queue").where("ticket_id", "=", theirs).execute();
  await db
    .updateTable("sla_verdicts")
    .set({ reason: null })
    .where("ticket_id", "=", theirs)
    .where("reason", "is not", null)
    .execute();
}
