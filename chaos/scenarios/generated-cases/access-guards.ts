import { join } from "node:path";
import { chosen, runMutants, survivorsOf } from "../../../test/access/run-mutants.ts";
import { everyMutation, type Mutation } from "../../../test/access/mutations.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";

const ROOT = join(import.meta.dirname, "../../..");
const EVERY = 10_000;

/** Takes the guards of the server away, one at a time, in a copy: a guard that no test misses could vanish unseen. */
export const guards: Scenario = {
  name: "guards",
  rule: null,
  words: "each rule, refusal and condition on the actor is taken away in turn: a test must notice",
  rounds: { small: 2, full: EVERY },
  run,
};

async function run(settings: Settings): Promise<Outcome> {
  const { rounds, seed } = settings;
  const every = everyMutation(ROOT);
  const mutants = rounds >= every.length ? every : chosen(every, rounds, seed);
  const survivors = survivorsOf(await runMutants(ROOT, mutants, { report: (line) => settings.say(line) }));
  const noticed = mutants.length - survivors.length;
  return {
    rounds: mutants.length,
    acknowledged: noticed,
    lost: survivors.length,
    anomalies: survivors.map(inWords),
    metrics: { mutants: mutants.length, noticed, survivors: survivors.length },
  };
}

function inWords({ file, line, what }: Mutation): string {
  return `nobody missed ${file}:${line} ${what}`;
}
