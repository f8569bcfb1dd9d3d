/*
 * Everything that must hold before a change lands (`npm test`). The cheap checks run side by side, then the tests
 * on a real PostgreSQL, then the stories in a real browser. All run even when one fails, and the runners' own
 * summary lines end the output.
 */
import { availableParallelism } from "node:os";
import { checks } from "./check.ts";
import { type Outcome, runStep, runSteps, type Step } from "./steps.ts";

const unused: Step = { name: "unused code and packages", command: ["knip"] };
const tests: Step = { name: "tests", command: ["vitest", "run"] };
const stories: Step = { name: "browser stories", command: ["playwright", "test"] };

const quick = await runSteps([...checks, unused], Math.min(availableParallelism(), 4));
const runs = [await runStep(tests, true), await runStep(stories, true)];
process.stdout.write(summary([...quick, ...runs]));
process.exitCode = [...quick, ...runs].every((outcome) => outcome.held) ? 0 : 1;

function summary(outcomes: Outcome[]): string {
  const lines = outcomes.map(
    ({ name, held, seconds }) => `${held ? "ok  " : "FAIL"}  ${name.padEnd(28)} ${seconds.toFixed(1)} s`,
  );
  const told = new Set(outcomes.flatMap(({ output }) => output.split("\n").map(plain).filter(isVerdict)));
  return `\n${[...lines, "", ...told].join("\n")}\n`;
}

function plain(line: string): string {
  // eslint-disable-next-line no-control-regex
  return line.replaceAll(/\u001b\[[\d;]*m/g, "").trimEnd();
}

/**
 * The lines in which Vitest and Playwright count ("Tests  120 passed (120)", "  34 passed (1.2m)") and in which they
 * name what failed or needed a second try: the end of a long output is often all that is kept of it.
 */
function isVerdict(line: string): boolean {
  return (
    /^ *(Test Files|Tests|Errors) {2}/.test(line) ||
    /^ *(FAIL|FLAKY) {2}/.test(line) ||
    /^ *\d+ (passed|failed|flaky|skipped|did not run)\b/.test(line) ||
    /^ {4}e2e\/\S+:\d+:\d+ /.test(line)
  );
}
