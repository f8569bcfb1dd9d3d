import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeDatabase } from "../../test/support/database/database.ts";
import { APP_ROLE, explainSeparation, GUEST_ROLE, readSeparation } from "./database-roles.ts";
import { prepareDatabase } from "#server/lib/db/prepare-database.ts";

let database: Awaited<ReturnType<typeof makeDatabase>>;
beforeAll(async () => {
  database = await makeDatabase();
  await prepareDatabase(database.pool, () => {});
});
afterAll(() => database.drop());

const rowsOf = async (text: string, values: unknown[] = []) =>
  (await database.pool.query<Record<string, unknown>>(text, values)).rows;

/** The schemas of the catalogue beside PostgreSQL's own. */
const OURS = "n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'";

/** Views that look with their owner's eyes, and say themselves what they show. */
const VIEWS_OF_THE_OWNER = ["company_people"];

describe("the external users' role", () => {
  it("has in the whole catalogue no grant on a table without a policy for that very command", async () => {
    const rights = await rowsOf(
      `select n.nspname || '.' || c.relname as relation, c.relname, c.relkind, c.relrowsecurity as guarded,
         coalesce(c.reloptions::text, '') like '%security_invoker=true%' as looks_as_caller, r.command,
         exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive
           and p.polroles = array[(select oid from pg_roles where rolname = $1)]
           and p.polcmd in ('*', r.letter)) as has_policy
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       cross join (values ('select', 'r'), ('insert', 'a'), ('update', 'w'), ('delete', 'd'), ('truncate', '-'),
         ('references', '-'), ('trigger', '-')) as r(command, letter)
       where c.relkind in ('r', 'p', 'v', 'm', 'f') and ${OURS}
         and case when r.command in ('delete', 'truncate', 'trigger') then has_table_privilege($1, c.oid, r.command)
           else has_any_column_privilege($1, c.oid, r.command) end`,
      [GUEST_ROLE],
    );
    expect(rights.length).toBeGreaterThan(40);
    const open = rights.filter(
      ({ relkind, relname, guarded, has_policy: policy, looks_as_caller: invoker }) =>
        relkind === "v" ? !invoker && !VIEWS_OF_THE_OWNER.includes(String(relname)) : !guarded || !policy,
    );
    expect(open).toEqual([]);
    expect(rights.filter(({ relation }) => String(relation).startsWith("pgboss."))).toEqual([]);
  });

  it("reaches nothing of what proves who somebody is, and writes no account and no role", async () => {
    const [found] = await rowsOf(
      `select array_agg(name || ' ' || command) as reached
       from unnest(array['credentials', 'sessions', 'refresh_tokens', 'access_tokens', 'action_links', 'mails',
         'second_factors', 'recovery_codes', 'rate_limits', 'guest_keys', 'search_parts', 'schema_migrations',
         'samples', 'memberships', 'external_references', 'ticket_totals', 'resolution_counts', 'desk_totals']) as name
       cross join unnest(array['select', 'insert', 'update']) as command
       where has_any_column_privilege($1, name, command)`,
      [GUEST_ROLE],
    );
    expect(found?.["reached"]).toBeNull();
    expect(
      await rowsOf(`select has_any_column_privilege($1, 'comment_versions', 'select') as read`, [GUEST_ROLE]),
    ).toEqual([{ read: false }]);
    const [written] = await rowsOf(
      `select array_agg(name || ' ' || command) as reached
       from unnest(array['users', 'principals', 'user_roles', 'roles', 'role_permissions', 'settings', 'statuses']) as name
       cross join unnest(array['insert', 'update']) as command
       where has_any_column_privilege($1, name, command)`,
      [GUEST_ROLE],
    );
    expect(written?.["reached"]).toBeNull();
  });

  it("may not have what is made tomorrow", async () => {
    await database.pool.query(
      "create table of_tomorrow (words text); create function tomorrow() returns int language sql as 'select 1'",
    );
    await prepareDatabase(database.pool, () => {});
    const [found] = await rowsOf(
      `select has_table_privilege($1, 'of_tomorrow', 'select') as guest, has_function_privilege($1, 'tomorrow()', 'execute') as calls,
         has_table_privilege($2, 'of_tomorrow', 'select') as app, has_function_privilege($2, 'tomorrow()', 'execute') as app_calls`,
      [GUEST_ROLE, APP_ROLE],
    );
    expect(found).toEqual({ guest: false, calls: false, app: true, app_calls: true });
  });
});

