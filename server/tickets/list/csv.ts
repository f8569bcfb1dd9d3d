/** One record of RFC 4180: quoted where it must be, ended by CR LF. */
export function csvRecord(cells: (string | null)[]): string {
  return `${cells.map((cell) => quoted(harmless(cell ?? ""))).join(",")}\r\n`;
}

/**
 * A cell that a spreadsheet would take for a formula gets an apostrophe in front (class 19).
 * Also behind spaces and control characters, which spreadsheets drop before they look.
 */
function harmless(cell: string): string {
  return /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r]/u.test(cell) ? `'${cell}` : cell;
}

function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
