import { afterAll, beforeAll, expect, it } from "vitest";
import type pg from "pg";
import type { ReportQuery } from "#server/sla/reports/report.ts";
import { makePool } from "#server/db/open-database.ts";
import { migrate } from "#server/db/migrate.ts";
import { createSeededRandom, type SeededRandom } from "#server/lib/seeded-random.ts";
import { SLA_TARGETS } from "#contract/sla/targets.ts";
import { PRIORITIES } from "#contract/statuses.ts";
import type { World } from "../../test/support/app/app-with-people.ts";
import { makeMeasuredWorld, moveTo, raise } from "../../test/support/sla-clock/service-levels.ts";

/*
 * Several connections record verdicts, judge again and remove samples at random, several statements in a transaction, some of
 * which are rolled back; then every counter must be what counting the verdicts finds, and every report.
 * SLA_TRANSACTIONS=20000 SLA_SEED=7 npx vitest run server/sla/counters.test.ts
 */
const TRANSACTIONS = Number(process.env["SLA_TRANSACTIONS"] ?? 600);
const SEED = Number(process.env["SLA_SEED"] ?? 1);
const CONNECTIONS = 8;
const MONTHS = ["2026-08", "2026-09", "2026-10", "2026-11"];

let world: World;
let pool: pg.Pool;
let versions: { policy: string; calendar: string };
beforeAll(async () => {
  world = await makeMeasuredWorld();
  pool = makePool({ ...world.pool.options, max: CONNECTIONS }).pool;
  const { rows } = await world.pool.query(
    "select (select id from sla_policy_versions) as policy, (select max(id::text) from calendar_versions) as calendar",
  );
  [versions] = rows;
});
afterAll(async () => {
  await pool.end();
  await world.end();
});

it(
  "counters equal a recount after random verdicts on 8 connections, and reports what counting verdicts gives",
  { timeout: 600_000 },
  async () => {
    moveTo(world, "17 09:00");
    let left = TRANSACTIONS;
    const work = async (number: number) => {
      const lane = await openLane(number);
      while (left > 0) {
        left -= 1;
        await oneTransaction(lane);
      }
    };
    const lanes = await Promise.allSettled(Array.from({ length: CONNECTIONS }, (_, number) => work(number)));
    expect(lanes.filter(({ status }) => status === "rejected")).toEqual([]);
    expect(await rowsOf("select count(distinct slot) > 1 as many from sla_monthly_totals")).toEqual([
      { many: true },
    ]);
    expect(await findDrift()).toEqual([]);
    expect(await rowsOf("select recount_sla() as drift")).toEqual([{ drift: 0 }]);
    const verdicts = await rowsOf(
      `select to_char(month, 'YYYY-MM') as month, company_id as company, priority, target, verdict = 'met' as met,
         supersedes_id is not null as again
       from sla_verdicts v where not exists (select from sla_verdicts newer where newer.supersedes_id = v.id)`,
    );
    expect(verdicts.length).toBeGreaterThan(TRANSACTIONS);
    for (const query of listQueries())
      expect([query, await report(query)]).toEqual([query, naive(query, verdicts)]);
  },
);

it.each([
  ["sla_monthly", "update sla_monthly set met = met + 5 where month = '2026-10-01'"],
  ["sla_monthly_totals", "update sla_monthly_totals set missed = missed - 1 where month = '2026-10-01'"],
  [
    "both, each in its way",
    "delete from sla_monthly where priority = 'high'; delete from sla_monthly_totals where met > 3",
  ],
])("a recount mends %s, and leaves the other as it is", async (_, statement) => {
  await world.pool.query(statement);
  expect(await findDrift()).not.toEqual([]);
  expect(await rowsOf("select recount_sla() > 0 as found")).toEqual([{ found: true }]);
  expect(await findDrift()).toEqual([]);
  expect(await rowsOf("select recount_sla() as drift")).toEqual([{ drift: 0 }]);
});

