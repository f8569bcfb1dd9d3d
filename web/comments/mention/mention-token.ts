/** What somebody types after an "@": where that stands, and whom they look for. */
export type MentionToken = { start: number; search: string };

/** Reads the beginning of a mention that ends at the caret, or null: it begins a word, and stands in no code. */
export function findMentionToken(text: string, caret: number): MentionToken | null {
  const before = text.slice(0, caret);
  const found = TOKEN.exec(before);
  if (!found || isInCode(before)) return null;
  const [, search = ""] = found;
  return { start: before.length - search.length - 1, search };
}

/** One word or two. A name with a space behind it is finished. */
const TOKEN = /(?:^|[\s([{"'„“])@((?:[^\s@]{1,40}(?: [^\s@]{1,40})?)?)$/u;

/** Whether a text ends within code: a block that is not closed, or an odd number of signs on its last line. */
function isInCode(text: string): boolean {
  const fences = text.match(/^\s*```/gm)?.length ?? 0;
  if (fences % 2 === 1) return true;
  const line = text.slice(text.lastIndexOf("\n") + 1);
  return (line.match(/`/g)?.length ?? 0) % 2 === 1;
}
