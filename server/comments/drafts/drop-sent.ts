import { sql } from "kysely";
import type { Ctx } from "#server/lib/request-context.ts";

/**
 * The statement that drops the actor's draft of which every word is sent now, so that one which writes more can carry it: a
 * browser that ends before it hears of its comment must not find the words again. A draft with other words stays, and so does
 * one that was begun since words that waited were sent, though it begins as they do.
 */
export function dropSentDraft(
  { db, actor }: Pick<Ctx, "db" | "actor">,
  ticketId: string,
  sent: string,
  waitedSince?: Date,
) {
  return db
    .deleteFrom("drafts")
    .where("user_id", "=", actor.id)
    .where("ticket_id", "=", ticketId)
    .where(sql<boolean>`starts_with(${sent}, btrim(text, ${BLANKS}))`)
    .$if(waitedSince !== undefined, (query) =>
      query.where("updated_at", "<=", sql<Date>`${waitedSince}::timestamptz`),
    );
}

/** As JavaScript trims a comment, as far as keyboards have them. */
const BLANKS = " \t\r\n\u{a0}";
