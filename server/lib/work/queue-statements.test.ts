import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeWorld, type World } from "../../../test/support/app/app-with-people.ts";
import { openQueueStatements } from "./queue-statements.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

const countPrepared = async (text: string) => {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from pg_prepared_statements where statement = ${text}`.execute(world.db);
  return rows[0]?.n;
};

it("what the queue asks often is prepared, and what a sleeping worker asks is not", async () => {
  const ask = openQueueStatements(world.pool, world.db);
  const [often, seldom] = ["select 'a busy queue' as name", "select 'a quiet queue' as name"];
  for (let turn = 0; turn < 20; turn += 1)
    expect((await ask(often)).rows).toEqual([{ name: "a busy queue" }]);
  for (let turn = 0; turn < 5; turn += 1)
    expect((await ask(seldom)).rows).toEqual([{ name: "a quiet queue" }]);
  expect([await countPrepared(often), await countPrepared(seldom)]).toEqual([1, 0]);
});

it("several commands in one text are passed on as they are, however often", async () => {
  const ask = openQueueStatements(world.pool, undefined);
  for (let turn = 0; turn < 20; turn += 1) await ask("begin; select 1; commit");
});
