import { sql, type Expression, type ExpressionBuilder, type SqlBool } from "kysely";
import { type Actor, hasPermission, isExternal } from "#contract/access/actor.ts";
import { unseen } from "#server/lib/db/bounds.ts";
import type { Tables } from "#server/db/tables.ts";

type TicketBuilder = ExpressionBuilder<Tables & { t: Tables["tickets"] }, "t">;

/**
 * The tickets that an actor may see at all (rules 52 and 440); everything that shows or counts tickets uses this.
 * The table is called `t`. Tickets in the trash are filtered elsewhere.
 */
export function visibleTickets(actor: Actor): (eb: TicketBuilder) => Expression<SqlBool> {
  return (eb) => eb.or(listScopes(eb, actor));
}

/**
 * Lists the parts of the scope: a ticket in one of them is visible, and an index leads to each. A page is cut from each
 * and the pages are merged, since no index leads to "this or that" in order.
 */
export function listScopes(eb: TicketBuilder, actor: Actor): Expression<SqlBool>[] {
  if (!hasPermission(actor, "tickets.read")) return [sql<SqlBool>`false`];
  if (!isExternal(actor)) return [sql<SqlBool>`true`];
  const shared = scopeOfCompany(eb, actor);
  const involved = scopeInvolved(eb, actor);
  return shared === null || actor.company_id === null
    ? involved
    : [eb.and([eb("t.company_id", "=", unseen(actor.company_id)), shared]), ...involved];
}

/**
 * What an external user sees of their company's tickets: client admins all but confidential ones of others, clients those
 * of colleagues where the company shares. Null without a company.
 */
export function scopeOfCompany(eb: TicketBuilder, actor: Actor): Expression<SqlBool> | null {
  if (actor.company_id === null) return null;
  if (hasPermission(actor, "tickets.edit")) return eb("t.confidential", "=", false);
  return sql<SqlBool>`(not t.confidential
    and exists (select from companies where id = ${unseen(actor.company_id)} and sharing = 'company'))`;
}

/** Tickets that an external user requested or follows, in whatever company. */
export function scopeInvolved(eb: TicketBuilder, actor: Actor): Expression<SqlBool>[] {
  return [
    eb("t.client_id", "=", unseen(actor.id)),
    // An array lets the planner look its few tickets up rather than scan all for them.
    sql<SqlBool>`t.id = any(array(select ticket_id from participants where user_id = ${unseen(actor.id)}))`,
  ];
}
