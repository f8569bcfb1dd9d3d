import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSource, ROOT } from "./support/source-code/source-tree.ts";

/** What shows that a row of a page about security holds: files, and the names of tests in them. */
type Holder = { row: string; file: string; sentence?: string };

const TEST = /\.(test\.tsx?|spec\.ts)$/;

describe.each([
  ["docs/security/asvs.md", /^\| (V[\d.]+[^|]*) \| .+ \| (.+) \|$/gm, 35],
  ["docs/security/classes.md", /^\| (\d+) \| [^|]+ \| (.+) \|$/gm, 30],
] as const)("%s", (page, form, atLeast) => {
  const rows = [...readSource(page).matchAll(form)].map(([, row = "", shownBy = ""]) => ({ row, shownBy }));
  const holders = rows.flatMap(({ row, shownBy }): Holder[] =>
    [...shownBy.matchAll(/`([^`\s]+\.\w+)`(?: "([^"]+)")?/g)].map(([, file = "", sentence]) => ({
      row,
      file,
      ...(sentence && { sentence }),
    })),
  );

  it("has a test for each row, or says what was read instead", () => {
    const shown = new Set(holders.filter(({ file }) => TEST.test(file)).map(({ row }) => row));
    const unshown = rows.filter(({ row, shownBy }) => !shown.has(row) && !/\bBy reading: /.test(shownBy));
    expect(unshown).toEqual([]);
    expect(rows.length).toBeGreaterThanOrEqual(atLeast);
  });

  it("names files that are there, with the tests that stand in them", () => {
    const missing = holders.filter(
      ({ file, sentence }) =>
        !existsSync(join(ROOT, file)) || (sentence !== undefined && !readSource(file).includes(sentence)),
    );
    expect(missing).toEqual([]);
  });
});
