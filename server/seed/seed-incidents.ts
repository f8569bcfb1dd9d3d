import type { PoolClient } from "pg";

/** One of so many tickets belongs to an incident: that of the thousand in which it was raised. */
const CHILDREN = 200;
const INCIDENTS = 1000;

/** Makes some tickets those of incidents as `server/links` does, by one statement. */
export async function seedIncidents(client: PoolClient): Promise<void> {
  await client.query(`
    insert into ticket_links (id, from_ticket_id, to_ticket_id, kind, created_by, created_at)
    select gen_random_uuid(), child.id, incident.id, 'child', coalesce(child.assignee_id, child.created_by), child.created
    from tickets child
    join tickets incident on incident.number = child.number - child.number % ${INCIDENTS} + 7 and incident.deleted_at is null
    where child.number % ${CHILDREN} = 11 and child.deleted_at is null and child.id <> incident.id`);
}
