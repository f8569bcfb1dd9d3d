import { foldText, foldedSpellings } from "#contract/text/search-folding.ts";

/**
 * Cuts texts into search tokens: folded, cut at everything that is neither letter nor digit. Made here
 * rather than by the database, so that every engine version and locale agrees.
 */
export function tokenize(...texts: (string | null | undefined)[]): string[] {
  const words = new Set<string>();
  for (const text of texts) {
    if (!text) continue;
    for (const word of foldText(text).split(/[^\p{L}\p{N}]+/u))
      if (word) words.add(word.slice(0, MAX_LENGTH));
  }
  return [...words];
}

/**
 * Builds a prefix query where the database itself has made the tokens, which leaves ß and its like
 * as they are; each by its beginning. Null when nothing is left to look for.
 */
export function buildPrefixQuery(text: string): string | null {
  const asked = parseTokens(text).map(({ typed, ways }) => {
    const asWritten = typed
      .normalize("NFKD")
      .replaceAll(/\p{M}+/gu, "")
      .toLowerCase()
      .slice(0, MAX_LENGTH);
    return { typed, ways: [...new Set([...ways, asWritten])] };
  });
  return asked.length === 0 ? null : buildTsquery(asked, new Map());
}

/** A token of a search: as it was typed, and each spelling it may have in a ticket. */
export type SearchToken = { typed: string; ways: readonly string[] };

/** Parses the tokens of a search, each once. */
export function parseTokens(text: string): SearchToken[] {
  const asked = new Map<string, SearchToken>();
  // Accents stay until the spellings are known: ü is also ue.
  for (const typed of text.normalize("NFKC").split(/[^\p{L}\p{N}\p{M}]+/u)) {
    const words = tokenize(typed);
    const [only] = words;
    if (only !== undefined && words.length === 1) {
      const ways = foldedSpellings(typed).flatMap((way) => tokenize(way));
      asked.set(only, { typed, ways: [...new Set(ways)] });
    } else for (const word of words) asked.set(word, { typed: word, ways: [word] });
  }
  return [...asked.values()];
}

/** Builds a tsquery for every token, or one beginning with it; `inside` adds tokens that hold it further in. */
export function buildTsquery(
  asked: readonly SearchToken[],
  inside: ReadonlyMap<SearchToken, readonly string[]>,
): string {
  return asked
    .map((word) => {
      const ways = [...word.ways, ...(inside.get(word) ?? [])].map((way) => `'${way}':*`);
      return ways.length === 1 ? ways[0] : `(${ways.join(" | ")})`;
    })
    .join(" & ");
}

/** Characters of a token that are kept; longer ones are logs and keys, found by their beginning. */
const MAX_LENGTH = 60;
