/*
 * Everything that must hold before a change lands (`npm test`), in named stages. The cheap ones run side by side, then
 * the tests on a real PostgreSQL, then the stories in a real browser. All run even when one fails. The output ends with
 * a table of the stages, the runners' own summary lines, and the sum of all tests alone on the last line.
 *
 *   npm test [-- FILE [OPTIONS]]   one test file alone, with the options of its runner
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
} from "./command-line/run-stages.ts";
import { findResultLines, sumTests } from "./command-line/test-results.ts";

const unused: Stage = { name: "unused code and packages", command: ["knip"] };
const tests: Stage = { name: "tests: shape, unit, server", command: ["vitest", "run"] };
const stories: Stage = { name: "tests: browser stories", command: ["playwright", "test"] };

const asked = process.argv.slice(2);
const outcomes = asked.length > 0 ? await runFile(asked) : await runEverything();
printHeading("summary");
process.stdout.write(summarize(outcomes));
process.exitCode = outcomes.every((outcome) => outcome.held) ? 0 : 1;

async function runEverything(): Promise<Outcome[]> {
  return [
    ...(await runStages([...checks, unused], Math.min(availableParallelism(), 4))),
    await runLiveStage(tests),
    await runLiveStage(stories),
  ];
}

async function runFile(parameters: string[]): Promise<Outcome[]> {
  const { name, command } = parameters.some((each) => /(^|\/)e2e\//.test(each)) ? stories : tests;
  return [await runLiveStage({ name, command: [...command, ...parameters] })];
}

function summarize(all: Outcome[]): string {
  const verdicts = new Set(all.flatMap(findResultLines));
  const { passed, failed } = sumTests(all);
  return `${all.map(formatVerdict).join("")}\n${[...verdicts].join("\n")}\n\n${passed} passed, ${failed} failed\n`;
}
