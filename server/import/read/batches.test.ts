import { expect, test } from "vitest";
import { groupIntoBatches } from "./batches.ts";
import type { CsvRow } from "./csv.ts";

async function sizesOf(...arrivals: CsvRow[][]): Promise<number[]> {
  async function* arrive() {
    yield* arrivals;
  }
  const sizes: number[] = [];
  for await (const batch of groupIntoBatches(arrive())) sizes.push(batch.length);
  return sizes;
}

const rows = (count: number, row: (line: number) => CsvRow) =>
  Array.from({ length: count }, (_, index) => row(index + 1));
const short = (line: number): CsvRow => ({ line, fields: ["a"] });
const long = "x".repeat(1_000_000);

test("a batch is a thousand rows, wherever the pieces of the file end", async () => {
  expect(await sizesOf(rows(700, short), rows(700, short), rows(700, short))).toEqual([1000, 1000, 100]);
});

test("more rows may arrive at once than a call takes arguments", async () => {
  expect(await sizesOf(rows(200_000, short))).toHaveLength(200);
});

test("a batch of long rows is four million characters, whether they can be read or not", async () => {
  expect(await sizesOf(rows(10, (line) => ({ line, fields: ["", long] })))).toEqual([4, 4, 2]);
  expect(await sizesOf(rows(10, (line) => ({ line, broken: { code: "open_quote" }, text: long })))).toEqual([
    4, 4, 2,
  ]);
  const hollow = Array.from({ length: 1_000_000 }, () => "");
  expect(await sizesOf(rows(5, (line) => ({ line, fields: hollow })))).toEqual([4, 1]);
});
