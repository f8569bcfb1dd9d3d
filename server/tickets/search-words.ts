/**
 * The words of a text as searching knows them: without accents, in lower case, cut at everything that is neither
 * letter nor digit. Made here rather than by the database, so that every engine version and locale agrees.
 */
export function searchWords(...texts: (string | null | undefined)[]): string[] {
  const words = new Set<string>();
  for (const text of texts) {
    if (!text) continue;
    for (const word of fold(text).split(/[^\p{L}\p{N}]+/u)) if (word) words.add(word.slice(0, LONGEST));
  }
  return [...words];
}

/** Finds tickets that have every given word, or words beginning with it; null when nothing is left to look for. */
export function searchQuery(text: string): string | null {
  const words = searchWords(text);
  if (words.length === 0) return null;
  return words.map((word) => `'${word}':*`).join(" & ");
}

/** Characters of a word that are kept; longer ones are logs and keys, found by their beginning. */
const LONGEST = 60;

function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase();
}
