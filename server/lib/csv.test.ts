import { describe, expect, it } from "vitest";
import { assert, constantFrom, property, string } from "../../test/support/property-seed.ts";
import { formatCsvRecord, unescapeFormula } from "./csv.ts";

describe("a cell of a CSV file", () => {
  it.each([
    ["=1+1", `'=1+1`],
    [" \u200B@x", `' \u200B@x`],
    [";=1+1", `";'=1+1"`],
    ["a;\t-2", `"a;\t'-2"`],
    [",=1", `",'=1"`],
    ['say "=1"', `"say ""'=1"""`],
    ["one\n+49 30 123", `"one\n'+49 30 123"`],
    ["plain, -5 degrees", `"plain, -5 degrees"`],
    ["a=b and c-d", "a=b and c-d"],
    ["'=1", "''=1"],
    ["'a", "'a"],
  ])("%j is written as %j", (cell, written) => {
    expect(formatCsvRecord([cell])).toBe(`${written}\r\n`);
  });

  it("is no formula, whichever sign a spreadsheet takes for the end of a cell", () => {
    const unit = constantFrom("=", "+", "-", "@", ";", ",", "\t", '"', "\n", " ", "a", "1");
    assert(
      property(string({ unit }), (cell) => {
        for (const separator of [";", "\t", ","]) {
          const cells = formatCsvRecord([cell, "b"]).split(new RegExp(`[${separator}\r\n]`));
          // A quote that opens a cell is no part of what the spreadsheet reads.
          for (const each of cells) expect(each.replace(/^"+/, "")).not.toMatch(/^[=+@-]/);
        }
      }),
    );
  });

  it.each([" ", "'", "\t", ", "])("is written in a time that grows with its length alone: %j", (text) => {
    const cell = `;${text.repeat(500_000)}a`;
    const written = formatCsvRecord([cell]);
    expect(unescapeFormula(written.slice(1, -3))).toBe(cell);
  });
});
