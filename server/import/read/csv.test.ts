import * as fc from "../../../test/support/property-seed.ts";
import { expect, test } from "vitest";
import { formatCsvRecord, unescapeFormula } from "#server/lib/csv.ts";
import { readCsv, type CsvRow } from "./csv.ts";

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function read(text: string, size = 7): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for await (const batch of readCsv(inPieces(text, size))) rows.push(...batch);
  return rows;
}

test("a quote that is never closed costs its own line, and no row behind it", async () => {
  expect(await read('a,b\n1,"x\n2,3\n')).toEqual([
    { line: 1, fields: ["a", "b"] },
    { line: 2, broken: { code: "open_quote" }, text: '1,"x' },
    { line: 3, fields: ["2", "3"] },
  ]);
});

test("so does text behind a closing quote", async () => {
  expect(await read('1,"x"y\n2,3\n')).toEqual([
    { line: 1, broken: { code: "text_behind_quote" }, text: '1,"x"y' },
    { line: 2, fields: ["2", "3"] },
  ]);
});

test("a quote in the middle of an unquoted value is an ordinary character", async () => {
  expect(await read('27" screen,b')).toEqual([{ line: 1, fields: ['27" screen', "b"] }]);
});

test("line ends of every kind end rows, and lines are counted through quoted ones", async () => {
  expect(await read('a\r\n"b\r\nc"\rd\n\ne')).toEqual([
    { line: 1, fields: ["a"] },
    { line: 2, fields: ["b\r\nc"] },
    { line: 4, fields: ["d"] },
    { line: 6, fields: ["e"] },
  ]);
});

test("whatever is written as CSV is read back the same, formulas and apostrophes too, in pieces of any size", async () => {
  const unit = fc.constantFrom("a", '"', ",", "\n", "\r", "\t", ";", "é", "𝄞", " ", "'", "=", "-", "\0");
  const value = fc.string({ unit });
  const rows = fc.array(fc.array(value, { minLength: 2, maxLength: 4 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 9 }), async (written, size) => {
      const found = await read(written.map(formatCsvRecord).join(""), size);
      expect(found.map((row) => ("fields" in row ? row.fields.map(unescapeFormula) : row))).toEqual(written);
    }),
  );
});

const LONG = 3_000_000;

test.each([
  ["unquoted", "x".repeat(LONG)],
  ["in a quote that is never closed", `"${"x".repeat(LONG)}`],
])("a line that seems to have no end costs one row and little memory: %s", async (_, line) => {
  expect(await read(`a,b\n${line}\r\n2,3\n`, 100_000)).toEqual([
    { line: 1, fields: ["a", "b"] },
    {
      line: 2,
      broken: { code: "endless_line", params: { most: 1_000_000 } },
      text: `${line.slice(0, 200)}…`,
    },
    { line: 3, fields: ["2", "3"] },
  ]);
});

test("a line that really has no end is one row, whatever comes behind it", async () => {
  const found = await read("x".repeat(LONG), 100_000);
  expect(found.map(({ line, broken }) => ({ line, broken }))).toEqual([
    { line: 1, broken: { code: "endless_line", params: { most: 1_000_000 } } },
  ]);
});
