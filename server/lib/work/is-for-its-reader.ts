import { sql } from "kysely";

/**
 * Whether the reader of a row of `mails` may still read what it is about: a mail may wait for days, for a server or for
 * another try. Whoever left its ticket, the company that shows it or the desk meanwhile gets nothing more of it. As
 * `visibleTickets` has it, asked for somebody else.
 */
export const isForItsReader = sql<boolean>`(mails.ticket_id is null or mails.user_id is null or exists (
  select from users u join tickets t on t.id = mails.ticket_id left join companies c on c.id = u.company_id
  where u.id = mails.user_id and u.deleted_at is null and c.deleted_at is null and ${holds("tickets.read")}
    and (u.user_type = 'internal' or t.client_id = u.id
      or exists (select from participants p where p.ticket_id = t.id and p.user_id = u.id)
      or (t.company_id = u.company_id and not t.confidential and (c.sharing = 'company' or ${holds("tickets.edit")})))))`;

function holds(permission: string) {
  return sql<boolean>`exists (select from user_roles held join role_permissions r on r.role_id = held.role_id
    where held.user_id = u.id and r.permission = ${sql.lit(permission)})`;
}
