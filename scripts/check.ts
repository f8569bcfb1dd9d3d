import { availableParallelism } from "node:os";
import { runStages, type Stage } from "./command-line/run-stages.ts";

/** The checks that need neither a database nor a browser. */
export const checks: Stage[] = [
  { name: "format", command: ["oxfmt", "--check"] },
  { name: "lint", command: ["oxlint", "--type-aware"] },
  // The contract stands in both: without the browser's types in the one, without Node's in the other.
  { name: "types: contract, server", command: ["tsc", "-p", "tsconfig.server.json"] },
  { name: "types: contract, web", command: ["tsc", "-p", "tsconfig.web.json"] },
  { name: "types: service worker", command: ["tsc", "-p", "tsconfig.worker.json"] },
  { name: "types: stories", command: ["tsc", "-p", "tsconfig.e2e.json"] },
];

const unit: Stage = { name: "shape and unit tests", command: ["vitest", "run", "--project", "unit"] };

if (import.meta.main) {
  const outcomes = await runStages([unit, ...checks], Math.min(availableParallelism(), 4));
  const failed = outcomes.filter((outcome) => !outcome.held);
  const words =
    failed.length === 0 ? "all held" : `failed: ${failed.map((outcome) => outcome.name).join(", ")}`;
  process.stdout.write(`\ncheck: ${words}\n`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
