import { isStorable } from "#contract/text-characters.ts";
import { StartError } from "#server/start/start-error.ts";
import { type CsvRow, readCsv } from "./csv.ts";

/** Reads the header with its delimiter, and opens the rows behind it. */
export async function openTable(pieces: AsyncGenerator<string>, file: string) {
  const first = await pieces.next();
  const start = first.done ? "" : first.value;
  const delimiter = detectDelimiter(start);
  const batches = readCsv(prependFirst(start, pieces), delimiter);
  const opening = await batches.next();
  const [header, ...rest]: CsvRow[] = opening.done ? [] : opening.value;
  if (header === undefined) throw new StartError(`${file} is empty: its first line must name the columns.`);
  if (header.broken !== undefined)
    throw new StartError(`The first line of ${file} cannot be read: ${header.broken}.`);
  if (!header.fields.every(isStorable))
    throw new StartError(
      `The first line of ${file} holds characters that no text has: save it as CSV in UTF-8, or in UTF-16 with a byte order mark.`,
    );
  return { header: header.fields, delimiter, rows: prependFirst(rest, batches) };
}

/** Spreadsheets of half of Europe write semicolons. */
function detectDelimiter(start: string): string {
  const line = start.slice(0, 10_000).split(/[\r\n]/, 1)[0] ?? "";
  const times = (delimiter: string) => line.split(delimiter).length;
  return [",", ";", "\t"].toSorted((a, b) => times(b) - times(a))[0] ?? ",";
}

async function* prependFirst<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}
