import { sql } from "kysely";
import type { Db } from "#server/lib/context.ts";

/** Marks all that the demo has made, on a desk that held nothing but the first migration's company and team. */
export async function markSamples(db: Db, { firstTeam }: { firstTeam: string }): Promise<void> {
  await sql`insert into samples (kind, id)
    select 'user', id from users
    union all select 'company', id from companies where not is_internal
    union all select 'group', g.id from groups g join companies c on c.id = g.company_id
      where not (c.is_internal and g.name = ${firstTeam})
    union all select 'ticket', id from tickets`.execute(db);
}
