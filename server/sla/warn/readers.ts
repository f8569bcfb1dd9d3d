import { sql } from "kysely";
import { anyOf } from "#server/lib/any-of.ts";
import type { Db } from "#server/lib/request-context.ts";

/** Somebody who is told of a ticket's due time, and why it is them. */
export type Reader = {
  ticket_id: string;
  user_id: string;
  why: "assigned" | "team" | "reports";
  team: string | null;
};

/**
 * Finds who is told of tickets: the assignee; without one the members of the ticket's team; where there are none either,
 * whoever reads reports (rule 917). Clients never are.
 */
export async function findReaders(db: Db, ticketIds: readonly string[]): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    with asked as (
      select t.id, t.assignee_id, t.group_id from tickets t where t.id = ${anyOf(ticketIds)}),
    staff as (select id from users where user_type = 'internal' and deleted_at is null),
    assignees as (
      select asked.id as ticket_id, staff.id as user_id, 'assigned' as why, null::text as team
      from asked join staff on staff.id = asked.assignee_id),
    members as (
      select asked.id as ticket_id, staff.id as user_id, 'team' as why, g.name as team
      from asked join groups g on g.id = asked.group_id and g.deleted_at is null
      join group_members m on m.group_id = g.id join staff on staff.id = m.user_id
      where not exists (select from assignees a where a.ticket_id = asked.id)),
    others as (
      select asked.id as ticket_id, staff.id as user_id, 'reports' as why, null::text as team
      from asked cross join staff
      where not exists (select from assignees a where a.ticket_id = asked.id)
        and not exists (select from members m where m.ticket_id = asked.id)
        and exists (select from user_roles ur join role_permissions p on p.role_id = ur.role_id
          where ur.user_id = staff.id and p.permission = 'reports.read'))
    select * from assignees union all select * from members union all select * from others
    order by ticket_id, user_id`.execute(db);
  return rows;
}
