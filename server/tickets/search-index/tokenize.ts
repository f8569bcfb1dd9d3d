import { foldText, foldedSpellings } from "#contract/search-folding.ts";

/**
 * The words of a text as searching knows them: folded, cut at everything that is neither letter nor digit. Made here
 * rather than by the database, so that every engine version and locale agrees.
 */
export function searchWords(...texts: (string | null | undefined)[]): string[] {
  const words = new Set<string>();
  for (const text of texts) {
    if (!text) continue;
    for (const word of foldText(text).split(/[^\p{L}\p{N}]+/u)) if (word) words.add(word.slice(0, LONGEST));
  }
  return [...words];
}

/**
 * The words of a search as PostgreSQL asks for them where the database itself has made words, which leaves ß and its like
 * as they are; each by its beginning. Null when nothing is left to look for.
 */
export function searchQuery(text: string): string | null {
  const asked = askedWords(text).map(({ typed, ways }) => {
    const asWritten = typed
      .normalize("NFKD")
      .replaceAll(/\p{M}+/gu, "")
      .toLowerCase()
      .slice(0, LONGEST);
    return { typed, ways: [...new Set([...ways, asWritten])] };
  });
  return asked.length === 0 ? null : tsqueryOf(asked, new Map());
}

/** A word that is searched for: as it was typed, and each way it may stand in a ticket. */
export type Asked = { typed: string; ways: readonly string[] };

/** The words of a search, each once. */
export function askedWords(text: string): Asked[] {
  const asked = new Map<string, Asked>();
  // Accents stay until the spellings are known: ü is also ue.
  for (const typed of text.normalize("NFKC").split(/[^\p{L}\p{N}\p{M}]+/u)) {
    const words = searchWords(typed);
    const [only] = words;
    if (only !== undefined && words.length === 1) {
      const ways = foldedSpellings(typed).flatMap((way) => searchWords(way));
      asked.set(only, { typed, ways: [...new Set(ways)] });
    } else for (const word of words) asked.set(word, { typed: word, ways: [word] });
  }
  return [...asked.values()];
}

/** Finds what has every word, or one beginning with it; `inside` adds words that hold it further in. */
export function tsqueryOf(asked: readonly Asked[], inside: ReadonlyMap<Asked, readonly string[]>): string {
  return asked
    .map((word) => {
      const ways = [...word.ways, ...(inside.get(word) ?? [])].map((way) => `'${way}':*`);
      return ways.length === 1 ? ways[0] : `(${ways.join(" | ")})`;
    })
    .join(" & ");
}

/** Characters of a word that are kept; longer ones are logs and keys, found by their beginning. */
const LONGEST = 60;
