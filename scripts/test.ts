/*
 * Everything that must hold before a change lands (`npm test`), in named stages. The cheap ones run side by side, then
 * the tests on a real PostgreSQL, then the stories in a real browser. All run even when one fails. The output ends with
 * a table of the stages, the runners' own summary lines, and the sum of all tests alone on the last line.
 */
import { availableParallelism } from "node:os";
import { checks } from "./check.ts";
import {
  formatVerdict,
  type Outcome,
  printHeading,
  runLiveStage,
  runStages,
  type Stage,
} from "./command-line/stages.ts";
import { findVerdictLines, sumTests } from "./command-line/verdicts.ts";

const unused: Stage = { name: "unused code and packages", command: ["knip"] };
const tests: Stage = { name: "tests: shape, unit, server", command: ["vitest", "run"] };
const stories: Stage = { name: "tests: browser stories", command: ["playwright", "test"] };

const outcomes = [
  ...(await runStages([...checks, unused], Math.min(availableParallelism(), 4))),
  await runLiveStage(tests),
  await runLiveStage(stories),
];
printHeading("summary");
process.stdout.write(summarize(outcomes));
process.exitCode = outcomes.every((outcome) => outcome.held) ? 0 : 1;

function summarize(all: Outcome[]): string {
  const told = new Set(all.flatMap(findVerdictLines));
  const { passed, failed } = sumTests(all);
  return `${all.map(formatVerdict).join("")}\n${[...told].join("\n")}\n\n${passed} passed, ${failed} failed\n`;
}
