/*
 * What somebody else than the caller may, as parts of statements: `u` are the rows of `users`, `c` their companies, `t` tickets.
 * What the caller may is decided without the database (server/tickets/visible-tickets.ts).
 */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Permission } from "#contract/access/permissions.ts";

const PERSON = sql`u.id`;

/** Whether a person has a permission by one of their roles. */
export function holds(permission: Permission, person: RawBuilder<unknown> = PERSON): RawBuilder<SqlBool> {
  // Looked up for each of the few candidates: without its offset the roles of every person of the desk are joined first.
  return sql<SqlBool>`exists (select from user_roles ur join role_permissions rp on rp.role_id = ur.role_id
    where ur.user_id = ${person} and rp.permission = ${sql.lit(permission)} offset 0)`;
}

/** Whether a person from outside sees a ticket, as `visibleTickets` has it; never null, also where the ticket has no client. */
export const seesFromOutside: RawBuilder<SqlBool> = sql<SqlBool>`(t.client_id is not distinct from u.id
  or exists (select from participants p where p.ticket_id = t.id and p.user_id = u.id)
  or (t.company_id = u.company_id and not t.confidential and (c.sharing = 'company' or ${holds("tickets.edit")})) is true)`;
