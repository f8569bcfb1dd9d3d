import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";

/** Removes the demo's views but for those that somebody real has changed, and what leaving accounts kept for themselves. */
export async function removeSampleViews(
  db: Db,
  { ids, cast, leaving }: { ids: string[]; cast: string[]; leaving: string[] },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    delete from views v where (id = any(${ids}::uuid[]) and not exists (
        select from history h join principals p on p.id = h.principal_id
        where h.entity = 'view' and h.entity_id = v.id and p.kind = 'user' and p.id <> all(${cast}::uuid[])))
      or (audience = 'me' and owner_id = any(${leaving}::uuid[]))
    returning id`.execute(db);
  const gone = rows.map(({ id }) => id);
  await sql`delete from view_pins where view_key = any(${gone}::text[])`.execute(db);
  await sql`delete from history where entity = 'view' and entity_id = any(${gone}::uuid[])`.execute(db);
}
