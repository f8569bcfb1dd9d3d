import { describe, expect, test } from "vitest";
import { findResultLines, sumTests } from "./test-results.ts";

const VITEST = `
 RUN  v5.1.1

   3 passed is what a test prints
 FAIL  |server| server/live/live.test.ts > says it once

 Test Files  1 failed | 11 passed (12)
\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[31m2 failed\u001b[39m\u001b[22m | \u001b[32m118 passed\u001b[39m | 1 skipped (121)
   Start at  09:11:58
`;

const PLAYWRIGHT = `
Running 37 tests using 2 workers
  ✓  1 e2e/access.spec.ts:9:1 › a client sees no note (1.2s)
  1 failed
    e2e/sorting.spec.ts:33:1 › the list keeps its order ───
  2 flaky
    [quarantine] › e2e/session.spec.ts:12:1 › the session ends ───
  1 skipped
  33 passed (1.2m)
`;

describe("the lines at the end", () => {
  test("are those in which the runners count and name what failed", () => {
    expect(findResultLines({ output: PLAYWRIGHT }).map((line) => line.trim())).toEqual([
      "1 failed",
      "e2e/sorting.spec.ts:33:1 › the list keeps its order ───",
      "2 flaky",
      "[quarantine] › e2e/session.spec.ts:12:1 › the session ends ───",
      "1 skipped",
      "33 passed (1.2m)",
    ]);
    expect(findResultLines({ output: VITEST })).toContain(
      "      Tests  2 failed | 118 passed | 1 skipped (121)",
    );
  });
});

describe("the sum", () => {
  test("adds what Vitest and Playwright count, and what passed at a second try", () => {
    const outcomes = [
      { held: true, output: "All matched files use the correct format.\n" },
      { held: false, output: VITEST },
      { held: false, output: PLAYWRIGHT },
    ];
    expect(sumTests(outcomes)).toEqual({ passed: 118 + 33 + 2, failed: 2 + 1 });
  });

  test("counts a stage that failed without a failed test", () => {
    const broken =
      " Test Files  1 failed | 3 passed (4)\n      Tests  54 passed (54)\n     Errors  1 error\n";
    expect(sumTests([{ held: false, output: broken }])).toEqual({ passed: 54, failed: 1 });
    expect(sumTests([{ held: false, output: "error TS2322\n" }])).toEqual({ passed: 0, failed: 1 });
  });

  test("is nothing where nothing ran", () => {
    expect(sumTests([{ held: true, output: "" }])).toEqual({ passed: 0, failed: 0 });
  });
});
