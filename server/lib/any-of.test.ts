import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { anyOf } from "./any-of.ts";

const TICKETS = 5000;
let world: World;
let all: string[];
beforeAll(async () => {
  world = await makeWorld();
  // So many that the planner takes the index, and counts what is looked up there.
  const { rows } = await world.pool.query<{ id: string }>(
    `insert into tickets (number, uid, subject, issue, status, priority, created_by, created, updated)
     select 100000 + n, 'WP-' || (100000 + n), 'x', 'x', 'open', 'normal', $1, now(), now() from generate_series(1, $2::int) as n
     returning id`,
    [world.idOf("tomas"), TICKETS],
  );
  await world.pool.query("analyze tickets");
  all = rows.slice(0, 3).map(({ id }) => id);
});
afterAll(() => world.end());

it("a statement that names ids is planned once for all uses, for one id and for many", async () => {
  for (let turn = 0; turn < 20; turn += 1) {
    const ids = all.slice(0, 1 + (turn % 3));
    const found = await world.db
      .selectFrom("tickets")
      .select(["id", "subject"])
      .where("id", "=", anyOf(ids))
      .execute();
    expect(found.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  }
  const { rows } = await sql<{ generic: number; custom: number }>`
    select generic_plans as generic, custom_plans as custom from pg_prepared_statements
    where statement like 'select "id", "subject" from "tickets" where "id" = any%'`.execute(world.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.generic).toBeGreaterThan(rows[0]?.custom ?? 0);
});
