import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeDatabase } from "../../test/support/database/database.ts";
import * as fc from "../../test/support/property-seed.ts";
import { describeSpendings, type AllowanceName } from "./definitions.ts";

let database: Awaited<ReturnType<typeof makeDatabase>>;
beforeAll(async () => {
  database = await makeDatabase();
});
afterAll(() => database.drop());

const START = Date.UTC(2026, 10, 20, 10);

/** Seconds to wait, or null where it was spent. */
async function spend(name: AllowanceName, holder: string, { at, cost = 1 }: { at: number; cost?: number }) {
  const { rows } = await sql<{ exceeded: { seconds: number } | null }>`
    select spend_allowances(${describeSpendings([{ name, holder, cost }])}::jsonb, null, ${new Date(START + at)})
      as exceeded`.execute(database.db);
  return rows[0]?.exceeded?.seconds ?? null;
}

/** The name of what is over, or null where both were spent. */
async function spendTogether(at: number) {
  const both = describeSpendings([
    { name: "invitations", holder: "both", cost: 60 },
    { name: "letters", holder: "both", cost: 3 },
  ]);
  const { rows } = await sql<{ exceeded: { name: string } | null }>`
    select spend_allowances(${both}::jsonb, null, ${new Date(START + at)}) as exceeded`.execute(database.db);
  return rows[0]?.exceeded?.name ?? null;
}

/** Milliseconds that pass before each spending. */
const steps = (longest: number) =>
  fc.array(fc.record({ pass: fc.integer({ min: 0, max: longest }), cost: fc.integer({ min: 1, max: 4 }) }), {
    minLength: 30,
    maxLength: 120,
  });

it("a bucket takes what an oracle takes: ten a second, and fifty at once", async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(steps(400), async (spendings) => {
      const holder = `bucket-${(run += 1)}`;
      let at = 0;
      // In thousandths of a write, so that nothing is rounded.
      let level = 0;
      for (const { pass, cost } of spendings) {
        at += pass;
        level = Math.max(0, level - pass * 10);
        const fits = level + cost * 1000 <= 50_000;
        const wait = await spend("writes", holder, { at, cost });
        expect(wait === null).toBe(fits);
        if (fits) level += cost * 1000;
        else expect(wait).toBe(Math.max(1, Math.ceil((level + cost * 1000 - 50_000) / 10_000)));
      }
    }),
    { numRuns: 20 },
  );
}, 60_000);

it("a window never holds more than is allowed, and gives back within a twenty-fourth of its span", async () => {
  const span = 3_600_000;
  const part = span / 24;
  let run = 0;
  await fc.assert(
    fc.asyncProperty(steps(span / 4), async (spendings) => {
      const holder = `window-${(run += 1)}`;
      const spent: { at: number; cost: number }[] = [];
      const within = (from: number) =>
        spent.filter((one) => one.at > from).reduce((sum, one) => sum + one.cost, 0);
      let at = 0;
      for (const { pass, cost } of spendings) {
        at += pass;
        const wait = await spend("letters", holder, { at, cost });
        if (wait === null) spent.push({ at, cost });
        expect(within(at - span)).toBeLessThanOrEqual(3);
        if (wait !== null) expect(within(at - span - part) + cost).toBeGreaterThan(3);
      }
    }),
    { numRuns: 20 },
  );
}, 60_000);

it("whoever waits as long as was said gets what was refused", async () => {
  for (let spent = 0; spent < 3; spent += 1)
    expect(await spend("letters", "patient", { at: spent * 600_000 })).toBeNull();
  const wait = await spend("letters", "patient", { at: 1_500_000 });
  expect(wait).toBeGreaterThan(0);
  expect(await spend("letters", "patient", { at: 1_500_000 + ((wait ?? 0) - 1) * 1000 })).not.toBeNull();
  expect(await spend("letters", "patient", { at: 1_500_000 + (wait ?? 0) * 1000 })).toBeNull();
});

it("a clock that steps back forgets nothing and gives nothing away", async () => {
  for (let spent = 0; spent < 3; spent += 1) expect(await spend("letters", "early", { at: 0 })).toBeNull();
  expect(await spend("letters", "early", { at: -7_200_000 })).not.toBeNull();
  expect(await spend("letters", "early", { at: 3_800_000 })).toBeNull();
});

it("a clock that was years ahead keeps nobody waiting longer than ever", async () => {
  const ahead = 12 * 365 * 24 * 3_600_000;
  for (const holder of ["writer", "letter writer"]) {
    const name = holder === "writer" ? "writes" : "letters";
    const most = holder === "writer" ? 50 : 3;
    expect(await spend(name, holder, { at: ahead, cost: most })).toBeNull();
    const wait = (await spend(name, holder, { at: 0 })) ?? 0;
    expect(wait).toBeLessThanOrEqual(holder === "writer" ? 1 : 3600 + 150);
    expect(await spend(name, holder, { at: wait * 1000 })).toBeNull();
  }
});

it("of several allowances all are spent or none", async () => {
  expect(await spendTogether(0)).toBeNull();
  expect(await spendTogether(1)).toBe("invitations");
  // The letters that were refused together with the invitations are still there after their hour.
  expect(await spend("letters", "both", { at: 3_800_000, cost: 3 })).toBeNull();
});
