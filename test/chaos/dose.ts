import { expect } from "vitest";
import { lineOf, runScenario } from "../../chaos/runner.ts";
import { SCENARIOS } from "../../chaos/scenarios.ts";

/** A small, seeded dose of a scenario of `npm run chaos`, on the embedded database. */
export async function takeDose(name: string, rounds: number, context: { skip(words: string): void }) {
  const scenario = SCENARIOS.find((each) => each.name === name);
  if (!scenario) throw new Error(`there is no scenario ${name}`);
  const missing = scenario.missing?.({ url: null, server: null }) ?? null;
  if (missing !== null) return context.skip(missing);
  const { outcome, held } = await runScenario(scenario, { rounds, seed: 5, url: null, server: null });
  expect(held, [lineOf(scenario, outcome, held, 5, "embedded"), ...outcome.anomalies].join("\n")).toBe(true);
}
