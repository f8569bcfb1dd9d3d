import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDatabase } from "../../test/support/database/database.ts";
import { openFolderStore } from "#server/lib/file-store/folder-store.ts";
import { syncRoles } from "#server/roles/sync-roles.ts";
import type { SeedPlan } from "./seed-people.ts";
import { seedDesk } from "./seed.ts";

const plan: SeedPlan = { tickets: 3000, companies: 40, agents: 12, clients: 300, seed: 7 };
const until = new Date("2026-11-20T00:00:00.000Z");
type Made = Awaited<ReturnType<typeof makeDatabase>>;
let database: Made;

beforeAll(async () => {
  database = await seeded(plan);
});
afterAll(() => database.drop());

async function seeded(wanted: SeedPlan): Promise<Made> {
  const made = await makeDatabase();
  await syncRoles(made.db);
  await seedDesk(made.pool, { plan: wanted, until, prefix: "WP-", onProgress: () => {} });
  return made;
}

async function one(query: string, { pool }: Made = database) {
  const answer = await pool.query<Record<string, unknown>>(query);
  return answer.rows[0] ?? {};
}

const figure = async (query: string) => Number(Object.values(await one(query))[0]);

test("the same seed is refused a second time, and another one fits beside it", async () => {
  const again = (seed: number) =>
    seedDesk(database.pool, {
      plan: { ...plan, tickets: 10, seed },
      until,
      prefix: "WP-",
      onProgress: () => {},
    });
  await expect(again(7)).rejects.toThrow("This database has the seed 7 already");
  expect(await figure("select count(*) from tickets")).toBe(3000);
  const other = await seeded({ ...plan, tickets: 10 });
  await seedDesk(other.pool, {
    plan: { ...plan, tickets: 10, seed: 8 },
    until,
    prefix: "WP-",
    onProgress: () => {},
  });
  expect(await one("select count(*) as n from tickets", other)).toEqual({ n: 20 });
  await other.drop();
});

test("nobody invented can sign in", async () => {
  expect(await figure("select count(*) from credentials")).toBe(0);
});

test("the same seed gives the same desk", async () => {
  const other = await seeded(plan);
  const desk = `select md5(string_agg(concat_ws('|', t.id, t.uid, t.subject, t.issue, t.status, t.updated, u.email, c.name), ''
    order by t.number)) as desk from tickets t join users u on u.id = t.client_id join companies c on c.id = t.company_id`;
  expect(await one(desk, other)).toEqual(await one(desk));
  await other.drop();
});

test("it is as large as asked, and as skewed as desks are", async () => {
  expect(
    await one(`select (select count(*) from tickets) as tickets,
      (select count(*) from companies where not is_internal) as companies,
      (select count(*) from users where user_type = 'internal') as agents,
      (select count(*) from users where user_type = 'external') as clients`),
  ).toEqual({ tickets: 3000, companies: 40, agents: 12, clients: 300 });
  const share = (condition: string) => figure(`select avg((${condition})::int) from tickets`);
  expect(await share("status = 'closed'")).toBeGreaterThan(0.85);
  expect(await share("length(subject) <= 200 and length(issue) <= 20000")).toBe(1);
  expect(await figure("select avg(length(issue)) from tickets")).toBeGreaterThan(450);
  expect(await figure("select avg(length(issue)) from tickets")).toBeLessThan(750);
  const ratio = await figure("select (select count(*) from comments where source <> 'merged')::float / 3000");
  expect(ratio).toBeGreaterThan(0.4);
  expect(ratio).toBeLessThan(0.6);
  const largest = await figure(
    "select max(n) from (select count(*) as n from tickets group by company_id) as sizes",
  );
  expect(largest).toBeGreaterThan((3000 / 40) * 3);
});

test("everything of it agrees: figures, times, people, numbers", async () => {
  expect(await one("select bool_and(drift = 0) as exact from recount_figures()")).toEqual({ exact: true });
  expect(
    await figure(`select count(*) from tickets t join users u on u.id = t.client_id where u.company_id <> t.company_id
      or t.created > t.updated or t.updated > '2026-11-20' or (t.status = 'closed') <> (t.closed is not null)`),
  ).toBe(0);
  expect(
    await figure(
      `select count(*) from ticket_numbers n join tickets t using (number)
       where n.ticket_id <> coalesce(t.merged_into_id, t.id) or (n.kind = 'merged') <> (t.merged_into_id is not null)`,
    ),
  ).toBe(0);
  const merged = await figure("select count(*) from tickets where merged_into_id is not null");
  expect(merged).toBeGreaterThan(25);
  expect(await figure("select count(*) from ticket_merges")).toBe(merged);
  expect(await figure("select count(*) from ticket_links where kind = 'child'")).toBeGreaterThan(5);
  expect(
    await figure(
      "select count(*) from comments c join tickets t on t.id = c.ticket_id where c.created_at > t.updated",
    ),
  ).toBe(0);
});

