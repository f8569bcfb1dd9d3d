import { type CompiledQuery, Kysely, PostgresDialect } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readActor } from "#server/auth/session/actor-of.ts";
import type { Tables } from "#server/db/tables.ts";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { listIncoming } from "./list.ts";
import { sweepStoredMails } from "./sweep.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  // Many that are done, and behind them the few that wait.
  await world.pool.query(
    `insert into incoming_mails (id, identity, bytes, from_address, state, received_at)
     select gen_random_uuid(), sha256(uuid_send(gen_random_uuid())), 1, 'a' || n % 100 || '@kestrel.test',
       case when n > 10 then 'done' when n > 5 then 'stored' else 'held' end, now() - n * interval '1 minute'
     from generate_series(1, 30000) as n`,
  );
  await world.pool.query("vacuum analyze incoming_mails");
});
afterAll(() => world.end());

type Ask = (db: Kysely<Tables>) => Promise<unknown>;

/** How statements are planned that fit whatever values they get, as those are that were prepared a while ago. */
async function explainPrepared(ask: Ask): Promise<string[]> {
  const said: CompiledQuery[] = [];
  const dialect = new PostgresDialect({ pool: world.pool });
  await ask(new Kysely<Tables>({ dialect, log: ({ query }) => void said.push(query) }));
  const plans: string[] = [];
  for (const { sql } of said.filter((each) => each.sql.includes("incoming_mails"))) {
    const { rows } = await world.pool.query<{ "QUERY PLAN": string }>(`explain (generic_plan) ${sql}`);
    plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
  }
  return plans;
}

/** Rows of other states are read and passed over; of those that are done there are enough at once. */
const WALKED = /Filter: \(\(?state = (?!'done')/;

describe("a prepared statement", () => {
  it("finds the few held mails by the index of states, and does not walk through all that came", async () => {
    const actor = await readActor(world.app, world.db, world.idOf("maren"));
    if (!actor) throw new Error("Maren is not there");
    const plans = await explainPrepared((db) => listIncoming({ db, actor }, { state: "held" }));
    expect(plans).toHaveLength(3);
    for (const plan of plans) {
      expect(plan).toMatch(/Index Cond: \(state = 'held'/);
      expect(plan).not.toMatch(WALKED);
    }
  });

  it("finds the mails whose job was lost by the index of those that wait", async () => {
    const plans = await explainPrepared((db) => sweepStoredMails({ ...world.app, db }));
    expect(plans).toHaveLength(1);
    expect(plans[0]).toMatch(/using incoming_mails_waiting|Index Cond: \(state = 'stored'/);
    expect(plans[0]).not.toMatch(WALKED);
  });
});
