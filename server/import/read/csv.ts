import type { ImportReason } from "#contract/refusals/import-reasons.ts";

/*
 * Rows of a CSV file (RFC 4180) from text that arrives in pieces: quoted delimiters and line ends, CRLF, LF and CR.
 *
 * Unlike with a strict reader, one damaged row never swallows the rows behind it. A quote that is
 * opened and never closed would make the rest of the file one field; here the row's first line is given back as broken
 * and reading goes on with the next line. A line without an end is given back as broken as well, by its beginning, and
 * not kept. A quote inside an unquoted field is an ordinary character, as in `27" screen`.
 *
 * Example: `a,"b` + LF + `c,d` + LF gives { line: 1, broken } and { line: 2, fields: ["c", "d"] }.
 */
export type CsvRow =
  | { line: number; fields: string[]; broken?: undefined }
  /** `broken` says why, `text` is the line, or its beginning where it is too long. */
  | { line: number; broken: ImportReason; text: string };

/** Characters that one row may have; more means that a quote was never closed. */
const LONGEST_ROW = 1_000_000;
/** Characters of a longer line that are told. */
const SHOWN = 200;
const ENDLESS: ImportReason = { code: "endless_line", params: { most: LONGEST_ROW } };

/** Rows in the batches in which they become complete. Empty lines are no rows. */
export async function* readCsv(pieces: AsyncIterable<string>, delimiter = ","): AsyncGenerator<CsvRow[]> {
  let held = "";
  let line = 1;
  let isEndless = false;
  for await (const piece of pieces) {
    const text: string = isEndless ? skipToLineEnd(piece) : held + piece;
    const taken = parseRows(text, { line, delimiter, isEnd: false });
    isEndless = taken.isEndless || (isEndless && text === "");
    ({ rest: held, line } = taken);
    if (taken.rows.length > 0) yield taken.rows;
  }
  const last = parseRows(held, { line, delimiter, isEnd: true });
  if (last.rows.length > 0) yield last.rows;
}

type Where = { line: number; delimiter: string; isEnd: boolean };
/** `fields` are the row's, or why its first line is broken; the next row begins at `next`. */
type ParsedRow = { fields: string[] | ImportReason; next: number };

function parseRows(text: string, { line, delimiter, isEnd }: Where) {
  const rows: CsvRow[] = [];
  let isEndless = false;
  let at = 0;
  while (at < text.length) {
    const row = parseRow(text, at, { delimiter, isEnd });
    if (row === null) break;
    const { fields, next } = row;
    isEndless = fields === ENDLESS;
    if (isEndless) rows.push({ line, broken: ENDLESS, text: `${text.slice(at, at + SHOWN)}…` });
    else if (!Array.isArray(fields))
      rows.push({ line, broken: fields, text: stripLineEnd(text.slice(at, next)) });
    else if (fields.length > 1 || fields[0] !== "") rows.push({ line, fields });
    line += countLineEnds(text, at, next);
    at = next;
  }
  return { rows, line, rest: text.slice(at), isEndless };
}

/** The line end stays: the next row is empty, and counted. */
function skipToLineEnd(piece: string): string {
  const end = piece.search(/[\r\n]/);
  return end === -1 ? "" : piece.slice(end);
}

/** Parses one row from `start`, or explains why its first line is broken; null when it may go on in the next piece. */
function parseRow(
  text: string,
  start: number,
  { delimiter, isEnd }: Pick<Where, "delimiter" | "isEnd">,
): ParsedRow | null {
  const fields: string[] = [];
  let at = start;
  for (;;) {
    const field = text[at] === '"' ? parseQuoted(text, at) : parseUnquoted(text, at, delimiter);
    if (field === null) return explainUnfinished(text, start, isEnd);
    fields.push(field.value);
    at = field.next;
    if (text[at] === delimiter) {
      at += 1;
      continue;
    }
    if (at >= text.length) return isEnd ? { fields, next: at } : explainUnfinished(text, start, isEnd);
    if (text[at] === "\n") return { fields, next: at + 1 };
    if (text[at] !== "\r")
      return {
        fields: { code: "text_behind_quote" },
        next: findNextLine(text, start) ?? text.length,
      };
    if (at + 1 === text.length && !isEnd) return null;
    return { fields, next: text[at + 1] === "\n" ? at + 2 : at + 1 };
  }
}

function parseQuoted(text: string, start: number): { value: string; next: number } | null {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return null;
    if (text[quote + 1] !== '"')
      return { value: text.slice(start + 1, quote).replaceAll('""', '"'), next: quote + 1 };
    at = quote + 2;
  }
}

function parseUnquoted(text: string, start: number, delimiter: string): { value: string; next: number } {
  let at = start;
  while (at < text.length) {
    const character = text[at];
    if (character === delimiter || character === "\n" || character === "\r") break;
    at += 1;
  }
  return { value: text.slice(start, at), next: at };
}

function explainUnfinished(text: string, start: number, isEnd: boolean): ParsedRow | null {
  const isLong = text.length - start >= LONGEST_ROW;
  if (!isEnd && !isLong) return null;
  const next = findNextLine(text, start);
  if (isLong && next === null) return { fields: ENDLESS, next: text.length };
  return { fields: { code: "open_quote" }, next: next ?? text.length };
}

function findNextLine(text: string, from: number): number | null {
  const match = /\r\n|\n|\r/.exec(text.slice(from));
  return match ? from + match.index + match[0].length : null;
}

function countLineEnds(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) {
    const character = text[at];
    if (character === "\n" || (character === "\r" && text[at + 1] !== "\n")) count += 1;
  }
  return count;
}

function stripLineEnd(line: string): string {
  return line.replace(/[\r\n]+$/, "");
}