test("mails come with it when asked for: most of them on tickets, the rest in every state, with originals", async () => {
  const folder = mkdtempSync(join(tmpdir(), "seed-files-"));
  const files = openFolderStore(folder);
  const made = await makeDatabase();
  await syncRoles(made.db);
  const mail = { mails: 2000, files };
  await seedDesk(made.pool, {
    plan: { ...plan, tickets: 100 },
    mail,
    until,
    prefix: "WP-",
    onProgress: () => {},
  });
  const { rows } = await made.pool.query<{ state: string; n: number; hash: Buffer }>(
    "select state, count(*) as n, min(raw_hash) as hash from incoming_mails group by state order by state",
  );
  expect(rows.map(({ state, n }) => [state, n])).toEqual([
    ["done", 1800],
    ["failed", 2],
    ["held", 20],
    ["ignored", 120],
    ["spam", 58],
  ]);
  for (const { hash } of rows) expect(await files.read(hash)).not.toBeNull();
  expect(
    await one(
      "select count(*) as n from incoming_mails where (state = 'done') <> (ticket_id is not null)",
      made,
    ),
  ).toEqual({
    n: 0,
  });
  await made.drop();
  rmSync(folder, { recursive: true });
});

test("agents have an Inbox of their newest tickets, most of it done", async () => {
  const found =
    await one(`select count(distinct user_id)::int as agents, bool_and(done_at is null or read_at is not null) as sound,
    count(*) filter (where read_at is null)::int as unread from inbox_items`);
  expect(found).toMatchObject({ sound: true });
  expect(Number(found["agents"])).toBeGreaterThan(8);
  expect(Number(found["unread"])).toBeGreaterThan(100);
});

test("a desk with a service level gets verdicts for closed tickets, and open ones wait for their clocks", async () => {
  const made = await makeDatabase();
  await syncRoles(made.db);
  await made.pool.query(`
    with policy as (insert into sla_policies (name) values ('Standard') returning id),
      calendar as (insert into calendars (name, version) values ('Hours', 1) returning id),
      hours as (insert into calendar_versions (calendar_id, number, zone, week, created_at, created_by)
        select calendar.id, 1, 'UTC', '{}', '2020-01-01', p.id from calendar, principals p where p.kind = 'system'),
      version as (insert into sla_policy_versions (policy_id, number, pauses_for_client, pauses_for_third_party, created_at,
          created_by)
        select policy.id, 1, true, true, '2020-01-01', p.id from policy, principals p where p.kind = 'system' returning id),
      targets as (insert into sla_targets (policy_version_id, priority, first_response_minutes, resolution_minutes)
        select version.id, priority, 60, 600 from version, unnest(array['low', 'normal', 'high', 'urgent']) as priority)
    insert into sla_assignments (policy_id, calendar_id, from_at, assigned_by)
      select policy.id, calendar.id, '2020-01-01', p.id from policy, calendar, principals p where p.kind = 'system'`);
  await seedDesk(made.pool, { plan: { ...plan, tickets: 300 }, until, prefix: "WP-", onProgress: () => {} });
  const figures = await one(
    `select (select count(*) from sla_verdicts where target = 'resolution')::int as resolved,
       (select count(*) from tickets where status = 'closed' and company_id is not null and deleted_at is null)::int as closed,
       (select sum(met + missed) from sla_monthly)::int as counted,
       (select sum(met + missed) from sla_monthly_totals)::int as totals, (select count(*) from sla_verdicts)::int as verdicts,
       (select count(*) from sla_queue q join tickets t on t.id = q.ticket_id and t.status = 'closed')::int as needless`,
    made,
  );
  expect(figures["resolved"]).toBe(figures["closed"]);
  expect(figures["counted"]).toBe(figures["verdicts"]);
  expect(figures["totals"]).toBe(figures["verdicts"]);
  expect(figures["needless"]).toBe(0);
  await made.drop();
});