it("a desk that counted before the totals were there has them after its next start", async () => {
  const database = `waypost_test_before_totals_${process.pid}`;
  await world.pool.query(`create database ${database}`);
  const before = makePool({ ...world.pool.options, database });
  try {
    await migrate(before.pool, () => {}, undefined, 72);
    await before.pool.query(
      `insert into sla_monthly
       select month, company, priority, target, slot, 3 * slot - 1, 1, slot
       from unnest(array['2026-10-01', '2026-11-01']::date[]) month,
         unnest(array['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']::uuid[]) company,
         unnest($1::text[]) priority, unnest($2::text[]) target, generate_series(0, 2) slot`,
      [PRIORITIES, SLA_TARGETS],
    );
    await migrate(before.pool, () => {});
    const { rows } = await before.pool.query(
      "select month, slot, met, missed, judged_again, count(*) as companies from sla_monthly_totals group by 1, 2, 3, 4, 5 order by 1, 2",
    );
    expect(rows).toEqual(
      ["2026-10-01", "2026-11-01"].flatMap((month) => [0, 1, 2].map((slot) => ofSlot(month, slot))),
    );
  } finally {
    await before.pool.end();
    await world.pool.query(`drop database ${database} with (force)`);
  }
});

/** What a slot then counts of all priorities and targets, of which there are twelve together. */
const ofSlot = (month: string, slot: number) => ({
  month,
  slot,
  met: 12 * (3 * slot - 1),
  missed: 12,
  judged_again: 12 * slot,
  companies: 2,
});

const rowsOf = async (statement: string) => (await world.pool.query(statement)).rows;

/** Counters that are not what they should be: those of the verdicts, and the totals of what each slot has counted. */
const findDrift = () =>
  rowsOf(
    `select 'sla_monthly' as counters, month, company_id from (
       select month, company_id, priority, target, met, missed, judged_again from sla_monthly
       union all
       select month, company_id, priority, target, -(verdict = 'met')::int, -(verdict = 'missed')::int,
         -(supersedes_id is not null)::int
       from sla_verdicts v where not exists (select from sla_verdicts newer where newer.supersedes_id = v.id)) as both_ways
     group by month, company_id, priority, target
     having (sum(met), sum(missed), sum(judged_again)) <> (0, 0, 0)
     union all
     select 'sla_monthly_totals', month, company_id from (
       select month, company_id, met, missed, judged_again from sla_monthly_totals
       union all
       select month, company_id, -met, -missed, -judged_again from sla_monthly) as both_ways
     group by month, company_id
     having (sum(met), sum(missed), sum(judged_again)) <> (0, 0, 0)`,
  );

type Lane = { random: SeededRandom; tickets: string[] };

/** Two tickets that nobody else decides about; the second one is a sample. */
async function openLane(number: number): Promise<Lane> {
  const tickets = [await raise(world), await raise(world)];
  await world.pool.query("insert into samples (kind, id) values ('ticket', $1)", [tickets[1]]);
  return { random: createSeededRandom(SEED * 100 + number), tickets };
}

