import type { CsvRow } from "../csv.ts";
import { decodeCharacters, readXml } from "./read-xml.ts";

type Cells = {
  strings: readonly string[];
  dateStyles: ReadonlySet<number>;
  /** Days are counted from 1904 on, as Excel for the Macintosh once did. */
  startsIn1904: boolean;
};

/** Columns of a row: what stands behind is no column of a ticket. */
const MOST_COLUMNS = 16_384;

/** Rows of a sheet; cells that are not there are empty, and lines are the sheet's own numbers. */
export async function* readSheet(part: AsyncIterable<Buffer>, cells: Cells): AsyncGenerator<CsvRow[]> {
  let rows: CsvRow[] = [];
  let line = 0;
  let fields: string[] = [];
  let cell = { column: 0, type: "n", style: 0, value: "" };
  let isValue = false;
  const pieces = readXml(part, {
    open: (name, has) => {
      if (name === "row") {
        line = Number(has["r"] ?? line + 1);
        fields = [];
      } else if (name === "c") {
        const column = has["r"] === undefined ? fields.length : columnOf(has["r"]);
        cell = { column, type: has["t"] ?? "n", style: Number(has["s"] ?? 0), value: "" };
      } else isValue = name === "v" || (name === "t" && cell.type === "inlineStr");
    },
    text: (text) => {
      if (isValue) cell.value += text;
    },
    close: (name) => {
      if (name === "v" || name === "t") isValue = false;
      else if (name === "c" && cell.column < MOST_COLUMNS) place(fields, cell.column, showCell(cell, cells));
      else if (name === "row" && fields.length > 0) rows.push({ line, fields });
    },
    isMoving: () => rows.length > 0,
  });
  for await (const _ of pieces) {
    if (rows.length === 0) continue;
    yield rows;
    rows = [];
  }
}

function place(fields: string[], column: number, value: string): void {
  while (fields.length < column) fields.push("");
  fields[column] = value;
}

/** `BC12` is the 55th column, counted from zero. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]+/.exec(reference)?.[0] ?? "A";
  let column = 0;
  for (let at = 0; at < letters.length; at += 1) column = column * 26 + letters.charCodeAt(at) - 64;
  return column - 1;
}

type Cell = { type: string; style: number; value: string };

function showCell({ type, style, value }: Cell, { strings, dateStyles, startsIn1904 }: Cells): string {
  if (type === "s") return strings[Number(value)] ?? "";
  if (type === "inlineStr" || type === "str") return decodeCharacters(value);
  if (type === "b") return value === "1" ? "true" : "false";
  if (type === "d") return value.replace("T", " ");
  if (type !== "n" || !dateStyles.has(style) || value === "") return value;
  return showDay(Number(value), startsIn1904);
}

const DAY = 24 * 60 * 60 * 1000;
/** Excel takes 1900 for a leap year, so that days from March 1900 on count from one day earlier (ECMA-376, 18.17.4.1). */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

/** A count of days as a time without a zone, to the second; a share of a day only is a time, not a day. */
function showDay(days: number, startsIn1904: boolean): string {
  const ms = Math.round((days * DAY) / 1000) * 1000;
  const at = new Date((startsIn1904 ? EPOCH_1904 : EPOCH_1900) + ms);
  return Number.isNaN(at.getTime()) ? String(days) : at.toISOString().slice(0, 19).replace("T", " ");
}
