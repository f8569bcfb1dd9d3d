import type { PoolClient } from "pg";
import { IMPORT_PRINCIPAL } from "#server/lib/request-context.ts";
import { copyHistory } from "#server/lib/db/copy-history.ts";

/** Adds companies that an import names and nobody knows, in the caller's transaction. Answers the ids of those added. */
export async function addImportedCompanies(
  client: PoolClient,
  names: readonly string[],
  now: Date,
): Promise<string[]> {
  if (names.length === 0) return [];
  const answer = await client.query<{ id: string; name: string }>(
    `insert into companies (name, created_at) select name, $2 from unnest($1::text[]) as new (name)
     on conflict do nothing returning id, name`,
    [names, now],
  );
  await copyHistory(
    client,
    answer.rows.map(({ id, name }) => ({
      id,
      kind: "company.created" as const,
      at: now,
      by: IMPORT_PRINCIPAL,
      companyId: id,
      after: { name },
    })),
  );
  return answer.rows.map(({ id }) => id);
}

/**
 * Deletes those of the companies that an import added which nobody changed, and which hold no person and no ticket. Answers the
 * ids of those that went.
 */
export async function deleteUntouchedCompanies(
  client: PoolClient,
  ids: readonly string[],
  { by, now }: { by: string; now: Date },
): Promise<string[]> {
  const answer = await client.query<{ id: string }>(
    `update companies c set deleted_at = $2, version = version + 1
     where id = any($1::uuid[]) and deleted_at is null and version = 1
       and not exists (select from tickets t where t.company_id = c.id and t.deleted_at is null)
       and not exists (select from users u where u.company_id = c.id and u.deleted_at is null)
     returning id`,
    [ids, now],
  );
  await copyHistory(
    client,
    answer.rows.map(({ id }) => ({ id, kind: "company.deleted" as const, at: now, by, companyId: id })),
  );
  return answer.rows.map(({ id }) => id);
}
