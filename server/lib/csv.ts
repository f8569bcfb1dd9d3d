/** Formats one record of RFC 4180: quoted where necessary, ended by CR LF. */
export function formatCsvRecord(cells: (string | null)[]): string {
  return `${cells.map((cell) => quoteCell(escapeFormula(cell ?? ""))).join(",")}\r\n`;
}

/**
 * Puts an apostrophe before text that a spreadsheet would take for a formula (class 19): at the beginning of a cell,
 * behind spaces and control characters, which spreadsheets drop before they look; and wherever a spreadsheet of another
 * locale, with semicolons or tabs between its cells, would see a cell begin.
 */
function escapeFormula(cell: string): string {
  return cell
    .replace(/^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r]/u, (start) => `'${start}`)
    .replaceAll(/(?<=[;\t"\r\n][\s\p{Cc}\p{Cf}]*|,[\p{Cc}\p{Cf}]*)[=+\-@＝＋－＠]/gu, (sign) => `'${sign}`);
}

function quoteCell(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
