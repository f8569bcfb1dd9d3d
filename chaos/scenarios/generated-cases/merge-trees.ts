import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** The whole of what `npm test` runs a part of: each round is a tree of merges, splits, answers and undos of its own. */
export const trees: Scenario = {
  name: "trees",
  rule: 837,
  words: "random trees of merges, splits, answers and undos against a plain model, for every role",
  rounds: { small: 10, full: 500 },
  run,
};

async function run(settings: Settings): Promise<Outcome> {
  const { rounds, seed } = settings;
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, "run", "server/merges/trees.test.ts"], {
    cwd: ROOT,
    env: { ...process.env, MERGE_TREES: String(rounds), PROPERTY_SEED: String(seed) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (printed += text));
  settings.say(`${rounds} trees`);
  const [status] = await once(child, "close");
  const isRight = status === 0;
  return {
    rounds,
    acknowledged: isRight ? rounds : 0,
    lost: isRight ? 0 : 1,
    anomalies: isRight ? [] : [printed],
  };
}
