/*
 * The search part of addresses as plain text: `?search=007&mine=true`. The router's own way reads values as JSON,
 * so that a search for 007 or 1e5 would become a number, and writes quotes around what looks like one.
 */

/** "?a=1&b=x" as `{a: "1", b: "x"}`; of a name that stands twice the last one counts. */
export function parseSearchText(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Writes search parameters as text, `{a: "1"}` as "?a=1"; absent, null, false and empty values are left out. */
export function writeSearchText(search: Record<string, unknown>): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === "string" || typeof value === "number" || value === true) {
      if (value !== "") text.append(name, String(value));
    }
  }
  return text.size > 0 ? `?${text}` : "";
}
