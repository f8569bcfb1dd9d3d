import { sql } from "kysely";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Db } from "#server/lib/request-context.ts";
import { watchStatements } from "../../../test/support/database/watch-statements.ts";
import { switchOn } from "../../../test/support/sla-clock/service-levels.ts";
import { makeWorld, type Name, type World } from "../../../test/support/app/app-with-people.ts";

let world: World;
const TURNS = 20;

beforeAll(async () => {
  world = await makeWorld();
  await world.pool.query(
    `insert into tickets (number, uid, subject, issue, status, priority, client_id, company_id, created_by, created, updated)
     select 100000 + n, 'WP-' || (100000 + n), 'Subject ' || n % 50, 'x', (array['open', 'pending', 'closed'])[1 + n % 3],
       'normal', case when n % 2 = 0 then $1::uuid else $2::uuid end, $3, $1, now() - interval '1 minute' * n,
       now() - interval '1 second' * (n * 7919 % 6000)
     from generate_series(1, 6000) as n`,
    [world.idOf("tomas"), world.idOf("priya"), world.companies.kestrel],
  );
  await world.pool.query(
    `insert into ticket_words (ticket_id, public_words, staff_words)
     select id, words, words from (
       select id, array_to_tsvector(array['everywhere', case when number % 1000 = 0 then 'seldom' else 'often' end]) as words
       from tickets where number > 100000) as made
     on conflict (ticket_id) do update set public_words = excluded.public_words, staff_words = excluded.staff_words`,
  );
  await world.pool.query("insert into tags (name) values ('vpn'), ('firmware'), ('printer')");
  await world.pool.query(
    `insert into ticket_tags (ticket_id, tag_id, added_by, added_at)
     select t.id, tag.id, $1, now() from tickets t join tags tag on tag.name = 'vpn' or t.number % 7 = length(tag.name) - 6
     where t.number % 3 = 0`,
    [world.idOf("idris")],
  );
  await world.pool.query(
    "update tickets set follow_up_at = now() + interval '1 hour' * number where number % 50 = 0",
  );
  await switchOn(world);
  await world.pool.query(
    `insert into sla_due (ticket_id, target, due_at, warn_at, is_paused)
     select id, 'resolution', case when number % 7 > 0 then now() + interval '1 minute' * (number % 5000 - 1000) end,
       case when number % 7 > 0 then now() + interval '1 minute' * (number % 5000 - 1600) end, number % 7 = 0
     from tickets where status <> 'closed' on conflict do nothing`,
  );
  await world.pool.query("analyze tickets, ticket_words, ticket_tags, sla_due");
  await world.app.wordFrequencies.refresh();
  await keepOneConnection(world.app.pool);
  if (world.app.guests.db) await keepOneConnection(world.logins.guests.pool);
});
afterAll(() => world.end());

/**
 * What is read behind an answer, such as frequencies of words that have grown old, would move the lists to another connection,
 * where they are planned anew.
 */
async function keepOneConnection(pool: Pool): Promise<void> {
  pool.options.max = 1;
  for (let idle = pool.idleCount; idle > 0; idle -= 1) (await pool.connect()).release(true);
}

type Plans = { statement: string; generic: number; custom: number };

/** What the connections have prepared, and how often it was planned for the values of one use. */
async function readPlans(): Promise<Plans[]> {
  const { db, guests } = world.app;
  const of = async (connections: Db) =>
    sql<Plans>`select statement, generic_plans as generic, custom_plans as custom from pg_prepared_statements`.execute(
      connections,
    );
  const read = await Promise.all([db, ...(guests.db ? [guests.db] : [])].map(of));
  return read.flatMap(({ rows }) => rows);
}

