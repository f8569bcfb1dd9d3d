import type { Db } from "#server/lib/request-context.ts";
import { isNotClosed } from "#server/tickets/status-sql.ts";
import { anyOf } from "#server/lib/any-of.ts";
import { findInForce, isSame, type Known } from "../clock/in-force.ts";

/** Ids of the client companies; the provider's own has no service level. */
export async function listCompanies(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("companies").select("id").where("is_internal", "=", false).execute();
  return rows.map(({ id }) => id);
}

/** The companies to which something else applies by another book than by this one. */
export function findDiffering(
  companies: readonly string[],
  [one, other]: readonly [Known, Known],
  at: number,
): string[] {
  return companies.filter((id) => !isSame(findInForce(one, id, at), findInForce(other, id, at)));
}

/** Tickets of companies that are neither closed nor in the trash. */
export function openTickets(db: Db, companies: readonly string[]) {
  return db
    .selectFrom("tickets as t")
    .where("t.company_id", "=", anyOf(companies))
    .where("t.deleted_at", "is", null)
    .where(isNotClosed("t.status"));
}

export async function countOpen(db: Db, companies: readonly string[]): Promise<number> {
  if (companies.length === 0) return 0;
  const { open } = await openTickets(db, companies)
    .select((eb) => eb.fn.countAll<number>().as("open"))
    .executeTakeFirstOrThrow();
  return open;
}
