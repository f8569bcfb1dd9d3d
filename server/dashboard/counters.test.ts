import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type pg from "pg";
import { makePool } from "#server/db/open-database.ts";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { readMetrics } from "./read.ts";
import { reconcileCounters } from "./reconcile.ts";
import { naiveMetrics } from "../../test/support/naive-metrics.ts";

/*
 * 16 connections create, assign, close, reopen, delete, restore, move and import tickets at random, several in one
 * transaction and in any order of companies and statuses, some rolled back; then every total must be what counting
 * the rows finds. FIGURES_TRANSACTIONS=20000 FIGURES_SEED=7 npx vitest run server/dashboard/counters.test.ts
 */
const TRANSACTIONS = Number(process.env["FIGURES_TRANSACTIONS"] ?? 800);
const SEED = Number(process.env["FIGURES_SEED"] ?? 1);
const CONNECTIONS = 16;

let world: World;
let pool: pg.Pool;
beforeAll(async () => {
  world = await makeWorld();
  pool = makePool({ ...world.pool.options, max: CONNECTIONS }).pool;
});
afterAll(async () => {
  await pool.end();
  await world.end();
});

it(
  "figures equal a recount after random work on 16 connections, without a deadlock",
  { timeout: 600_000 },
  async () => {
    const ids = await startingTickets();
    let left = TRANSACTIONS;
    const work = async (lane: number) => {
      const random = seeded(SEED * 100 + lane);
      while (left > 0) {
        left -= 1;
        await oneTransaction(random, ids);
      }
    };
    const lanes = await Promise.allSettled(Array.from({ length: CONNECTIONS }, (_, lane) => work(lane)));
    expect(lanes.filter(({ status }) => status === "rejected")).toEqual([]);

    const figures = await readMetrics({ app: world.app, now: world.clock.now() });
    expect(figures).toEqual(await naiveMetrics(world.db, world.clock.now()));
    for (const { total, path } of await listTotals())
      expect([path, total]).toEqual([path, await countOf(path)]);
    expect((await reconcileCounters(pool)).map(({ drift }) => drift)).toEqual([0, 0, 0, 0, 0]);
  },
);

it("counters written over and over take no more room after the recount", async () => {
  const pages = async () =>
    (await pool.query("select pg_relation_size('ticket_totals')::int / 8192 as n")).rows[0].n;
  const client = await pool.connect();
  await client.query("begin");
  for (let round = 0; round < 200; round += 1) await client.query("update ticket_totals set n = n + 0");
  await client.query("commit");
  client.release();
  const before = await pages();
  await reconcileCounters(pool);
  expect(await pages()).toBeLessThan(before / 10);
});

it("a recount does not wait for whoever works with the counters meanwhile", async () => {
  const reader = await pool.connect();
  await reader.query("begin");
  await reader.query("select from ticket_totals");
  expect((await reconcileCounters(pool)).map(({ drift }) => drift)).toEqual([0, 0, 0, 0, 0]);
  await reader.query("commit");
  reader.release();
});

type Random = { below: (n: number) => number; pick: <T>(from: readonly T[]) => T };

const STATUSES = ["open", "in_progress", "on_hold", "pending", "closed"];
const PRIORITIES = ["low", "normal", "high", "urgent"];