describe("functions", () => {
  it("that run as their owner look only where the owner alone makes anything", async () => {
    const loose = await rowsOf(
      `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where p.prosecdef and ${OURS} and not coalesce('search_path=public, pg_temp' = any(p.proconfig), false)`,
    );
    expect(loose).toEqual([]);
  });

  it("are nobody's to call unless it was said, and external users call those they need", async () => {
    const called = await rowsOf(
      `select p.proname as name, has_function_privilege('public', p.oid, 'execute') as everybody
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = 'public' and has_function_privilege($1, p.oid, 'execute') order by 1`,
      [GUEST_ROLE],
    );
    expect(called.filter(({ everybody }) => everybody)).toEqual([]);
    expect(called.map(({ name }) => name)).toEqual([
      "add_public_words",
      "asker",
      "audit_words",
      "comment_origins",
      "guest_company",
      "guest_ends_follow_up",
      "guest_hidden_counts",
      "guest_hits",
      "guest_id",
      "guest_is_admin",
      "guest_is_colleague",
      "guest_may_bring",
      "guest_meets",
      "guest_meets_company",
      "guest_rights",
      "guest_sees_ticket",
      "guest_shares",
      "inbox_take_back",
      "inbox_tell",
      "is_external_person",
      "is_guest",
      "keep_blob",
      "name_key",
      "queue_job",
      "replace_public_words",
      "sign_in_states",
      "sla_facts",
      "sla_shown_to",
      "staff_look_alikes",
      "ticket_ties",
    ]);
  });
});

describe("the app's role", () => {
  it("owns nothing and is nobody special, and neither is the external users'", async () => {
    expect(
      await rowsOf(
        `select rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
           (select count(*)::int from pg_auth_members where member = r.oid) as memberships,
           (select count(*)::int from pg_class where relowner = r.oid) + (select count(*)::int from pg_proc where proowner = r.oid)
             + (select count(*)::int from pg_namespace where nspowner = r.oid)
             + (select count(*)::int from pg_database where datdba = r.oid) as owned
         from pg_roles r where rolname = any($1) order by 1`,
        [[APP_ROLE, GUEST_ROLE]],
      ),
    ).toEqual(
      [APP_ROLE, GUEST_ROLE].map((rolname) => ({
        rolname,
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        rolbypassrls: false,
        memberships: 0,
        owned: 0,
      })),
    );
  });

  it.each([
    ["makes no table", "create table public.own (id int)"],
    ["makes no temporary table either", "create temporary table samples (kind text, id uuid)"],
    ["switches no trigger off", "alter table history disable trigger user"],
    ["switches no trigger off for itself", "set session_replication_role = replica"],
    [
      "changes no function",
      "create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'",
    ],
    ["empties no table", "truncate history"],
    ["makes no role mightier", "alter role waypost_guest superuser"],
    ["becomes nobody else", "set role waypost"],
    [
      "marks nothing as a sample, which could be removed",
      "insert into samples values ('ticket', gen_random_uuid())",
    ],
    ["notes no migration", "delete from schema_migrations"],
    ["changes no history", "update history set reason = 'another'"],
    ["deletes no history", "delete from history"],
    [
      "deletes no history by claiming to remove samples",
      "select set_config('waypost.removing_samples', 'yes', false); delete from history",
    ],
    ["drops nothing", "drop table rate_limits"],
    ["reads no files", "select pg_read_file('/etc/passwd')"],
    ["runs no program", "copy (select 1) to program 'cat'"],
  ])("%s", async (_what, statement) => {
    await database.pool.query(
      `insert into history (id, entity, entity_id, kind, occurred_at, principal_id, audience)
       values (gen_random_uuid(), 'settings', gen_random_uuid(), 'settings.changed', now(),
         '00000000-0000-4000-8000-000000000001', 'administrators')`,
    );
    const client = await database.logins.app.pool.connect();
    try {
      await expect(client.query(statement)).rejects.toThrow(
        /permission denied|must be owner|cannot be changed|must be superuser|must be member/,
      );
    } finally {
      client.release(true);
    }
  });
});

describe("how far external users are kept apart", () => {
  it("is as far as it goes here, and nothing is said", async () => {
    const { app, guests } = database.logins;
    const found = await readSeparation(app.pool, guests.pool);
    expect(found).toEqual({ appOwnsNothing: true, guests: "own login" });
    expect(explainSeparation(found)).toBeNull();
  });

  it("is told in a sentence where one user does everything", async () => {
    const found = await readSeparation(database.pool, null);
    expect(found).toEqual({ appOwnsNothing: false, guests: "set role" });
    expect(explainSeparation(found)).toContain("set DATABASE_OWNER_URL");
    expect(explainSeparation({ appOwnsNothing: true, guests: "set role" })).toContain(
      "set DATABASE_GUEST_URL",
    );
    expect(explainSeparation({ appOwnsNothing: false, guests: "off" })).toContain(
      "row-level security is off",
    );
  });
});
