/*
 * What must hold before a change lands (`npm test`), in named stages. The cheap ones run side by side, then the tests
 * on a real PostgreSQL, then the stories in a real browser; of stories and of tests that take long one part, drawn by
 * lot (test/parts.ts). All run even when one fails. The output ends with a table of the stages, the runners' own
 * summary lines, the part, and the sum of all tests alone on the last line.
 *
 *   npm test -- --whole            every part
 *   TEST_PART=2 npm test           that part
 *   npm test -- FILE [OPTIONS]     one test file alone, with the options of its runner
 */
import { randomInt } from "node:crypto";
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
import { askedPart, PARTS } from "../test/parts.ts";
import { findResultLines, sumTests } from "./command-line/test-results.ts";

const unused: Stage = { name: "unused code and packages", command: ["knip"] };
const tests: Stage = { name: "tests: shape, unit, server", command: ["vitest", "run"] };
const stories: Stage = { name: "tests: browser stories", command: ["playwright", "test"] };

const asked = process.argv.slice(2);
const isWhole = asked[0] === "--whole";
// The runners read it, and each of their workers again.
if (asked.length > 0) delete process.env["TEST_PART"];
else process.env["TEST_PART"] ??= String(randomInt(PARTS) + 1);
const outcomes = asked.length > 0 && !isWhole ? await runFile(asked) : await runParts();
printHeading("summary");
process.stdout.write(summarize(outcomes));
process.exitCode = outcomes.every((outcome) => outcome.held) ? 0 : 1;

async function runParts(): Promise<Outcome[]> {
  const part = askedPart();
  process.stdout.write(describePart(part));
  const all = [
    ...(await runStages([...checks, unused], Math.min(availableParallelism(), 4))),
    await runLiveStage(tests),
    await runLiveStage(stories),
  ];
  process.stdout.write(describePart(part));
  return all;
}

function describePart(part: number | null): string {
  if (part === null) return "\nAll stories and long tests.\n";
  return `\nPart ${part} of ${PARTS} of the stories and the long tests; again: TEST_PART=${part} npm test; all: npm test -- --whole\n`;
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
