import { sql } from "kysely";
import { anyOf } from "#server/lib/any-of.ts";
import type { Db } from "#server/lib/request-context.ts";
import type { Rows } from "./plan-rows.ts";

/**
 * Writes the rows of some tickets as they are planned, and takes those away that are not, in four statements for all. A clock
 * of which its readers were told stays told. Answers the tickets of which something is different now.
 */
export async function writeRows(db: Db, ids: readonly string[], { clocks, due }: Rows): Promise<string[]> {
  const ended = await sql<Changed>`
    delete from sla_clocks c where c.ticket_id = ${anyOf(ids)} and not exists (
      select from json_to_recordset(${JSON.stringify(clocks)}::json) as kept(ticket_id uuid, target text, cycle int, level text)
      where (kept.ticket_id, kept.target, kept.cycle, kept.level) = (c.ticket_id, c.target, c.cycle, c.level))
    returning c.ticket_id`.execute(db);
  const counted = clocks.length === 0 ? [] : (await upsertClocks(db, clocks)).rows;
  const gone = await sql<Changed>`
    delete from sla_due d where d.ticket_id = ${anyOf(ids)}
      and d.ticket_id <> all(${due.map(({ ticket_id }) => ticket_id)}::uuid[])
    returning d.ticket_id`.execute(db);
  const moved = due.length === 0 ? [] : (await upsertDue(db, due)).rows;
  const changed = [...ended.rows, ...counted, ...gone.rows, ...moved];
  return [...new Set(changed.map(({ ticket_id }) => ticket_id))];
}

type Changed = { ticket_id: string };

function upsertClocks(db: Db, clocks: Rows["clocks"]) {
  return sql<Changed>`
    insert into sla_clocks as c (ticket_id, target, cycle, level, state, started_at, target_seconds, due_at,
      warn_at, warned_at, told_overdue_at, policy_version_id, calendar_version_id)
    select n.ticket_id, n.target, n.cycle, n.level, n.state, n.started_at, n.target_seconds, n.due_at,
      n.warn_at, ${toldAt("due_soon")}, ${toldAt("overdue")}, n.policy_version_id, n.calendar_version_id
    from json_to_recordset(${JSON.stringify(clocks)}::json) as n(ticket_id uuid, target text, cycle int, level text,
      state text, started_at timestamptz, target_seconds int, due_at timestamptz, warn_at timestamptz,
      policy_version_id uuid, calendar_version_id uuid)
    order by n.ticket_id, n.target, n.cycle, n.level
    on conflict (ticket_id, target, cycle, level) do update set state = excluded.state, started_at = excluded.started_at,
      target_seconds = excluded.target_seconds, due_at = excluded.due_at,
      warn_at = excluded.warn_at, policy_version_id = excluded.policy_version_id,
      calendar_version_id = excluded.calendar_version_id
    where (c.state, c.started_at, c.target_seconds, c.due_at, c.warn_at, c.policy_version_id, c.calendar_version_id)
      is distinct from (excluded.state, excluded.started_at, excluded.target_seconds, excluded.due_at, excluded.warn_at,
        excluded.policy_version_id, excluded.calendar_version_id)
    returning c.ticket_id`.execute(db);
}

/** A level that came back has been told of before. */
function toldAt(kind: "due_soon" | "overdue") {
  return sql`(select w.at from sla_warnings w where w.ticket_id = n.ticket_id and w.target = n.target and w.cycle = n.cycle
    and w.level = n.level and w.kind = ${kind})`;
}

function upsertDue(db: Db, due: Rows["due"]) {
  return sql<Changed>`
    insert into sla_due as d (ticket_id, target, due_at, warn_at, is_paused)
    select ticket_id, target, due_at, warn_at, is_paused
    from json_to_recordset(${JSON.stringify(due)}::json) as n(ticket_id uuid, target text, due_at timestamptz,
      warn_at timestamptz, is_paused boolean)
    order by ticket_id
    on conflict (ticket_id) do update set target = excluded.target, due_at = excluded.due_at, warn_at = excluded.warn_at,
      is_paused = excluded.is_paused
    where (d.target, d.due_at, d.is_paused, d.warn_at)
      is distinct from (excluded.target, excluded.due_at, excluded.is_paused, excluded.warn_at)
    returning d.ticket_id`.execute(db);
}

/**
 * Takes everything away that lists are read from: nobody has a service level any more. What was decided stays; what ran, and
 * closings that had not lasted yet, are computed once somebody has one again, whether or not the ticket is closed by then.
 */
export async function emptyRows(db: Db): Promise<void> {
  await sql`insert into sla_queue (ticket_id, seq) select distinct ticket_id, 0 from sla_clocks on conflict do nothing`.execute(
    db,
  );
  await db.deleteFrom("sla_due").execute();
  await db.deleteFrom("sla_clocks").execute();
}
