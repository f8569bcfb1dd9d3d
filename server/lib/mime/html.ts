import { Parser } from "htmlparser2";
import { MarkdownLines, type TextLine } from "./html/markdown-lines.ts";
import { findHtmlMark, type HtmlMark } from "./html/marks.ts";

/*
 * The HTML of a mail as lines of Markdown, read as a stream: no tree is built, and nothing is fetched. Each line knows
 * whether a mail program marked it as a quote or a signature.
 */

export const HTML_LENGTH = 2 * 1024 * 1024;
const DEPTH = 200;
/** Deeper than this, htmlparser2 takes a time that grows with the square of the depth; it starts anew there. */
const PARSER_DEPTH = 1000;
const CHUNK = 4096;

export function htmlToLines(html: string): TextLine[] {
  const reader = new HtmlReader();
  const parser = new Parser(reader);
  const text = html.slice(0, HTML_LENGTH);
  for (let at = 0; at < text.length;) {
    // Cut before a tag, so that starting anew does not cut one in two.
    const tag = text.indexOf("<", at + CHUNK);
    const end = tag === -1 ? text.length : Math.min(tag, at + 16 * CHUNK);
    parser.write(text.slice(at, end));
    if (reader.openElements > PARSER_DEPTH) parser.reset();
    at = end;
  }
  parser.end();
  return reader.finish();
}

type Open = { name: string; mark: HtmlMark | null; close: (() => void) | null; hidden: boolean };

const HIDDEN = new Set(
  "script style title template svg math xml iframe object noframes select datalist".split(" "),
);
const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
const PARAGRAPHS = new Set("p h1 h2 h3 h4 h5 h6 ul ol table blockquote pre dl fieldset".split(" "));
const BLOCKS = new Set(
  "address article aside body center dd details div dt fieldset figure footer form header li main nav section summary tbody thead tr".split(
    " ",
  ),
);
const INLINE_MARKS: Record<string, string> = {
  b: "**",
  strong: "**",
  i: "*",
  em: "*",
  s: "~~",
  strike: "~~",
  del: "~~",
  code: "`",
};

/** Takes the parser's events; keeps what is open, up to the depth that is looked at. */
class HtmlReader {
  openElements = 0;
  readonly #lines = new MarkdownLines();
  #open: Open[] = [];
  #lists: { ordered: boolean; count: number }[] = [];
  #hidden = 0;

  onopentag(name: string, attributes: Record<string, string>): void {
    if (VOID.has(name)) return this.#void(name, attributes);
    this.openElements += 1;
    if (this.#open.length >= DEPTH) return;
    const hidden = HIDDEN.has(name) || isHidden(attributes);
    const mark = findHtmlMark(name, attributes);
    this.#open.push({ name, mark, hidden, close: hidden ? null : this.#begin(name, attributes) });
    if (hidden) this.#hidden += 1;
    if (mark) this.#lines.mark(mark);
  }

  onclosetag(name: string): void {
    if (VOID.has(name)) return;
    this.openElements -= 1;
    const at = this.#open.findLastIndex((each) => each.name === name);
    // What lies too deep was never opened here.
    if (at === -1 || this.openElements >= DEPTH) return;
    for (const each of this.#open.splice(at).toReversed()) {
      if (each.hidden) this.#hidden -= 1;
      each.close?.();
      if (each.mark) this.#lines.unmark(each.mark);
    }
  }

  ontext(text: string): void {
    if (this.#hidden === 0) this.#lines.text(text);
  }

  /** The parser starts anew: what was open stays a quote if it was one. */
  onreset(): void {
    this.openElements = 0;
    this.#open = [];
    this.#hidden = 0;
    this.#lists = [];
    this.#lines.breakLine();
  }

  finish(): TextLine[] {
    for (const each of this.#open.toReversed()) each.close?.();
    return this.#lines.finish();
  }

  #void(name: string, attributes: Record<string, string>): void {
    if (this.#hidden > 0) return;
    if (name === "br") this.#lines.lineBreak();
    if (name === "img") this.#lines.image(attributes["src"] ?? "", attributes["alt"] ?? "");
    if (name !== "hr") return;
    const mark = findHtmlMark(name, attributes);
    if (mark) this.#lines.mark(mark);
    this.#lines.rule();
  }

  /** Begins an element, and says what its end does. */
  #begin(name: string, attributes: Record<string, string>): (() => void) | null {
    const lines = this.#lines;
    const inlineMark = INLINE_MARKS[name];
    if (inlineMark) return lines.wrap(inlineMark);
    if (name === "a") return lines.link(attributes["href"] ?? "");
    if (name === "td" || name === "th") return this.#cell();
    if (name === "li") return this.#item();
    const isLine = name === "p" && /\bMso(Normal|ListParagraph)/.test(attributes["class"] ?? "");
    if (!PARAGRAPHS.has(name) || isLine) return BLOCKS.has(name) || isLine ? this.#block() : null;
    return this.#paragraph(name);
  }

  #block(): () => void {
    this.#lines.breakLine();
    return () => this.#lines.breakLine();
  }

  #paragraph(name: string): () => void {
    const lines = this.#lines;
    const isNested = (name === "ul" || name === "ol") && this.#lists.length > 0;
    if (isNested) lines.breakLine();
    else lines.breakParagraph();
    const heading = /^h([1-6])$/.exec(name)?.[1];
    if (heading) lines.prefix(`${"#".repeat(Number(heading))} `);
    if (name === "blockquote") lines.quoteDepth(1);
    if (name === "pre") lines.preformatted(1);
    const isList = name === "ul" || name === "ol";
    if (isList) this.#lists.push({ ordered: name === "ol", count: 0 });
    return () => {
      if (isNested) lines.breakLine();
      else lines.breakParagraph();
      if (isList) this.#lists.pop();
      if (name === "blockquote") lines.quoteDepth(-1);
      if (name === "pre") lines.preformatted(-1);
    };
  }

  #item(): () => void {
    this.#lines.breakLine();
    const list = this.#lists.at(-1) ?? { ordered: false, count: 0 };
    list.count += 1;
    const indent = "   ".repeat(Math.min(Math.max(this.#lists.length - 1, 0), 6));
    this.#lines.prefix(`${indent}${list.ordered ? `${list.count}.` : "-"} `);
    return () => this.#lines.breakLine();
  }

  /** Cells that hold one line each stand side by side. */
  #cell(): null {
    this.#lines.separate(" | ");
    return null;
  }
}

function isHidden(attributes: Record<string, string>): boolean {
  const style = attributes["style"];
  return (
    attributes["hidden"] !== undefined || (!!style && /display\s*:\s*none|mso-hide\s*:\s*all/i.test(style))
  );
}
