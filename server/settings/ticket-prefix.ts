import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";

export const DEFAULT_TICKET_PREFIX = "WP-";

/** SQL of the prefix of ticket numbers (rule 81), for a statement that reads more than that. */
export const TICKET_PREFIX = sql<string>`coalesce(
  (select value #>> '{}' from settings where key = 'ticket_prefix' and company_id is null), ${DEFAULT_TICKET_PREFIX}::text)`;

/** Reads the prefix of ticket numbers (rule 81). */
export async function readTicketPrefix(db: Db): Promise<string> {
  const { prefix } = await db.selectNoFrom(TICKET_PREFIX.as("prefix")).executeTakeFirstOrThrow();
  return prefix;
}
