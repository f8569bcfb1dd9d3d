import { sql } from "kysely";
import type { Db } from "../request-context.ts";

/**
 * Erases texts and reasons from the events of erased tickets, of their comments and of their files; actor, kind and time
 * stay. The one change of the log that the database lets pass, and for such tickets alone.
 */
export async function eraseHistory(db: Db, ticketIds: string[], now: Date): Promise<void> {
  await sql`
    update history set before = without_words(before), after = without_words(after), reason = null, erased_at = ${now}
    where erased_at is null and seq in (
      select seq from history where entity = 'ticket' and entity_id = any(${ticketIds}::uuid[])
      union all
      select seq from history where entity = 'comment' and entity_id in
        (select id from comments where ticket_id = any(${ticketIds}::uuid[]))
      union all
      select seq from history where entity = 'attachment' and coalesce(after, before) ->> 'ticket_id' = any(${ticketIds}::text[]))
    and (before is distinct from without_words(before) or after is distinct from without_words(after) or reason is not null)`.execute(
    db,
  );
}
