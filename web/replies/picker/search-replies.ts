import { foldedSpellings, foldText } from "#contract/text/search-folding.ts";

/** What is searched of a saved reply, and what it is ordered by. */
export type SearchedReply = {
  id: string;
  name: string;
  /** The beginning of its text. */
  snippet: string;
  uses: number;
  my_last_used: string | null;
};
/** A reply with its letters folded once, so that each key only compares. */
export type IndexedReply<Reply> = { reply: Reply; name: string; snippet: string };

/** The most rows that the picker shows. */
export const SHOWN = 8;
const DAY_MS = 24 * 3_600_000;
const RECENT_MS = 14 * DAY_MS;

/** Prepares replies for searching, in the order in which they are shown: those that I used lately first, then by uses. */
export function indexReplies<Reply extends SearchedReply>(
  replies: readonly Reply[],
  now: number,
): IndexedReply<Reply>[] {
  const recent = ({ my_last_used: at }: Reply) => {
    const used = at === null ? 0 : Date.parse(at);
    return now - used < RECENT_MS ? used : 0;
  };
  return replies
    .toSorted((a, b) => recent(b) - recent(a) || b.uses - a.uses || a.name.localeCompare(b.name))
    .map((reply) => ({ reply, name: foldText(reply.name), snippet: foldText(reply.snippet) }));
}

/** The replies in whose name or beginning every word stands: best first, at most `SHOWN`. */
export function findReplies<Reply>(index: readonly IndexedReply<Reply>[], search: string): Reply[] {
  const words = search.split(/\s+/).filter(Boolean).map(foldedSpellings);
  if (words.length === 0) return index.slice(0, SHOWN).map(({ reply }) => reply);
  const ranks: Reply[][] = RANKS.map(() => []);
  for (const one of index) {
    const worst = Math.max(...words.map((spellings) => rankOf(one, spellings)));
    ranks[worst]?.push(one.reply);
  }
  return ranks.flat().slice(0, SHOWN);
}

type Folded = Pick<IndexedReply<unknown>, "name" | "snippet">;

/** From the best: the name begins with it, a word of the name does, the name holds it, the text does. */
const RANKS: readonly ((reply: Folded, word: string) => boolean)[] = [
  ({ name }, word) => name.startsWith(word),
  ({ name }, word) => name.includes(` ${word}`),
  ({ name }, word) => name.includes(word),
  ({ snippet }, word) => snippet.includes(word),
];

/** The place in `RANKS` of the best that fits; behind all of them where nothing does. */
function rankOf(reply: Folded, spellings: readonly string[]): number {
  const at = RANKS.findIndex((fits) => spellings.some((word) => fits(reply, word)));
  return at === -1 ? RANKS.length : at;
}
