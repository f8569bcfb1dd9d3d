import { afterAll, beforeAll, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../../../test/support/app/app-with-people.ts";
import { watchStatements } from "../../../test/support/database/watch-statements.ts";

let world: World;
const OTHERS = ["00000000-0000-4000-8000-000000000001", "ffffffff-ffff-4fff-bfff-fffffffffff1"];

beforeAll(async () => {
  world = await makeWorld();
  // Newer than all, in companies before and behind the one that is asked for.
  await world.pool.query(
    "insert into companies (id, name) select id, id::text from unnest($1::uuid[]) as id",
    [OTHERS],
  );
  await world.pool.query(
    `insert into tickets (number, uid, subject, issue, status, priority, company_id, created_by, created, updated)
     select 200000 + row_number() over (), 'WP-' || 200000 + row_number() over (), 'Elsewhere', 'x', 'open', 'normal', company, $1,
       now(), now() + interval '1 hour'
     from unnest($2::uuid[]) as company, generate_series(1, 20)`,
    [world.idOf("tomas"), OTHERS],
  );
  await world.pool.query(
    `insert into tickets (number, uid, subject, issue, status, priority, company_id, confidential, created_by, created, updated)
     values (200100, 'WP-200100', 'Confidential', 'x', 'open', 'normal', $1, true, $2, now(), now() + interval '1 hour')`,
    [world.companies.kestrel, world.idOf("idris")],
  );
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
  await world.pool.query("analyze tickets, ticket_words");
  await world.app.wordFrequencies.refresh();
});
afterAll(() => world.end());

/** A plan for all companies takes each for an average one, and sorts all tickets of a large one to see its newest. */
it.each<[Name, string]>([
  ["idris", "of staff"],
  ["priya", "of the company's own"],
])(
  "the newest tickets of a company are read between two bounds, in the order of its index: %s, %s",
  async (name) => {
    const said: string[] = [];
    const stop = watchStatements((text) => said.push(text));
    const company: Record<string, string> = name === "idris" ? { company_id: world.companies.kestrel } : {};
    const { status, body } = await world.as(name).get("/tickets", { search: "everywhere", ...company });
    stop();
    expect(status).toBe(200);
    expect(body.items).toHaveLength(50);
    const subjects = body.items.map(({ subject }: { subject: string }) => subject);
    expect(subjects).not.toContain("Elsewhere");
    expect(subjects.includes("Confidential")).toBe(name === "idris");
    const samples = said.filter((text) => text.includes("newest as materialized"));
    expect(samples).not.toEqual([]);
    for (const text of samples) {
      const newest = text.slice(0, text.indexOf("hits as"));
      expect(newest).toMatch(
        /"company_id" >= \(select \$\d+::uuid\) and \(t\.company_id, t\.updated\) <= \(/,
      );
      expect(newest).toMatch(/order by "t"\."company_id", "t"\."updated" desc/);
      expect(newest).not.toMatch(/"company_id" = (\(select )?\$/);
    }
  },
);
