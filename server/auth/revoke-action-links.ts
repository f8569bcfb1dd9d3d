import type { Db } from "#server/lib/request-context.ts";
import { endLinks, type Purpose } from "./action-links.ts";

/**
 * The mailed links that an action ends (the table of rule 546 in docs/rules.md). The one undo of an address outlives
 * whatever somebody with the password can do, since it went to the address that the account had longest; what an
 * administrator decides ends it as well.
 */
const ENDED_BY = {
  "address changed": ["invite", "reset_password"],
  "address moved": ["invite", "reset_password", "undo_email"],
  "address restored": ["invite", "reset_password", "undo_email"],
  "password changed": ["invite", "reset_password"],
  "password reset": ["invite", "reset_password"],
  "invitation accepted": ["invite", "reset_password"],
  "roles changed": ["invite", "reset_password"],
  "account rescued": ["invite", "reset_password", "undo_email"],
  "account deleted": ["invite", "reset_password", "undo_email"],
} as const satisfies Record<string, readonly Purpose[]>;

/** Makes those of somebody's outstanding links useless that an action ends. */
export async function endLinksAfter(
  db: Db,
  userId: string,
  action: keyof typeof ENDED_BY,
  now: Date,
): Promise<void> {
  await endLinks(db, userId, ENDED_BY[action], now);
}

/** Ends every link of everybody of a company that is deleted; its restore brings none back. */
export async function endCompanyLinks(db: Db, companyId: string, now: Date): Promise<void> {
  await db
    .updateTable("action_links")
    .set({ used_at: now })
    .where("user_id", "in", (eb) => eb.selectFrom("users").select("id").where("company_id", "=", companyId))
    .where("used_at", "is", null)
    .execute();
}
