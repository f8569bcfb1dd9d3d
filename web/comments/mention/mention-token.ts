import { isInCode } from "#web/lib/form/in-code.ts";
import type { CaretToken } from "#web/lib/form/use-caret-search.ts";

/** Reads the beginning of a mention that ends at the caret, or null: it begins a word, and stands in no code. */
export function findMentionToken(text: string, caret: number): CaretToken | null {
  const before = text.slice(0, caret);
  const found = TOKEN.exec(before);
  if (!found || isInCode(before)) return null;
  const [, search = ""] = found;
  return { start: before.length - search.length - 1, search };
}

/** One word or two. A name with a space behind it is finished. */
const TOKEN = /(?:^|[\s([{"'„“])@((?:[^\s@]{1,40}(?: [^\s@]{1,40})?)?)$/u;
