import { type RawBuilder, sql } from "kysely";

/** How exact it is, in milliseconds: a mailbox that gets many mails is not written for each. */
const EXACT_MS = 60_000;

/**
 * Builds the update that keeps when mail came into a mailbox last, for the statement that stores the mail. Of several that
 * come at once one writes it, and none waits for another.
 */
export function updateLastMail(mailboxId: string | null, now: Date): RawBuilder<unknown> {
  const before = new Date(now.getTime() - EXACT_MS);
  return sql`update mailboxes set last_mail_at = ${now} where id = (
    select id from mailboxes where id = ${mailboxId} and (last_mail_at is null or last_mail_at < ${before})
    for update skip locked)`;
}
