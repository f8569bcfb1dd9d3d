import type { Pool, PoolClient } from "pg";
import { makeQueueTables } from "#server/lib/work/job-queues.ts";
import { StartError } from "#server/start/start-error.ts";
import { GUEST_ROLE } from "#server/db/database-roles.ts";
import { migrate, withMigrationLock } from "#server/db/migrate.ts";

/**
 * Brings a database up to this code, as the owner of its tables: migrations, the tables of the job queue, and what the
 * app's role and the external users' role may do with all of them. Safe beside another starter. Returns how many
 * migrations were new.
 */
export async function prepareDatabase(owner: Pool, say: (words: string) => void): Promise<number> {
  await refuseForeignGuests(owner);
  const count = await migrate(owner, say);
  await makeQueueTables(owner);
  await withMigrationLock(owner, say, grantRights);
  return count;
}

/**
 * Migration 0008 takes the external users' role where the server has one. Refuses a user to whom it was not given, with
 * the statement that gives it.
 */
async function refuseForeignGuests(owner: Pool): Promise<void> {
  const { rows } = await owner.query<{ user: string; is_new: boolean }>(`
    select current_user as user, to_regclass('public.tickets') is null as is_new from pg_roles
    where rolname = '${GUEST_ROLE}' and not pg_has_role(oid, 'member')
      and not (select rolsuper or (rolcreaterole and current_setting('server_version_num')::int < 160000)
        from pg_roles where rolname = current_user)`);
  const [found] = rows;
  if (found?.is_new)
    throw new StartError(
      `The server has a role ${GUEST_ROLE} already: let its administrator run "grant ${GUEST_ROLE} to ${found.user}".`,
    );
}

async function grantRights(owner: PoolClient): Promise<void> {
  await owner.query("select grant_guest_rights(), grant_app_rights()");
  await owner.query(CLOSE_DATABASE);
  await owner.query(BOUND_UNSORTED_WORDS);
}

/**
 * Nobody but the owner makes tables, temporary ones included: a name that stands for something else is how functions
 * that run as their owner are deceived. Only the owner of the database may take that from everybody.
 */
const CLOSE_DATABASE = `do $$
begin
  if not pg_has_role(current_user, (select datdba from pg_database where datname = current_database()), 'usage')
    or not has_database_privilege('public', current_database(), 'temporary') then return; end if;
  execute format('revoke temporary on database %I from public', current_database());
  execute 'revoke create on schema public from public';
end $$`;

/**
 * Each search reads what the word index has not sorted in yet: 64 kB at most. As a setting of the database, so that a
 * transaction that changes many tickets can raise it for itself (server/tickets/search-index/gather-tokens.ts), which no copy or dump
 * of the tables brings along; who may not set it has it in the index, whose limit nobody can raise.
 */
const BOUND_UNSORTED_WORDS = `do $$
begin
  if not exists (select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
    where d.datname = current_database() and s.setrole = 0 and 'gin_pending_list_limit=64' = any(s.setconfig)) then
    execute format('alter database %I set gin_pending_list_limit = 64', current_database());
  end if;
  if exists (select from pg_class where oid = 'ticket_words_staff'::regclass and reloptions is not null) then
    alter index ticket_words_staff reset (gin_pending_list_limit);
  end if;
exception when insufficient_privilege then
  alter index ticket_words_staff set (gin_pending_list_limit = 64);
end $$`;