/** One to three statements on distinct tickets, locked in one order as the features do; one in ten is taken back. */
async function oneTransaction(random: Random, ids: string[]) {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const chosen = Array.from({ length: 1 + random.below(3) }, () => random.pick(ids)).toSorted();
    // Bulk work holds tickets out of the order, so nothing may be waited for after it.
    for (const id of new Set(chosen)) if ((await changeOnce(client, random, id, ids)) === "bulk") break;
    await client.query(random.below(10) === 0 ? "rollback" : "commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

async function changeOnce(client: pg.PoolClient, random: Random, id: string, ids: string[]) {
  const at = moment(random);
  const companies = [world.companies.kestrel, world.companies.aster, null];
  const changes: Record<string, () => Promise<unknown>> = {
    create: () => insert(client, random, 1),
    import: () => insert(client, random, 5 + random.below(40)),
    assign: () =>
      client.query("update tickets set assignee_id = $2 where id = $1", [
        id,
        random.pick([world.idOf("idris"), world.idOf("lena"), null]),
      ]),
    status: () =>
      client.query("update tickets set status = $2, closed = null where id = $1", [
        id,
        random.pick(STATUSES.slice(0, 4)),
      ]),
    close: () =>
      client.query("update tickets set status = 'closed', closed = $2, updated = $2 where id = $1", [id, at]),
    priority: () =>
      client.query("update tickets set priority = $2 where id = $1", [id, random.pick(PRIORITIES)]),
    delete: () => client.query("update tickets set deleted_at = $2 where id = $1", [id, at]),
    restore: () => client.query("update tickets set deleted_at = null where id = $1", [id]),
    move: () =>
      client.query("update tickets set company_id = $2 where id = $1", [id, random.pick(companies)]),
    touch: () => client.query("update tickets set updated = $2 where id = $1", [id, at]),
    bulk: () => bulk(client, random, ids.slice(0, 8)),
  };
  const change = random.pick(Object.keys(changes));
  await changes[change]?.();
  return change;
}

/** Many tickets in one statement, now and then taken back by itself; those that others hold are left out. */
async function bulk(client: pg.PoolClient, random: Random, ids: string[]) {
  await client.query("savepoint whole");
  const locked = await client.query(
    "select id from tickets where id = any($1) order by id for update skip locked",
    [ids],
  );
  await client.query(
    "update tickets set status = $2, closed = case when $2 = 'closed' then updated end where id = any($1)",
    [locked.rows.map(({ id }: { id: string }) => id), random.pick(STATUSES)],
  );
  await client.query(random.below(5) === 0 ? "rollback to whole" : "release whole");
}

let number = 10;
async function insert(client: pg.PoolClient, random: Random, count: number) {
  const rows = Array.from({ length: count }, () => {
    const created = moment(random);
    const status = random.pick(STATUSES);
    number += 1;
    return {
      number,
      uid: `T-${number}`,
      subject: "Printer",
      issue: "Blank",
      status,
      priority: random.pick(PRIORITIES),
      company_id: random.pick([world.companies.kestrel, world.companies.aster, null]),
      assignee_id: random.pick([world.idOf("idris"), null]),
      created_by: world.idOf("maren"),
      created,
      updated: created,
      closed: status === "closed" ? moment(random) : null,
      version: 1,
      source: "import",
      confidential: false,
      reopened_count: 0,
    };
  });
  await client.query(
    `insert into tickets (id, number, uid, subject, issue, status, priority, company_id, assignee_id, created_by, created,
       updated, closed, version, source, confidential, reopened_count)
     select gen_random_uuid(), number, uid, subject, issue, status, priority, company_id, assignee_id, created_by, created,
       updated, closed, version, source, confidential, reopened_count
     from jsonb_populate_recordset(null::tickets, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}

async function startingTickets(): Promise<string[]> {
  const client = await pool.connect();
  await insert(client, seeded(SEED), 60);
  client.release();
  const rows = await world.db.selectFrom("tickets").select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

/** Some time in the last 60 days, so half of it lies before the trend's window. */
function moment(random: Random): Date {
  return new Date(world.clock.now().getTime() - random.below(60 * 24 * 60) * 60_000);
}

/** Gives the same numbers for the same seed (mulberry32). */
function seeded(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (n: number) => Math.floor(next() * n);
  return {
    below,
    pick: (from) => {
      const picked = from[below(from.length)];
      if (picked === undefined) throw new Error("nothing to pick from");
      return picked;
    },
  };
}

const LISTS: Record<string, string> = {
  "": "true",
  "status=closed": "status = 'closed'",
  "status=open&priority=high": "status = 'open' and priority = 'high'",
  "unassigned=true": "assignee_id is null and status <> 'closed'",
  "company_id=none&status=pending": "company_id is null and status = 'pending'",
};

async function listTotals() {
  const idris = world.as("idris");
  return Promise.all(
    Object.keys(LISTS).map(async (path) => ({
      path,
      total: (await idris.get(`/tickets?${path}`)).body.meta.total,
    })),
  );
}

async function countOf(path: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from tickets
    where deleted_at is null and ${sql.raw(LISTS[path] ?? "false")}`.execute(world.db);
  return rows[0]?.n ?? 0;
}
