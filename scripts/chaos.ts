/*
 * Breaks things on purpose and counts what was lost. Without --url and --engine every scenario works on the embedded
 * PostgreSQL; with --url in databases of its own on that server; with --engine 15 on a PostgreSQL 15 started for it,
 * which may be broken as well. One line a scenario; the process ends with 1 when one does not hold.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { lineOf, ruleOf, runScenario } from "../chaos/run-scenario.ts";
import type { Scenario } from "../chaos/scenario.ts";
import { SCENARIOS } from "../chaos/scenario-list.ts";
import { EVERY } from "../chaos/scenarios/soak.ts";
import { makeServer15, missing15, type Server15 } from "../test/support/database/postgres15-server.ts";
import { makeProgress } from "#server/start/progress.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string" },
    minutes: { type: "string" },
    seed: { type: "string", default: "1" },
    url: { type: "string" },
    engine: { type: "string" },
    fault: { type: "string" },
    small: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
// The soak breaks something so often that its rounds are minutes.
const asked =
  values.minutes === undefined ? values.rounds : Math.ceil((Number(values.minutes) * 60_000) / EVERY);
const rounds = asked === undefined ? null : Number(asked);
const seed = Number(values.seed);
const fault = values.fault ?? null;
const isAsked = (name: string) => positionals.length === 0 || positionals.includes(name);
const wrong =
  positionals.some((name) => SCENARIOS.every((scenario) => scenario.name !== name)) ||
  (rounds !== null && !(rounds >= 1)) ||
  !Number.isInteger(seed) ||
  (values.engine !== undefined && (values.engine !== "15" || missing15 !== null));

if (wrong || values.help) {
  const list = SCENARIOS.map(({ name, rule, words }) => `  ${ruleOf({ rule })}  ${name.padEnd(18)} ${words}`);
  const out = values.help ? process.stdout : process.stderr;
  out.write(
    `npm run chaos [-- SCENARIO ...] [--rounds N | --minutes N] [--small] [--seed S] [--url DATABASE_URL | --engine 15] [--fault WORDS]\n${list.join("\n")}\n`,
  );
  process.exit(values.help ? 0 : 1);
}

const folder = mkdtempSync(join(tmpdir(), "waypost-chaos-engine-"));
chmodSync(folder, 0o711);
const server: Server15 | null = values.engine ? await makeServer15(folder) : null;
await server?.start();
try {
  for (const scenario of SCENARIOS.filter(({ name }) => isAsked(name))) await tryOne(scenario);
} finally {
  await server?.stop("fast");
  rmSync(folder, { recursive: true, force: true });
}

async function tryOne(scenario: Scenario) {
  const url = server?.url ?? values.url ?? null;
  const missing = scenario.missing?.({ url, server }) ?? null;
  if (missing !== null) {
    process.stdout.write(`skip  ${ruleOf(scenario)} ${scenario.name.padEnd(18)} ${missing}\n`);
    return;
  }
  const progress = makeProgress(process.stderr);
  const say = process.stderr.isTTY ? progress.say : () => {};
  const count = rounds ?? (values.small ? scenario.rounds.small : scenario.rounds.full);
  const { outcome, held, left } = await runScenario(scenario, {
    rounds: count,
    seed,
    url,
    server,
    say,
    fault,
  });
  progress.stop();
  const engine = server ? "PostgreSQL 15" : url ? "DATABASE_URL" : "embedded 18";
  process.stdout.write(`${lineOf(scenario, outcome, held, seed, engine)}\n`);
  if (held) return;
  process.exitCode = 1;
  const shown = outcome.anomalies.slice(0, 20).map((each) => `      ${each}`);
  process.stdout.write(`${[...shown, `      what it left: ${left}`].join("\n")}\n`);
}
