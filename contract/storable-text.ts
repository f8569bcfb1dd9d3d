/**
 * Whether the database can hold a text: well-formed Unicode without NUL (rule 548). PostgreSQL stores no NUL, and UTF-8 has no
 * bytes for half a surrogate pair.
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\u0000");
}
