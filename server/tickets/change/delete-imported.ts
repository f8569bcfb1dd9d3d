import type { PoolClient } from "pg";
import { copyHistory } from "#server/lib/db/copy-history.ts";

/**
 * Moves those of an import's tickets to the trash to which nothing was done since, in the caller's transaction: not
 * changed, answered, followed or given a file. Answers the ids of those that are in the trash now, by whoever's hand.
 */
export async function deleteUntouchedTickets(
  client: PoolClient,
  ids: readonly string[],
  { by, now }: { by: string; now: Date },
): Promise<string[]> {
  // Locked in the order of everybody, so that nobody works on one of them meanwhile.
  await client.query("select id from tickets where id = any($1::uuid[]) order by id for update", [ids]);
  const answer = await client.query<{ id: string; companyId: string | null }>(
    `update tickets t set deleted_at = $2, deleted_by = $3, version = version + 1, updated = $2
     where id = any($1::uuid[]) and deleted_at is null and version = 1
       and not exists (select from history h where h.entity = 'ticket' and h.entity_id = t.id and h.via <> 'import')
       and not exists (select from comments c where c.ticket_id = t.id and c.source <> 'import')
       and not exists (select from attachments a where a.ticket_id = t.id)
       and not exists (select from participants p where p.ticket_id = t.id)
     returning id, company_id as "companyId"`,
    [ids, now, by],
  );
  await copyHistory(
    client,
    answer.rows.map(({ id, companyId }) => ({
      id,
      kind: "ticket.deleted" as const,
      at: now,
      by,
      companyId,
      after: { version: 2 },
    })),
  );
  const gone = await client.query<{ id: string }>(
    "select id from tickets where id = any($1::uuid[]) and deleted_at is not null",
    [ids],
  );
  return gone.rows.map(({ id }) => id);
}
