import { type RawBuilder, sql } from "kysely";
import { type Actor, isExternal } from "#contract/access/actor.ts";
import { maySeeReceipt } from "#contract/access/sla.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { type Facts, factsOf } from "./events.ts";

/** Whether people of the caller's company see due times and receipts. Staff always do. */
export async function isShownTo({ db, actor }: Pick<Ctx, "db" | "actor">): Promise<boolean> {
  if (!isExternal(actor)) return true;
  const { rows } = await sql<{
    shown: boolean;
  }>`select sla_shown_to(${actor.company_id}::uuid) as shown`.execute(db);
  return rows[0]?.shown === true;
}

/** The facts of a row of visible tickets, as a column; null where the caller sees no receipt of it. */
export function factsShownTo(actor: Actor, table: string): RawBuilder<Facts | null> {
  if (!maySeeReceipt(actor, { shown_to_clients: true })) return sql`null::json`;
  const facts = factsOf(`${table}.id`);
  return isExternal(actor)
    ? sql`case when sla_shown_to(${sql.ref(`${table}.company_id`)}) then ${facts} end`
    : facts;
}
