import { sql } from "kysely";
import { newEventId } from "#server/lib/crypto/token.ts";
import { isGuestTransaction } from "#server/lib/db/row-level-security.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";

/**
 * Ends the follow-up of a locked ticket because its client has answered, unless it is firm (rule 775). Answers whether the
 * ticket was on hold for it, and so is to be open now.
 */
export async function endFollowUpByAnswer(ctx: Ctx, ticketId: string): Promise<boolean> {
  const { db, now, via, requestId } = ctx;
  if (isGuestTransaction(db)) {
    const { rows } = await sql<{ held: boolean | null }>`
      select guest_ends_follow_up(${ticketId}, ${newEventId(now)}, ${now}, ${via}, ${requestId}) as held`.execute(
      db,
    );
    return rows[0]?.held === true;
  }
  const ended = await db
    .selectFrom("tickets")
    .select(["company_id", "follow_up_at", "follow_up_status"])
    .where("id", "=", ticketId)
    .where("follow_up_at", "is not", null)
    .where("follow_up_firm", "=", false)
    .executeTakeFirst();
  if (!ended) return false;
  await db
    .updateTable("tickets")
    .set({
      follow_up_before: ended.follow_up_at,
      follow_up_at: null,
      follow_up_by: null,
      follow_up_status: null,
    })
    .where("id", "=", ticketId)
    .execute();
  await recordEvent(ctx, {
    id: ticketId,
    kind: "ticket.follow_up_ended",
    companyId: ended.company_id,
    before: { follow_up_at: ended.follow_up_at },
  });
  return ended.follow_up_status !== null;
}
