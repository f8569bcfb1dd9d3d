import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compareLedger, findInconsistencies } from "../../chaos/load/check-ledger.ts";
import { growthOf } from "../../chaos/load/resource-growth.ts";
import { type Operation, forgeSuccess, openLedger, readLedger } from "../../chaos/load/ledger.ts";
import { holds } from "../../chaos/run-scenario.ts";
import { SCENARIOS } from "../../chaos/scenario-list.ts";
import { newFolder } from "../support/temporary-folder.ts";
import { makeWorld, type World } from "../support/app/app-with-people.ts";

let world: World;
let client: Client;
beforeAll(async () => {
  world = await makeWorld();
  client = new Client(world.poolConfig);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await world.end();
});

const raising = (key: string): Operation => ({
  key,
  what: "ticket",
  method: "POST",
  path: "/api/tickets",
  body: { subject: `chaos ${key}`, issue: "It stopped." },
});

it("a ledger that claims what never was, or was refused and is there, is found out", async () => {
  const path = join(newFolder(), "ledger");
  const ledger = openLedger(path);
  for (const key of ["kept", "refused"]) {
    ledger.invoke(raising(key));
    expect((await world.as("maren").post("/tickets", raising(key).body)).status).toBe(201);
  }
  ledger.complete("kept", "ok");
  expect(await compareLedger(client, readLedger(path))).toEqual({ acknowledged: 1, lost: 0, anomalies: [] });
  ledger.complete("refused", "fail");
  expect((await compareLedger(client, readLedger(path))).anomalies).toEqual([
    "refused and yet there: ticket refused",
  ]);
  ledger.close();
  forgeSuccess(path, raising("forged"));
  expect(await compareLedger(client, readLedger(path))).toMatchObject({ acknowledged: 2, lost: 1 });
});

it("an operation that is there twice, and one that is there by half, are found out", async () => {
  const path = join(newFolder(), "ledger");
  const ledger = openLedger(path);
  ledger.invoke(raising("twice"));
  await world.as("maren").post("/tickets", raising("twice").body);
  await world.as("maren").post("/tickets", raising("twice").body);
  expect((await compareLedger(client, readLedger(path))).anomalies).toEqual(["2 times: ticket twice"]);
  expect(await findInconsistencies(client)).toEqual([]);
  await client.query("delete from ticket_words where ticket_id = (select id from tickets limit 1)");
  expect(await findInconsistencies(client)).toEqual(["1 tickets that nobody could find"]);
  ledger.close();
});

it("a run that broke nothing proves nothing, and a negative control has to lose something", () => {
  const [scenario] = SCENARIOS;
  if (!scenario) throw new Error("there are no scenarios");
  const clean = { rounds: 3, acknowledged: 10, lost: 0, anomalies: [] };
  expect(holds(scenario, clean)).toBe(true);
  expect(holds(scenario, { ...clean, rounds: 0 })).toBe(false);
  expect(holds(scenario, { ...clean, acknowledged: 0 })).toBe(false);
  expect(holds(scenario, { ...clean, lost: 1 })).toBe(false);
  expect(holds({ ...scenario, mustFail: true }, clean)).toBe(false);
  expect(holds({ ...scenario, mustFail: true }, { ...clean, lost: 1 })).toBe(true);
});

it("what grows is told from what only goes up and down", () => {
  expect(growthOf(samples((minute) => 200 + (minute % 2))).percent).toBeLessThan(1);
  const grown = growthOf(samples((minute) => 200 + minute));
  expect(grown.anHour).toBeCloseTo(60);
  expect(grown.percent).toBeGreaterThan(10);
});

/** One a minute, for half an hour. */
function samples(value: (minute: number) => number) {
  return Array.from({ length: 31 }, (_, minute) => ({ minute, value: value(minute) }));
}
