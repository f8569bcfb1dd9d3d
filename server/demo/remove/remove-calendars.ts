import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";
import { findReferencedIds } from "../find-referenced-ids.ts";

/** Removes the demo's calendars but for those that somebody real has saved, and those that something names which stays. */
export async function removeSampleCalendars(
  db: Db,
  { ids, cast }: { ids: string[]; cast: string[] },
): Promise<void> {
  const { rows: versions } = await sql<{ id: string; calendar_id: string }>`
    select id, calendar_id from calendar_versions where calendar_id = any(${ids}::uuid[])`.execute(db);
  const named = await findReferencedIds(db, {
    tables: ["calendars", "calendar_versions"],
    ids: [...ids, ...versions.map(({ id }) => id)],
    besides: ["calendar_versions.calendar_id", "calendar_days.calendar_version_id"],
  });
  const used = ids.filter((id) => named.has(id));
  for (const { id, calendar_id } of versions) if (named.has(id)) used.push(calendar_id);
  const { rows } = await sql<{ id: string }>`
    delete from calendars c where id = any(${ids}::uuid[]) and id <> all(${used}::uuid[]) and not exists (
        select from history h join principals p on p.id = h.principal_id
        where h.entity = 'calendar' and h.entity_id = c.id and p.kind = 'user' and p.id <> all(${cast}::uuid[]))
    returning id`.execute(db);
  const gone = rows.map(({ id }) => id);
  await sql`delete from history where entity = 'calendar' and entity_id = any(${gone}::uuid[])`.execute(db);
}