/** The statements of a list that a person asks for again and again, by their plans. */
async function askAgain(name: Name, query: Record<string, string>): Promise<Plans[]> {
  const before = new Map((await readPlans()).map((plans) => [plans.statement, plans]));
  for (let turn = 0; turn < TURNS; turn += 1)
    expect((await world.as(name).get("/tickets", query)).status).toBe(200);
  return (await readPlans())
    .map(({ statement, generic, custom }) => ({
      statement,
      generic: generic - (before.get(statement)?.generic ?? 0),
      custom: custom - (before.get(statement)?.custom ?? 0),
    }))
    .filter(({ statement, generic, custom }) => generic + custom > 0 && ASKS_TICKETS.test(statement));
}

const ASKS_TICKETS = /"(tagged_)?tickets" as "t"|_search" as "t"/;
const LISTS: Record<string, Record<string, string>> = {
  "the newest": {},
  "of another length": { per_page: "10" },
  "of a status": { status: "open" },
  "of a status and priority": { status: "open", priority: "normal" },
  "by subject": { sort: "subject" },
  "a later page": { page: "7", per_page: "25" },
  "one's own": { mine: "true" },
  "what is not closed": { active: "true" },
  "one's own that are not closed": { mine: "true", active: "true" },
  "what is unread": { unread: "true" },
  "a common word": { search: "everywhere" },
  "a rare word": { search: "seldom" },
  "a word that nobody wrote": { search: "nowhere" },
  "a word and a status": { search: "everywhere", status: "open" },
};

/** Lists that clients do not have. */
const LISTS_OF_STAFF: typeof LISTS = {
  "of a tag": { tag: "vpn" },
  "of two tags": { tag: "vpn,firmware" },
  "of a tag and a priority": { tag: "vpn", priority: "normal" },
  "without tags": { tag: "none" },
  "due for follow-up": { follow_up: "due" },
  "of this week's dates": { follow_up: "week" },
  "with a date and a priority": { follow_up: "set", priority: "normal" },
  "without a date": { follow_up: "none" },
  "a word and a date": { search: "everywhere", follow_up: "set" },
  "by what is due": { sort: "due" },
  "what is overdue": { sla: "overdue" },
  "what is paused of a priority": { sla: "paused", priority: "normal" },
  "what runs, by what is due": { sla: "running", sort: "due", status: "open" },
  "a word and a tag": { search: "everywhere", tag: "vpn" },
};

describe.each<Name>(["idris", "priya", "tomas", "helena", "jonas"])(
  "a list that %s asks for again",
  (name) => {
    it.each(Object.entries(name === "idris" ? { ...LISTS, ...LISTS_OF_STAFF } : LISTS))(
      "is planned once for all uses: %s",
      async (_, query) => {
        const plans = await askAgain(name, query);
        expect(plans).not.toEqual([]);
        for (const { statement, generic, custom } of plans)
          expect({ statement, isPlannedOnce: generic > custom, generic, custom }).toMatchObject({
            isPlannedOnce: true,
          });
      },
    );
  },
);

it("no first page skips what the planner must guess", async () => {
  const said: string[] = [];
  const stop = watchStatements((text) => said.push(text));
  for (const [words, query] of Object.entries({
    ...LISTS,
    ...LISTS_OF_STAFF,
    "by assignee": { sort: "assignee" },
  }))
    if (words !== "a later page") expect((await world.as("idris").get("/tickets", query)).status).toBe(200);
  stop();
  expect(said.length).toBeGreaterThan(40);
  expect(said.filter((text) => /\boffset \$\d/i.test(text))).toEqual([]);
});

it("no list has a bound that the planner must guess", async () => {
  const said: string[] = [];
  const stop = watchStatements((text) => said.push(text));
  const paths = ["tickets", "users", "companies", "groups", "audit", "tickets/assignable-users"];
  const queries: Record<string, string>[] = [{}, { page: "2", per_page: "10" }, { search: "Nair" }];
  for (const path of paths)
    for (const query of queries) {
      const { status } = await world.as("maren").get(`/${path}`, query);
      expect({ path, status }).toEqual({ path, status: 200 });
    }
  await world.as("tomas").get("/tickets", { search: "subject" });
  stop();
  expect(said.length).toBeGreaterThan(40);
  expect(said.filter((text) => /\blimit \$\d/i.test(text))).toEqual([]);
});
