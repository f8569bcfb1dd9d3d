import { sql, type Expression, type ExpressionBuilder, type SqlBool } from "kysely";
import { hasPermission, isExternal } from "#contract/access/actor.ts";
import type { Tables } from "#server/db/tables.ts";
import type { SignedIn } from "#server/lib/context.ts";

type TicketBuilder = ExpressionBuilder<Tables & { t: Tables["tickets"] }, "t">;

/**
 * Which tickets somebody may see at all (rules 52 and 440); everything that shows or counts tickets asks here.
 * The table is called `t`. Tickets in the trash are a question of their own.
 */
export function visibleTickets(actor: SignedIn): (eb: TicketBuilder) => Expression<SqlBool> {
  return (eb) => eb.or(listScopes(eb, actor));
}

/**
 * The same, apart: a ticket is visible that is in one of these, and each is led to by an index. A page is cut from each
 * and the pages are merged, since no index leads to "this or that" in order.
 */
export function listScopes(eb: TicketBuilder, actor: SignedIn): Expression<SqlBool>[] {
  if (!hasPermission(actor, "tickets.read")) return [sql<SqlBool>`false`];
  if (!isExternal(actor)) return [sql<SqlBool>`true`];
  return hasPermission(actor, "tickets.edit") ? scopeCompany(eb, actor) : scopeOwn(eb, actor);
}

/** Client admins: everything of their company but what is confidential and not theirs. */
function scopeCompany(eb: TicketBuilder, actor: SignedIn): Expression<SqlBool>[] {
  if (actor.company_id === null) return scopeInvolved(eb, actor);
  const ofCompany = eb.and([eb("t.company_id", "=", actor.company_id), eb("t.confidential", "=", false)]);
  return [ofCompany, ...scopeInvolved(eb, actor)];
}

/** Clients: what they raised or follow, and their colleagues' where the company shares. */
function scopeOwn(eb: TicketBuilder, actor: SignedIn): Expression<SqlBool>[] {
  if (actor.company_id === null) return scopeInvolved(eb, actor);
  const shared = sql<SqlBool>`(t.company_id = ${actor.company_id} and not t.confidential
    and exists (select from companies where id = ${actor.company_id} and sharing = 'company'))`;
  return [shared, ...scopeInvolved(eb, actor)];
}

function scopeInvolved(eb: TicketBuilder, actor: SignedIn): Expression<SqlBool>[] {
  return [
    eb("t.client_id", "=", actor.id),
    // As an array, so that the planner looks its few tickets up rather than walking all for them.
    sql<SqlBool>`t.id = any(array(select ticket_id from participants where user_id = ${actor.id}))`,
  ];
}
