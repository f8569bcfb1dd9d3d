import type { TextLine } from "./html/markdown-lines.ts";
import { readableLine } from "./fold/line.ts";
import { findRest, hasForward, markIntroductions } from "./fold/quotes.ts";
import { findSignature } from "./fold/signatures.ts";

/*
 * What of a mail is new, and what only comes along: the quote below, the signature, the notice about confidentiality.
 *
 * The idea: every line is told apart as new, quoted or signature, by the marks of the mail program first (html/marks.ts),
 * then by what is written: `>`, the line that introduces a quote, the From/Sent/To block, `-- `. What is quoted at the end
 * is folded, nothing else: answers between quoted lines stay with the lines that they answer. When nothing new would
 * remain, or it is not clear where the quote begins, nothing is folded: too much text is a nuisance, too little a lie.
 *
 *   The printer works again, thank you.          words
 *   --
 *   Tomás Aguilar, Kestrel Logistics             quoted: signature
 *
 *   On Mon, 3 Mar 2025 at 10:04, Idris wrote:    quoted: introduction
 *   > Did the new drum help?                     quoted
 */

export type Folded = { words: string; quoted: string | null };

/** A line of a peer or of ours that ends the new words: `##- Please type your reply above this line -##`. */
const REPLY_ABOVE = /^[\s>]*##-.{0,200}-##/;

export function foldText(text: string): Folded {
  return foldLines(textToLines(text));
}

/** Lines of a text that no mail program marked. */
export function textToLines(text: string): TextLine[] {
  return text.split("\n").map((line) => ({ text: line, mark: null }));
}

export function foldLines(lines: readonly TextLine[]): Folded {
  const whole = joinLines(lines);
  const end = findEndOfWords(lines);
  const words = joinLines(lines.slice(0, end));
  if (end === lines.length || words === "") return { words: whole, quoted: null };
  const quoted = joinLines(lines.slice(end));
  return { words, quoted: quoted === "" ? null : quoted };
}

function findEndOfWords(lines: readonly TextLine[]): number {
  const above = lines.findIndex(({ text }) => REPLY_ABOVE.test(text));
  const within = above === -1 ? lines : lines.slice(0, above);
  const plain = within.map(({ text }) => readableLine(text));
  const isQuote = within.map(({ text, mark }) => mark === "quote" || /^ {0,3}>/.test(text));
  markIntroductions(plain, isQuote);
  const rest = findRest(plain, isQuote);
  // One further down was sent on by somebody in the thread below, and not by who writes.
  if (hasForward(rest === -1 ? plain : plain.slice(0, rest), isQuote)) return lines.length;
  if (rest !== -1) isQuote.fill(true, rest);
  return shrink(within, plain, isQuote);
}

/** Takes quotes, signatures and notices off the end, as long as one stands there. */
function shrink(lines: readonly TextLine[], plain: readonly string[], isQuote: readonly boolean[]): number {
  let end = lines.length;
  for (;;) {
    const before = end;
    while (end > 0 && isLeftOver(lines[end - 1], plain[end - 1], isQuote[end - 1])) end -= 1;
    const signature = findSignature(plain, isQuote, end);
    if (signature !== -1) end = signature;
    if (end === before) return end;
  }
}

function isLeftOver(
  line: TextLine | undefined,
  plain: string | undefined,
  quote: boolean | undefined,
): boolean {
  return quote === true || line?.mark === "signature" || plain === "" || plain === "---";
}

export function joinLines(lines: readonly TextLine[]): string {
  const text = lines.map((line) => line.text.trimEnd()).join("\n");
  return text.replaceAll(/\n{3,}/g, "\n\n").replaceAll(/^\n+|\n+$/g, "");
}
