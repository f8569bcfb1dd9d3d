/** A piece of a text, where it begins, and whether the search found it. */
export type Piece = { text: string; at: number; isFound: boolean };

/** Splits a text where the words of a search stand in it, in whatever case. */
export function pieces(text: string, term: string): Piece[] {
  const words = wordsOf(term).map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  if (words.length === 0) return [{ text, at: 0, isFound: false }];
  const found: Piece[] = [];
  let at = 0;
  for (const [index, part] of text.split(new RegExp(`(${words.join("|")})`, "i")).entries()) {
    if (part !== "") found.push({ text: part, at, isFound: index % 2 === 1 });
    at += part.length;
  }
  return found;
}

/** How well a label answers a search: 2 when each word begins one of its words, 1 when its letters stand there in order, else 0. */
export function score(label: string, term: string): 0 | 1 | 2 {
  const parts = wordsOf(label);
  if (wordsOf(term).every((word) => parts.some((part) => part.startsWith(word)))) return 2;
  return hasInOrder(parts.join(""), wordsOf(term).join("")) ? 1 : 0;
}

/** Whether a row that came for an earlier search answers this one as well. */
export function answers(texts: readonly (string | null)[], term: string): boolean {
  const whole = texts.join(" ").toLowerCase();
  return wordsOf(term).every((word) => whole.includes(word));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

function hasInOrder(label: string, letters: string): boolean {
  let at = -1;
  for (const letter of letters) {
    at = label.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
}
