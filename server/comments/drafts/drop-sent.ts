import { sql } from "kysely";
import type { Ctx } from "#server/lib/request-context.ts";

/**
 * The statement that drops the actor's draft of which every word is sent now, so that one which writes more can carry it: a
 * browser that ends before it hears of its comment must not find the words again. A draft with other words stays.
 */
export function dropSentDraft({ db, actor }: Pick<Ctx, "db" | "actor">, ticketId: string, sent: string) {
  return db
    .deleteFrom("drafts")
    .where("user_id", "=", actor.id)
    .where("ticket_id", "=", ticketId)
    .where(sql<boolean>`starts_with(${sent}, btrim(text, ${BLANKS}))`);
}

/** As JavaScript trims a comment, as far as keyboards have them. */
const BLANKS = " \t\r\n\u{a0}";
