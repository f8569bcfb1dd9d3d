import { Lexer, type MarkedToken, type Token } from "marked";
import { SubsetTokenizer } from "./subset-tokenizer.ts";

/**
 * Reads people's own words, for the page and for the letter alike: what the one shows, the other says. The subset: emphasis,
 * lists, quotes, code, tables, headings, links. Whatever else looks like Markdown stays as typed, because most people write
 * plain text: no HTML, no indented code, no underlined headings (mail signatures), no reference links, no backslash escapes
 * (`\\server\share`). Throws `TooMuchWork` where a text costs more than `subset-tokenizer.ts` allows.
 */
export function readMarkdown(text: string): Token[] {
  return Lexer.lex(text, { gfm: true, breaks: true, tokenizer: new SubsetTokenizer() });
}

/** Narrows a token: those of extensions are of no kind that is known, and there is no extension. */
export function isKnown(token: Token): token is MarkedToken {
  return typeof token.type === "string";
}
