import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSeededRandom } from "#server/lib/seeded-random.ts";
import type { Outcome, Scenario, Settings } from "./scenario.ts";

export type Options = Pick<Settings, "rounds" | "seed" | "url" | "server"> & {
  template?: string;
  say?: (words: string) => void;
  fault?: string | null;
};

/** Runs one scenario in a folder of its own; `held` says whether it found what it has to find. */
export async function runScenario(scenario: Scenario, { say = () => {}, template, ...options }: Options) {
  const folder = mkdtempSync(join(tmpdir(), `waypost-chaos-${scenario.name}-`));
  // The database's account must get through.
  chmodSync(folder, 0o711);
  const settings = {
    ...options,
    template: template ?? null,
    fault: options.fault ?? null,
    folder,
    say,
    dice: createSeededRandom(options.seed),
  };
  const outcome = await scenario.run(settings).catch(brokenOff);
  const held = holds(scenario, outcome);
  if (held) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  return { outcome, held, left: folder };
}

/** A scenario that could not go on to its end has found something, too. */
function brokenOff(error: unknown): Outcome {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { rounds: 0, acknowledged: 0, lost: 0, anomalies: [words] };
}

/** A run that did nothing proves nothing, so it fails as well. */
export function holds(scenario: Scenario, { rounds, acknowledged, lost, anomalies }: Outcome): boolean {
  if (rounds === 0 || acknowledged === 0) return false;
  const clean = lost === 0 && anomalies.length === 0;
  return scenario.mustFail ? !clean : clean;
}

/** The printed result of a scenario, on one line. */
export function lineOf(
  scenario: Scenario,
  outcome: Outcome,
  held: boolean,
  seed: number,
  engine: string,
): string {
  const metrics = Object.entries(outcome.metrics ?? {}).map(([name, value]) => `${name} ${value}`);
  const parts = [
    `${outcome.rounds} rounds`,
    `${outcome.acknowledged} acknowledged`,
    `${outcome.lost} lost`,
    `${outcome.anomalies.length} anomalies`,
    ...metrics,
    `seed ${seed}`,
    engine,
  ];
  const verdict = held ? "ok  " : "FAIL";
  const control = scenario.mustFail ? " (must find losses)" : "";
  return `${verdict}  ${ruleOf(scenario)} ${scenario.name.padEnd(18)} ${parts.join(" · ")}${control}`;
}

/** "509", as wide for a scenario that looks for no single rule. */
export function ruleOf({ rule }: Pick<Scenario, "rule">): string {
  return String(rule ?? "-").padEnd(3);
}
