import type { CsvRow } from "./csv.ts";
import { unreadable } from "./unreadable-file.ts";

/** Rows among which the header is looked for: above it stand titles, dates and empty lines. */
const LOOKED_AT = 20;

export type FoundHeader = {
  row: CsvRow;
  /** The first rows of the file, the header and what stands above it included. */
  first: readonly CsvRow[];
};

/**
 * Finds the row that names the columns: the chosen line, else the first of the first rows that is nearly as wide as most
 * of them. A title, even one that is merged over all columns, fills one cell. Refuses a file without rows.
 */
export async function findHeader(
  batches: AsyncGenerator<CsvRow[]>,
  chosen: number | null,
  file: string,
): Promise<FoundHeader> {
  const first: CsvRow[] = [];
  for await (const rows of batches) {
    first.push(...rows.slice(0, Math.max(LOOKED_AT, chosen ?? 0)));
    if (first.length >= LOOKED_AT && (first.at(-1)?.line ?? 0) >= (chosen ?? 0)) break;
  }
  const [top] = first;
  if (top === undefined) throw unreadable("empty", { file });
  if (chosen !== null) {
    const row = first.find(({ line }) => line === chosen);
    if (row === undefined) throw unreadable("no_header", { file, line: String(chosen) });
    return { row, first };
  }
  const looked = first.slice(0, LOOKED_AT);
  const widths = looked.map(countFilled).toSorted((a, b) => a - b);
  const usual = widths[Math.floor((widths.length - 1) / 2)] ?? 0;
  const row = looked.find((each) => countFilled(each) >= usual * NEARLY) ?? top;
  // What cannot be read decides nothing: the first line is told, with its reason.
  return { row: top.broken === undefined ? row : top, first };
}

/** The share of the usual row's cells that a header fills: it may leave some without a name. */
const NEARLY = 0.6;

function countFilled(row: CsvRow): number {
  return row.broken === undefined ? row.fields.filter((field) => field.trim() !== "").length : 0;
}
