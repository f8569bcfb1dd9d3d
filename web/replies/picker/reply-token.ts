import { isInCode } from "#web/lib/form/in-code.ts";
import type { CaretToken } from "#web/lib/form/use-caret-search.ts";

/** Reads the beginning of a search for a saved reply that ends at the caret, or null: it begins a word, and stands in no code. */
export function findReplyToken(text: string, caret: number): CaretToken | null {
  const before = text.slice(0, caret);
  const found = TOKEN.exec(before);
  if (!found || isInCode(before)) return null;
  const [, search = ""] = found;
  return { start: before.length - search.length - 1, search };
}

/** Letters and digits alone: a smiley such as ";)" looks for nothing. */
const TOKEN = /(?:^|\s);([\p{L}\p{M}\p{N}_-]{0,40})$/u;
