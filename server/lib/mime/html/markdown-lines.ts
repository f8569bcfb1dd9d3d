import type { HtmlMark } from "./marks.ts";

/** A line of a mail's text, and what its mail program marked it as. */
export type TextLine = { text: string; mark: "quote" | "signature" | null };

const LINES = 50_000;
/** A longer line is broken: each look at its end costs its length, and a mail may have millions of pieces on one. */
const LINE_LENGTH = 8000;
const ADDRESS_LENGTH = 2000;
/** Characters without a width that mailings fill their previews with. */
const FILLERS = /\u200B|\u034F|\u00AD|\uFEFF/g;

/** Builds lines of Markdown from the pieces of an HTML text: white space as a browser collapses it. */
export class MarkdownLines {
  readonly #lines: TextLine[] = [];
  #line = "";
  #prefix = "";
  /** A blank line goes before the next text. */
  #blank = false;
  #pendingSpace = false;
  #quoteDepth = 0;
  /** Of the line before. */
  #lastDepth = 0;
  #preformatted = 0;
  readonly #marks = { quote: 0, signature: 0, rest: 0 };

  text(text: string): void {
    this.#breakLongLine();
    const plain = text.replaceAll(FILLERS, "");
    if (this.#preformatted > 0) return this.#preformattedText(plain);
    const collapsed = plain.replaceAll(/[ \t\n\r\f\u00A0]+/g, " ");
    this.#line += this.#line === "" || this.#line.endsWith(" ") ? collapsed.replace(/^ /, "") : collapsed;
    // A blank that does not break makes a line of its own where nothing else stands.
    if (this.#line === "" && plain.includes("\u00A0")) this.#pendingSpace = true;
  }

  breakLine(): void {
    if (this.#line.trim() !== "") this.#push(this.#line);
    else if (this.#pendingSpace) this.#blank = true;
    this.#line = "";
    this.#pendingSpace = false;
  }

  /** A line break of the text: two of them leave a blank line. */
  lineBreak(): void {
    if (this.#line.trim() === "") this.#blank = true;
    else this.#push(this.#line);
    this.#line = "";
  }

  breakParagraph(): void {
    this.breakLine();
    this.#blank = true;
  }

  rule(): void {
    this.breakParagraph();
    if (this.#lines.length > 0) this.#push("---");
    this.#blank = true;
  }

  /** Goes before the next text, once. */
  prefix(prefix: string): void {
    this.#prefix = prefix;
  }

  /** Goes between two pieces of one line. */
  separate(separator: string): void {
    this.#breakLongLine();
    if (this.#line.trim() !== "") this.#line = `${this.#line.trimEnd()}${separator}`;
  }

  quoteDepth(change: 1 | -1): void {
    this.#quoteDepth += change;
  }

  preformatted(change: 1 | -1): void {
    this.#preformatted += change;
  }

  mark(mark: HtmlMark): void {
    this.breakLine();
    this.#marks[mark] += 1;
  }

  /** What is a quote to the end stays one. */
  unmark(mark: HtmlMark): void {
    this.breakLine();
    if (mark !== "rest") this.#marks[mark] -= 1;
  }

  /** Puts marks around what stands on one line between now and the returned call. */
  wrap(mark: string): () => void {
    const started = this.#place();
    return () => {
      const [before, inner, after] = this.#since(started);
      if (inner === "" || inner.includes(mark)) return;
      this.#line = `${before}${mark}${inner}${mark}${after}`;
    };
  }

  /** The address of a link stands behind its text, unless the text is the address. */
  link(href: string): () => void {
    const started = this.#place();
    const address = href.trim();
    return () => {
      const [before, inner, after] = this.#since(started);
      if (!/^(https?:|mailto:)/i.test(address) || address.length > ADDRESS_LENGTH) return;
      const isMailto = /^mailto:/i.test(address);
      const target = isMailto ? address.slice("mailto:".length).replace(/\?.*$/s, "") : address;
      if (inner === "") return this.#appendSince(started, ` (${target})`);
      const same = comparable(inner) === comparable(target);
      this.#line = same ? `${before}${target}${after}` : `${before}${inner} (${target})${after}`;
    };
  }

  /** A picture that came along is named where it stands; any other is its description. */
  image(source: string, description: string): void {
    this.#breakLongLine();
    const alternative = description
      .replaceAll(/[[\]\s]+/g, " ")
      .trim()
      .slice(0, 200);
    const contentId = /^cid:([^\s()<>]{1,500})$/i.exec(source.trim())?.[1];
    if (contentId) this.#line += `![${alternative || contentId.split("@", 1)[0]}](cid:${contentId})`;
    else if (alternative !== "") this.text(` ${alternative} `);
  }

  finish(): TextLine[] {
    this.breakLine();
    return this.#lines;
  }

  #breakLongLine(): void {
    if (this.#line.length > LINE_LENGTH) this.breakLine();
  }

  #preformattedText(text: string): void {
    const [first = "", ...rest] = text.replaceAll("\u00A0", " ").split("\n");
    this.#line += first;
    for (const line of rest) {
      if (this.#line.trim() === "") this.#blank = true;
      else this.#push(this.#line);
      this.#line = line;
    }
  }

  #place(): { lines: number; at: number } {
    return { lines: this.#lines.length, at: this.#line.length };
  }

  /** Text before, between and after on the current line; nothing between when other lines came. */
  #since({ lines, at }: { lines: number; at: number }): [string, string, string] {
    if (lines !== this.#lines.length || at > this.#line.length) return [this.#line, "", ""];
    const between = this.#line.slice(at);
    const inner = between.trim();
    const lead = between.slice(0, between.length - between.trimStart().length);
    const trail = inner === "" ? "" : between.slice(between.trimEnd().length);
    return [this.#line.slice(0, at) + lead, inner, trail];
  }

  /** A link around whole lines, such as a button. */
  #appendSince({ lines }: { lines: number }, text: string): void {
    const last = this.#lines.at(-1);
    if (last && this.#lines.length > lines && this.#line === "" && last.text.trim() !== "") last.text += text;
  }

  #push(line: string): void {
    if (this.#lines.length >= LINES) return;
    const depth = Math.min(this.#quoteDepth, 5);
    const between = "> ".repeat(Math.min(depth, this.#lastDepth)).trimEnd();
    const { quote, rest, signature } = this.#marks;
    const mark = quote + rest > 0 ? "quote" : signature > 0 ? "signature" : null;
    if (this.#blank && this.#lines.length > 0) this.#lines.push({ text: between, mark });
    const text = this.#preformatted > 0 ? line.trimEnd() : line.trim();
    this.#lines.push({ text: `${"> ".repeat(depth)}${this.#prefix}${text}`, mark });
    this.#prefix = "";
    this.#blank = false;
    this.#lastDepth = depth;
  }
}

function comparable(address: string): string {
  return address
    .toLowerCase()
    .replace(/^(https?:\/\/|mailto:)/, "")
    .replace(/^www\./, "")
    .replace(/\/$/, "");
}
