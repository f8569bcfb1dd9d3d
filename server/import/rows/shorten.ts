/** The beginning of a value of the file, for a sentence about it. */
export function shorten(text: string): string {
  if (text.length <= SHOWN) return text;
  const cut = text.slice(0, SHOWN);
  // Never inside a character that takes two units.
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}

const SHOWN = 40;

/** Names columns in a sentence: the first twenty, and how many more there are. */
export function listColumns(names: readonly string[]): string {
  const more = names.length - LISTED;
  const first = names.slice(0, LISTED).map(shorten).join(", ");
  return more > 0 ? `${first} and ${more.toLocaleString("en")} more` : first;
}

const LISTED = 20;
