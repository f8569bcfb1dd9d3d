import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";

type Due = { id: string; assignee_id: string | null; follow_up_by: string | null; group_id: string | null };

/**
 * Finds who is told that tickets are due, by the tickets' ids: the assignee, else who set the date; where both are gone the
 * leads of the ticket's team (rule 774). Nobody where there is nobody.
 */
export async function findDueReaders(db: Db, due: readonly Due[]): Promise<Map<string, string[]>> {
  const tickets = due.map(({ id, assignee_id, follow_up_by, group_id }) => ({
    id,
    assignee_id,
    follow_up_by,
    group_id,
  }));
  const { rows } = await sql<{ id: string; reader_ids: string[] }>`
    select due.id, case when person.id is not null then array[person.id] else array(
        select u.id from group_members m
        join users u on u.id = m.user_id and u.deleted_at is null and u.user_type = 'internal'
        where m.group_id = due.group_id and exists (
          select from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id and r.key = 'team_lead')
        order by u.id) end as reader_ids
    from json_to_recordset(${JSON.stringify(tickets)}::json)
      as due(id uuid, assignee_id uuid, follow_up_by uuid, group_id uuid)
    left join lateral (
      select u.id from users u
      where u.id in (due.assignee_id, due.follow_up_by) and u.deleted_at is null and u.user_type = 'internal'
      order by (u.id is not distinct from due.assignee_id) desc limit 1) as person on true`.execute(db);
  return new Map(rows.map(({ id, reader_ids }) => [id, reader_ids]));
}
