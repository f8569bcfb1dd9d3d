import { stripVTControlCharacters } from "node:util";
import type { Outcome } from "./run-stages.ts";

/**
 * The lines in which Vitest and Playwright count ("Tests  120 passed (120)", "  34 passed (1.2m)") and in which they
 * name what failed or needed a second try: the end of a long output is often all that is kept of it.
 */
export function findResultLines({ output }: Pick<Outcome, "output">): string[] {
  return linesOf(output).filter(
    (line) =>
      /^ *(Test Files|Tests|Errors) {2}/.test(line) ||
      /^ *(FAIL|FLAKY) {2}/.test(line) ||
      /^ *\d+ (passed|failed|flaky|skipped|interrupted|did not run)\b/.test(line) ||
      /^ {4}(\[\w+\] › )?e2e\/\S+:\d+:\d+ /.test(line),
  );
}

/**
 * Sums the tests that passed and failed, from the counts that the runners print at their end. A stage that failed without a failed
 * test (lint, a file that cannot be loaded, a runner that broke off) counts as one, so that zero means that all held.
 */
export function sumTests(outcomes: Pick<Outcome, "held" | "output">[]): { passed: number; failed: number } {
  const sums = outcomes.map(({ held, output }) => {
    const { passed, failed } = countTests(output);
    return { passed, failed: held ? failed : Math.max(failed, 1) };
  });
  return {
    passed: sums.reduce((sum, { passed }) => sum + passed, 0),
    failed: sums.reduce((sum, { failed }) => sum + failed, 0),
  };
}

function countTests(output: string): { passed: number; failed: number } {
  const lines = linesOf(output);
  const vitest = lines.findLast((line) => /^ *Tests {2}/.test(line));
  // Vitest counts on one line, Playwright on one line for each word.
  const count = (word: string) => {
    const counting = new RegExp(String.raw`(?:^ {2}|^ *Tests {2}.*?)(\d+) ${word}\b`);
    const line = vitest ?? lines.findLast((each) => counting.test(each)) ?? "";
    return Number(counting.exec(line)?.[1] ?? 0);
  };
  // Playwright counts as flaky what passed at its second try.
  return { passed: count("passed") + count("flaky"), failed: count("failed") + count("interrupted") };
}

function linesOf(output: string): string[] {
  return stripVTControlCharacters(output)
    .split("\n")
    .map((line) => line.trimEnd());
}
