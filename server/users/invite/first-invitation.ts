import { linkKey } from "#server/auth/action-links.ts";
import type { Db } from "#server/lib/request-context.ts";

/** The subject of an invitation that was made together with the person. */
export const MADE_WITH_PERSON = { made: "with the person" };

const FRESH_MINUTES = 5;

/**
 * Finds the invitation that somebody was created with, by its hash, while it is unused and minutes old: callers of the
 * API create a person with an invitation and ask for it to be sent in the same breath, which must not make the link
 * useless that is in the mail (rule 620). A mail that was given up has lost its link, and counts as none.
 */
export async function findFirstInvitation(db: Db, userId: string, now: Date): Promise<Buffer | null> {
  const first = await db
    .selectFrom("action_links")
    .select("token_hash")
    .where("user_id", "=", userId)
    .where("purpose", "=", "invite")
    .where("subject", "@>", JSON.stringify(MADE_WITH_PERSON))
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .where("created_at", ">", new Date(now.getTime() - FRESH_MINUTES * 60_000))
    .executeTakeFirst();
  return first && !(await isGivenUp(db, first.token_hash)) ? first.token_hash : null;
}

const GIVEN_UP: ReadonlySet<string> = new Set(["failed", "bounced", "skipped"]);

async function isGivenUp(db: Db, hash: Buffer): Promise<boolean> {
  const mail = await db
    .selectFrom("mails")
    .select("state")
    .where("dedupe_key", "=", linkKey(hash))
    .executeTakeFirst();
  return mail !== undefined && GIVEN_UP.has(mail.state);
}
