/** A line without Markdown's emphasis and the blanks of other scripts, as the phrases are compared. */
export function readableLine(line: string): string {
  if (line.length > 2000) return line.slice(0, 2000).trim();
  return line
    .replaceAll(/[\u00A0\u202F\u2007]/g, " ")
    .replaceAll(/[\u200E\u200F\u2068\u2069]/g, "")
    .replaceAll("**", "")
    .replaceAll(/(^|\s)\*(?=\S)|(?<=\S)\*(?=\s|$)/g, "$1")
    .trim();
}
