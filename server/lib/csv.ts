/** Formats one record of RFC 4180: quoted where necessary, ended by CR LF. */
export function formatCsvRecord(cells: readonly (string | null)[]): string {
  return `${cells.map((cell) => quoteCell(escapeFormula(cell ?? ""))).join(",")}\r\n`;
}

/**
 * Puts an apostrophe before text that a spreadsheet would take for a formula (class 19): at the beginning of a cell,
 * behind spaces and control characters, which spreadsheets drop before they look; and wherever a spreadsheet of another
 * locale, with semicolons or tabs between its cells, would see a cell begin. Apostrophes that stand there already get
 * one more, so that `unescapeFormula` knows its own.
 */
function escapeFormula(cell: string): string {
  return cell.replace(START, "'").replaceAll(WITHIN, "'");
}

/** The text of a cell before `formatCsvRecord` escaped it. */
export function unescapeFormula(cell: string): string {
  return cell.replaceAll(ESCAPED_WITHIN, "").replace(ESCAPED_START, "");
}

const SIGN = "[=+@＝＋－＠-]";
const BLANK = String.raw`[\s\p{Cc}\p{Cf}]`;
const BEGINNING = `(?='*(?:${BLANK}*${SIGN}|[\t\r]))`;
const START = new RegExp(`^${BEGINNING}`, "u");
const ESCAPED_START = new RegExp(`^'${BEGINNING}`, "u");

/** The sign comes first: to look back from every blank would take a time that grows with the square of their number. */
const AT_SIGN = `(?='*${SIGN})`;
const SEPARATOR = String.raw`(?:[;\t"\r\n]${BLANK}*|,[\p{Cc}\p{Cf}]*)`;
const WITHIN = new RegExp(`(?<!')${AT_SIGN}(?<=${SEPARATOR})`, "gu");
const ESCAPED_WITHIN = new RegExp(`(?<!')'${AT_SIGN}(?<=${SEPARATOR}')`, "gu");

function quoteCell(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
