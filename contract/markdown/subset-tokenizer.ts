import { Tokenizer, type Tokens } from "marked";

/** Levels of quotes and lists, or of emphasis, that a text may nest; deeper ones stay as typed. */
const DEEPEST = 20;
/** Characters that the tokenizer may look at for one text: a fifth of a second at most. */
const MOST_WORK = 10_000_000;
/** A link is found or not within so many characters. */
const LONGEST_LINK = 2000;
/** A run of letters longer than any address: it is taken as text at once, since each letter would be looked at anew. */
const LONGEST_ADDRESS = 320;
const LONG_RUN = new RegExp(String.raw`^[\w.!#$%&'+/=?{|}-]{${LONGEST_ADDRESS},}`);

const QUOTED_LINES = /^(?: {0,3}>[^\n]*(?:\n|$))+/;

/** The text costs more than it is worth: it is shown as it was typed. */
export class TooMuchWork extends Error {}

const none = () => undefined;

/**
 * Marked's tokenizer cut down to the subset, with bounds: nesting is recursion there, and a browser's stack ends after
 * some thousand levels; emphasis looks at the rest of its paragraph at every mark. One instance tokenizes one text.
 */
export class SubsetTokenizer extends Tokenizer {
  #depth = { block: 0, inline: 0 };
  #work = 0;

  override html = none;
  override tag = none;
  override code = none;
  override lheading = none;
  override def = none;
  override escape = none;
  override reflink = none;

  /** Ends where its marks end: who answers right below a quote says it themselves. */
  override blockquote(src: string): Tokens.Blockquote | undefined {
    const quoted = QUOTED_LINES.exec(src)?.[0];
    return quoted === undefined ? undefined : this.#nested("block", quoted, () => super.blockquote(quoted));
  }

  override list(src: string): Tokens.List | undefined {
    return this.#nested("block", src, () => super.list(src));
  }

  override emStrong(src: string, masked: string, before = ""): Tokens.Em | Tokens.Strong | undefined {
    // Each mark is asked for at every place; only a mark looks further.
    if (!/^[*_]/.test(src)) return undefined;
    return this.#nested("inline", masked, () => super.emStrong(src, masked, before));
  }

  override del(src: string, masked: string, before = ""): Tokens.Del | undefined {
    if (!src.startsWith("~")) return undefined;
    return this.#nested("inline", masked, () => super.del(src, masked, before));
  }

  override link(src: string): Tokens.Link | Tokens.Image | undefined {
    if (!/^!?\[/.test(src)) return undefined;
    return this.#nested("inline", src.slice(0, LONGEST_LINK), () => super.link(src));
  }

  override codespan(src: string): Tokens.Codespan | undefined {
    if (!src.startsWith("`")) return undefined;
    return this.#nested("inline", src, () => super.codespan(src));
  }

  /** A backslash at the end of a line is one of a path. */
  override br(src: string): Tokens.Br | undefined {
    return src.startsWith("\\") ? undefined : super.br(src);
  }

  override inlineText(src: string): Tokens.Text | undefined {
    const run = LONG_RUN.exec(src)?.[0];
    return run === undefined ? super.inlineText(src) : { type: "text", raw: run, text: run, escaped: false };
  }

  override url(src: string): Tokens.Link | undefined {
    return LONG_RUN.test(src) ? undefined : super.url(src);
  }

  #nested<T>(kind: "block" | "inline", src: string, tokenize: () => T | undefined): T | undefined {
    this.#spend(src);
    if (this.#depth[kind] >= DEEPEST) return undefined;
    this.#depth[kind] += 1;
    try {
      return tokenize();
    } finally {
      this.#depth[kind] -= 1;
    }
  }

  #spend(src: string): void {
    this.#work += src.length;
    if (this.#work > MOST_WORK) throw new TooMuchWork();
  }
}
