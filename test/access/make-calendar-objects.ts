import { randomUUID } from "node:crypto";
import type { Player, Stage } from "./callers.ts";
import { makeRow, missing, type Relation, type Target } from "./make-objects.ts";

/** A calendar of the desk; deleted is archived. */
export async function calendar(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  const absent = await missing(relation, async () => player.id);
  if (absent) return { id: absent, ticket: absent };
  const now = stage.world.clock.now();
  const id = await makeRow(
    stage,
    "make-calendar",
    `with made as (insert into calendars (name, version, archived_at) values ($1, 1, $2) returning id),
       version as (insert into calendar_versions (calendar_id, number, zone, week, created_at, created_by)
         select id, 1, 'Europe/London', $3, $4, $5 from made returning id),
       day as (insert into calendar_days (calendar_version_id, day, name)
         select id, '2026-12-25', 'Christmas Day' from version)
       select id from made`,
    [
      `Calendar ${randomUUID()}`,
      relation === "deleted" ? now : null,
      JSON.stringify({ mon: [["08:00", "18:00"]], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] }),
      now,
      player.id,
    ],
  );
  return { id, ticket: id };
}
