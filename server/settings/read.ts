import { LIMITS } from "#contract/limits.ts";
import type { Db } from "../lib/context.ts";

/** The organisation's value of a setting, or null where the default holds. */
export async function readSetting(db: Db, key: string): Promise<unknown> {
  const row = await db
    .selectFrom("settings")
    .select("value")
    .where("key", "=", key)
    .where("company_id", "is", null)
    .executeTakeFirst();
  return row?.value ?? null;
}

export async function readText(db: Db, key: string, otherwise: string): Promise<string> {
  const value = await readSetting(db, key);
  return typeof value === "string" ? value : otherwise;
}

/** What stands before a ticket's number (decision list 81). */
export async function ticketPrefix(db: Db): Promise<string> {
  return readText(db, "ticket_prefix", "WP-");
}

/** Characters that a password has at least; a setting may ask for more than the usual 8. */
export async function shortestPassword(db: Db): Promise<number> {
  const value = await readSetting(db, "password_minimum");
  return typeof value === "number" ? value : LIMITS.passwordMinimum;
}
