import * as fc from "fast-check";
import { isDeepStrictEqual } from "node:util";
import { compare } from "../../../test/support/sla-clock/compare.ts";
import { histories } from "../../../test/support/sla-clock/histories.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";

/** The whole of what `npm test` compares a part of: each round is a ticket's life of its own. */
export const slaClock: Scenario = {
  name: "sla",
  rule: 900,
  words: "clocks of invented tickets against an oracle that walks minute by minute, over 14 time zones",
  rounds: { small: 200, full: 100_000 },
  run,
};

/** Tickets between two lines of progress. */
const STEP = 1000;

async function run(settings: Settings): Promise<Outcome> {
  const { rounds, seed } = settings;
  const anomalies: string[] = [];
  let [compared, clocks] = [0, 0];
  const check = await fc.check(
    fc.asyncProperty(histories, async (history) => {
      const { engine, oracle } = await compare(history);
      compared += 1;
      clocks += engine.length;
      if (compared % STEP === 0) settings.say(`${compared} tickets`);
      return isDeepStrictEqual(engine, oracle);
    }),
    { numRuns: rounds, seed },
  );
  if (check.failed) anomalies.push(JSON.stringify(check.counterexample));
  return {
    rounds: check.numRuns,
    acknowledged: check.failed ? 0 : check.numRuns,
    lost: check.failed ? 1 : 0,
    anomalies,
    metrics: { clocks, disagreements: anomalies.length },
  };
}
