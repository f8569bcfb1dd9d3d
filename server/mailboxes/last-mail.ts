import type { QueryCreator } from "kysely";
import type { Tables } from "#server/db/tables.ts";

/** How exact it is, in milliseconds: a mailbox that gets many mails is not written for each. */
const EXACT_MS = 60_000;

/**
 * Builds the update that keeps when mail came into a mailbox last, for the statement that stores the mail. Of several that
 * come at once one writes it, and none waits for another.
 */
export function updateLastMail(db: QueryCreator<Tables>, mailboxId: string | null, now: Date) {
  return db
    .updateTable("mailboxes")
    .set({ last_mail_at: now })
    .where("id", "=", (eb) =>
      eb
        .selectFrom("mailboxes as m")
        .select("m.id")
        .where("m.id", "=", mailboxId)
        .where((when) =>
          when.or([
            when("m.last_mail_at", "is", null),
            when("m.last_mail_at", "<", new Date(now.getTime() - EXACT_MS)),
          ]),
        )
        .forUpdate()
        .skipLocked(),
    );
}