/** One to three statements; one transaction in ten is taken back. */
async function oneTransaction(lane: Lane) {
  const client = await pool.connect();
  try {
    await client.query("begin");
    for (let left = 1 + lane.random.below(3); left > 0; left -= 1)
      await lane.random.pick([decide, decide, judgeAgain, removeSample])(client, lane);
    await client.query(lane.random.chance(0.1) ? "rollback" : "commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

let cycle = 0;
const COLUMNS = `id, ticket_id, target, cycle, verdict, started_at, ended_at, month, company_id, priority, target_seconds,
  used_seconds, over_seconds, policy_version_id, calendar_version_id, tz, decided_at`;

/** One verdict, or many at once. */
async function decide(client: pg.PoolClient, { random, tickets }: Lane) {
  const decided = Array.from({ length: random.pick([1, 1, 20]) }, () => ({
    ticket: random.pick(tickets),
    cycle: (cycle += 1),
    target: random.pick(SLA_TARGETS),
    verdict: random.pick(["met", "met", "missed"]),
    month: `${random.pick(MONTHS)}-01`,
    company: random.pick([world.companies.kestrel, world.companies.aster]),
    priority: random.pick(PRIORITIES),
  }));
  await client.query(
    `insert into sla_verdicts (${COLUMNS})
     select gen_random_uuid(), ticket, target, cycle, verdict, month, month, month, company, priority, 60, 60, 0, $2, $3, 'test', month
     from jsonb_to_recordset($1) as n(ticket uuid, cycle int, target text, verdict text, month date, company uuid, priority text)`,
    [JSON.stringify(decided), versions.policy, versions.calendar],
  );
}

/** Some of those that stand, now with the other result. */
async function judgeAgain(client: pg.PoolClient, { random, tickets }: Lane) {
  await client.query(
    `insert into sla_verdicts (${COLUMNS}, supersedes_id, reason, judged_by)
     select gen_random_uuid(), ticket_id, target, cycle, case when verdict = 'met' then 'missed' else 'met' end, started_at,
       ended_at, month, company_id, priority, target_seconds, used_seconds, over_seconds, policy_version_id,
       calendar_version_id, tz, decided_at, id, 'the office was closed', $2
     from sla_verdicts v
     where ticket_id = any($1) and not exists (select from sla_verdicts newer where newer.supersedes_id = v.id)
     order by cycle desc limit $3`,
    [tickets, world.idOf("maren"), random.below(4)],
  );
}

async function removeSample(client: pg.PoolClient, { tickets }: Lane) {
  await client.query("set local waypost.removing_samples = 'yes'");
  await client.query("delete from sla_verdicts where ticket_id = $1", [tickets[1]]);
}

const BY = ["company", "month", "priority", "target"] as const;

/** Reports of every kind, with every filter and some of them together. */
function listQueries(): ReportQuery[] {
  const filters = [
    {},
    { company_id: world.companies.kestrel },
    { priority: "high" as const },
    { target: "resolution" as const },
    { priority: "low" as const, target: "first_response" as const, company_id: world.companies.aster },
  ];
  const spans = [
    { from: "2026-08", to: "2026-11" },
    { from: "2026-09", to: "2026-09" },
    { from: "2025-01", to: "2025-03" },
  ];
  return BY.flatMap((by) => filters.flatMap((filter) => spans.map((span) => ({ by, ...filter, ...span }))));
}

type Shown = { met: number; missed: number; share: number | null; judged_again: number };

/** Each row by its key, and the total. */
async function report(query: ReportQuery) {
  const { rows, total } = (await world.as("lena").get("/reports/sla", query)).body;
  const shown = rows.map(({ key, label: _, ...figures }: { key: string; label: string }) => [key, figures]);
  return { rows: Object.fromEntries(shown), total };
}

type Verdict = {
  month: string;
  company: string;
  priority: string;
  target: string;
  met: boolean;
  again: boolean;
};

/** The same from the verdicts that stand, one by one. */
function naive(query: ReportQuery, verdicts: readonly Verdict[]) {
  const { by, company_id, priority, target, from = "", to = "" } = query;
  const counted = verdicts.filter(
    (each) =>
      each.month >= from &&
      each.month <= to &&
      (company_id ?? each.company) === each.company &&
      (priority ?? each.priority) === each.priority &&
      (target ?? each.target) === each.target,
  );
  const year = Number(from.slice(0, 4));
  const months = Array.from({ length: 12 }, (_, n) => `${year}-${String(n + 1).padStart(2, "0")}`).filter(
    (month) => month >= from && month <= to,
  );
  const rows = [...Map.groupBy(counted, (each) => each[by])].map(([key, group]) => [
    key,
    {
      ...figuresOf(group),
      months: months.map((month) => ({ ...figuresOf(group.filter((each) => each.month === month)), month })),
    },
  ]);
  return { rows: Object.fromEntries(rows), total: figuresOf(counted) };
}

function figuresOf(verdicts: readonly Verdict[]): Shown {
  const met = verdicts.filter((each) => each.met).length;
  const thousandths = Math.floor((met * 1000) / verdicts.length);
  return {
    met,
    missed: verdicts.length - met,
    share: verdicts.length === 0 ? null : thousandths / 1000,
    judged_again: verdicts.filter((each) => each.again).length,
  };
}
