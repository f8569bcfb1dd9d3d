import type { CsvRow } from "./csv.ts";

/**
 * Rows a transaction: large enough to be quick, small enough that a stop is soon. Characters a transaction: two batches
 * are in memory at once, and a row may be a million long.
 */
const BATCH = { rows: 1000, characters: 4_000_000 };

/** Groups rows into the batches of the transactions, however many arrive at once. */
export async function* groupIntoBatches(
  arriving: AsyncIterable<readonly CsvRow[]>,
): AsyncGenerator<CsvRow[]> {
  let held: CsvRow[] = [];
  let characters = 0;
  for await (const rows of arriving)
    for (const row of rows) {
      held.push(row);
      characters += countCharacters(row);
      if (held.length < BATCH.rows && characters < BATCH.characters) continue;
      yield held;
      held = [];
      characters = 0;
    }
  if (held.length > 0) yield held;
}

function countCharacters(row: CsvRow): number {
  if (row.broken !== undefined) return row.text.length;
  return row.fields.reduce((sum, field) => sum + field.length + 1, 0);
}
