import { sql } from "kysely";
import { isExternal } from "#contract/access/actor.ts";
import type { Ctx } from "#server/lib/request-context.ts";

/** Whether people of a company see due times and receipts; of the caller's own without one. Staff always do. */
export async function isShownTo(
  { db, actor }: Pick<Ctx, "db" | "actor">,
  companyId: string | null = actor.company_id,
): Promise<boolean> {
  if (!isExternal(actor)) return true;
  const { rows } = await sql<{ shown: boolean }>`select sla_shown_to(${companyId}::uuid) as shown`.execute(
    db,
  );
  return rows[0]?.shown === true;
}
