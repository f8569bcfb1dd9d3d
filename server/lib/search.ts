/** Lower case without accents, as the columns named search_key hold it. */
export function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase();
}

/** One LIKE pattern for each word of a search; all must match. Percent and underscore are letters like any other. */
export function patterns(search: string | undefined): string[] {
  const words = folded(search ?? "")
    .split(/\s+/u)
    .filter(Boolean);
  return words.map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
}
