import { foldText, foldedSpellings } from "#contract/text/search-folding.ts";

/** A piece of a text, where it begins, and whether the search found it. */
export type Piece = { text: string; at: number; isFound: boolean };

/** Splits a text at the words of a search, whatever their case, accents or spelling. */
export function splitMatches(text: string, term: string): Piece[] {
  const words = wordsOf(term).flat();
  if (words.length === 0) return [{ text, at: 0, isFound: false }];
  const { key, starts } = keyOf(text);
  const isFound = Array.from({ length: text.length }, () => false);
  for (const word of words)
    for (let at = key.indexOf(word); at >= 0; at = key.indexOf(word, at + 1))
      isFound.fill(true, starts[at], starts[at + word.length]);
  return cut(text, isFound);
}

/** The text folded, and for each letter of that where in the text it comes from; one more for the end. */
function keyOf(text: string): { key: string; starts: number[] } {
  let key = "";
  const starts: number[] = [];
  let at = 0;
  for (const letter of text) {
    const part = foldText(letter);
    for (let n = 0; n < part.length; n += 1) starts.push(at);
    key += part;
    at += letter.length;
  }
  return { key, starts: [...starts, at] };
}

/** Neighbors that are found alike stay together. */
function cut(text: string, isFound: readonly boolean[]): Piece[] {
  const found: Piece[] = [];
  for (let at = 0, end = 0; at < text.length; at = end) {
    const next = isFound.indexOf(!isFound[at], at);
    end = next < 0 ? text.length : next;
    found.push({ text: text.slice(at, end), at, isFound: isFound[at] ?? false });
  }
  return found;
}

/** Rates a label against a search: 2 if each word begins one of its words, 1 if it has the letters in order, else 0. */
export function scoreMatch(label: string, term: string): 0 | 1 | 2 {
  const parts = foldText(label).split(/\s+/);
  const words = wordsOf(term);
  const begins = (spelling: string) => parts.some((part) => part.startsWith(spelling));
  if (words.every((ways) => ways.some(begins))) return 2;
  return hasInOrder(parts.join(""), words.map(([typed]) => typed).join("")) ? 1 : 0;
}

/** Whether the texts of a row contain every word of a search. */
export function matchesSearch(texts: readonly (string | null)[], term: string): boolean {
  const whole = foldText(texts.join(" "));
  return wordsOf(term).every((ways) => ways.some((spelling) => whole.includes(spelling)));
}

/** The words of a search, each in all its spellings. */
function wordsOf(text: string) {
  const words = text.split(/\s+/).map(foldedSpellings);
  return words.filter(([typed]) => typed !== "");
}

function hasInOrder(label: string, letters: string): boolean {
  let at = -1;
  for (const letter of letters) {
    at = label.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
}
