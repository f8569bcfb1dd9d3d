import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import { IMPORT_PRINCIPAL } from "#server/lib/request-context.ts";
import { giveClientRole } from "#server/roles/give-client-role.ts";
import { copyHistory } from "#server/lib/db/copy-history.ts";

export type NewClient = { email: string; fullname: string; companyId: string | null };

/**
 * Adds clients that an import names and nobody knows, in the caller's transaction: without a password and without an
 * invitation, so that nobody is mailed. Answers the ids of those that were added; an address that somebody has is left.
 */
export async function addImportedClients(
  client: PoolClient,
  people: readonly NewClient[],
  now: Date,
): Promise<string[]> {
  if (people.length === 0) return [];
  const back = await restoreUndone(client, people, now);
  const answer = await client.query<NewClient & { id: string }>(
    `with added as (
      insert into users (id, email, fullname, user_type, company_id, created_at)
      select id, email, fullname, 'external', company_id, $5
      from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[]) as new (id, email, fullname, company_id)
      where not exists (select from user_addresses where address = lower(new.email))
      on conflict do nothing returning id, email, fullname, company_id
    ), named as (
      insert into principals (id, kind, name) select id, 'user', fullname from added
    )
    select id, email, fullname, company_id as "companyId" from added`,
    [
      people.map(() => randomUUID()),
      people.map(({ email }) => email),
      people.map(({ fullname }) => fullname),
      people.map(({ companyId }) => companyId),
      now,
    ],
  );
  await giveClientRole(
    client,
    answer.rows.map(({ id }) => id),
  );
  await copyHistory(
    client,
    answer.rows.map(({ id, email, fullname, companyId }) => ({
      id,
      kind: "user.created" as const,
      at: now,
      by: IMPORT_PRINCIPAL,
      companyId,
      after: { email, fullname, user_type: "external", company_id: companyId, roles: ["Client"] },
    })),
  );
  return [...back, ...answer.rows.map(({ id }) => id)];
}

/** Those of the clients whom an undone import took away, and nobody has touched since, come back. */
async function restoreUndone(client: PoolClient, people: readonly NewClient[], now: Date): Promise<string[]> {
  const answer = await client.query<{ id: string; companyId: string | null }>(
    `update users u set deleted_at = null, company_id = new.company_id, version = version + 1
     from unnest($1::text[], $2::uuid[]) as new (email, company_id)
     where lower(u.email) = lower(new.email) and u.deleted_at is not null and u.erased_at is null
       and u.user_type = 'external'
       and 'import' = (select via from history h where h.entity = 'user' and h.entity_id = u.id order by seq desc limit 1)
     returning u.id, u.company_id as "companyId"`,
    [people.map(({ email }) => email), people.map(({ companyId }) => companyId)],
  );
  await copyHistory(
    client,
    answer.rows.map((row) => ({ ...row, kind: "user.restored" as const, at: now, by: IMPORT_PRINCIPAL })),
  );
  return answer.rows.map(({ id }) => id);
}

/**
 * Deletes those of the clients whom an import added that nothing was done to since: not changed, never signed in, on no
 * ticket that is left, without a comment. Answers the ids of those that went.
 */
export async function deleteUntouchedClients(
  client: PoolClient,
  ids: readonly string[],
  { by, now }: { by: string; now: Date },
): Promise<string[]> {
  const answer = await client.query<{ id: string; companyId: string | null }>(
    `update users u set deleted_at = $2, version = version + 1
     where id = any($1::uuid[]) and deleted_at is null and last_online is null
       and not exists (select from history h where h.entity = 'user' and h.entity_id = u.id and h.via <> 'import')
       and not exists (select from tickets t where t.client_id = u.id and t.deleted_at is null)
       and not exists (select from credentials s where s.user_id = u.id)
       and not exists (select from action_links l where l.user_id = u.id)
       and not exists (select from participants p where p.user_id = u.id)
       and not exists (select from comments c where c.author_id = u.id)
     returning id, company_id as "companyId"`,
    [ids, now],
  );
  await copyHistory(
    client,
    answer.rows.map((row) => ({ ...row, kind: "user.deleted" as const, at: now, by })),
  );
  return answer.rows.map(({ id }) => id);
}
