import { escapeHtml } from "./email-template.ts";

/*
 * The words of an answer as a letter shows them. Mail programs know no style sheet and no script of ours, so the markup is
 * small: every text is escaped, and only links to web and mail addresses become links. The text version drops the marks
 * that would only be in the way: `**now**` is "now", `[form](https://...)` is "form (https://...)".
 */

/** Levels of quotes and lists; deeper ones stay as typed. */
const DEEPEST = 10;

/** Renders Markdown as simple HTML. */
export function wordsToHtml(words: string): string {
  return renderBlocks(splitLines(words), 0);
}

/** Renders Markdown as readable text. */
export function wordsToText(words: string): string {
  let isCode = false;
  const lines: string[] = [];
  for (const line of splitLines(words)) {
    if (isFence(line)) isCode = !isCode;
    else lines.push(isCode ? line : inlineToText(line.replace(/^(\s*(?:>\s?)*)#{1,6} +/, "$1")));
  }
  return lines.join("\n").trim();
}

type Block = { length: number; html: string };

function renderBlocks(lines: readonly string[], depth: number): string {
  const blocks: string[] = [];
  for (let at = 0; at < lines.length;) {
    const { length, html } = readBlock(lines.slice(at), depth);
    if (html !== "") blocks.push(html);
    at += length;
  }
  return blocks.join("\n");
}

function readBlock(lines: readonly string[], depth: number): Block {
  const [first = ""] = lines;
  if (first.trim() === "") return { length: 1, html: "" };
  if (isFence(first)) return readCode(lines);
  if (/^ {0,3}([-*_])( *\1){2,} *$/.test(first))
    return { length: 1, html: '<hr style="border:0;border-top:1px solid #dfe2e8">' };
  const heading = /^#{1,6} +(.*)$/.exec(first);
  if (heading) return { length: 1, html: paragraph(`<b>${inlineToHtml(heading[1] ?? "")}</b>`) };
  if (depth < DEEPEST && first.startsWith(">")) return readQuote(lines, depth);
  if (depth < DEEPEST && itemOf(first)) return readList(lines, depth);
  return readParagraph(lines, depth);
}

function readCode(lines: readonly string[]): Block {
  const end = lines.findIndex((line, at) => at > 0 && isFence(line));
  const code = lines.slice(1, end === -1 ? undefined : end).join("\n");
  const style = "margin:0 0 14px;padding:10px;background:#f4f5f7;border-radius:6px;white-space:pre-wrap";
  return {
    length: end === -1 ? lines.length : end + 1,
    html: `<pre style="${style}">${escapeHtml(code)}</pre>`,
  };
}

function readQuote(lines: readonly string[], depth: number): Block {
  const length = countWhile(lines, (line) => line.startsWith(">"));
  const inner = lines.slice(0, length).map((line) => line.replace(/^> ?/, ""));
  const style = "margin:0 0 14px;padding:2px 0 2px 14px;border-left:3px solid #c9ced8";
  return { length, html: `<blockquote style="${style}">${renderBlocks(inner, depth + 1)}</blockquote>` };
}

type Item = { indent: number; isOrdered: boolean; start: number; text: string };

function itemOf(line: string): Item | null {
  const found = /^( {0,3})(?:[-*+]|(\d{1,9})[.)])( +)(\S.*)$/.exec(line);
  if (!found) return null;
  const [, before = "", number, gap = "", text = ""] = found;
  const width = before.length + (number === undefined ? 1 : number.length + 1) + Math.min(gap.length, 4);
  return { indent: width, isOrdered: number !== undefined, start: Number(number ?? 1), text };
}

/** An item goes on in the lines that are indented below it. */
function readList(lines: readonly string[], depth: number): Block {
  const first = itemOf(lines[0] ?? "");
  const items: string[] = [];
  let at = 0;
  for (let item = first; item && item.isOrdered === first?.isOrdered; item = itemOf(lines[at] ?? "")) {
    const below = countWhile(lines.slice(at + 1), (line) => /^ {2,}\S/.test(line));
    const inner = lines
      .slice(at + 1, at + 1 + below)
      .map((line) => line.replace(new RegExp(`^ {1,${item.indent}}`), ""));
    const rest = inner.length > 0 ? renderBlocks(inner, depth + 1) : "";
    items.push(`<li>${inlineToHtml(item.text)}${rest}</li>`);
    at += 1 + below;
  }
  const tag = first?.isOrdered ? "ol" : "ul";
  const start = first?.isOrdered && first.start !== 1 ? ` start="${first.start}"` : "";
  return {
    length: at,
    html: `<${tag}${start} style="margin:0 0 14px;padding-left:24px">${items.join("")}</${tag}>`,
  };
}

function readParagraph(lines: readonly string[], depth: number): Block {
  const isInside = (line: string, at: number) =>
    at === 0 ||
    !(
      line.trim() === "" ||
      isFence(line) ||
      /^#{1,6} /.test(line) ||
      (depth < DEEPEST && (line.startsWith(">") || itemOf(line)))
    );
  const length = countWhile(lines, isInside);
  return { length, html: paragraph(lines.slice(0, length).map(inlineToHtml).join("<br>")) };
}

function paragraph(html: string): string {
  return `<p style="margin:0 0 14px">${html}</p>`;
}

/** What stands within a line, the first that fits; each is bounded, so that no line costs much. */
const MARKS = new RegExp(
  [
    "`(?<code>[^`]{1,2000})`",
    // A backslash keeps a bracket from being one of a link: names in saved replies have it (contract/replies/escape-value.ts).
    String.raw`!?(?<!\\)\[(?<label>[^\[\]]{0,500})(?<!\\)\]\((?<href>(?:https?://|mailto:|attachment:)[^\s()]{1,1900})\)`,
    String.raw`(?<address>https?://[^\s<>"'` +
      "`" +
      String.raw`()]{1,1900}[^\s<>"'` +
      "`" +
      String.raw`().,;:!?])`,
    String.raw`\*\*(?<bold>(?=\S)[^*]{1,1000})\*\*`,
    String.raw`~~(?<gone>(?=\S)[^~]{1,1000})~~`,
    String.raw`(?<![\w*])\*(?<slanted>(?=\S)[^*]{1,1000})\*(?![\w*])`,
    String.raw`(?<!\w)_(?<lined>(?=\S)[^_]{1,1000})_(?!\w)`,
  ].join("|"),
  "g",
);

type Render = {
  text: (text: string) => string;
  code: (text: string) => string;
  link: (href: string, label: string) => string;
  file: (name: string) => string;
  marked: (tag: "b" | "s" | "i", inner: string) => string;
};

const HTML: Render = {
  text: escapeHtml,
  code: (text) => `<code>${escapeHtml(text)}</code>`,
  link: (href, label) => `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`,
  file: (name) => escapeHtml(`[${name}]`),
  marked: (tag, inner) => `<${tag}>${inner}</${tag}>`,
};
const TEXT: Render = {
  text: (text) => text,
  code: (text) => text,
  link: (href, label) => (label === href || href === `mailto:${label}` ? label : `${label} (${href})`),
  file: (name) => `[${name}]`,
  marked: (_tag, inner) => inner,
};

function inlineToHtml(line: string): string {
  return renderInline(line, HTML);
}

function inlineToText(line: string): string {
  return renderInline(line, TEXT);
}

function renderInline(line: string, as: Render, depth = 0): string {
  if (depth > DEEPEST) return as.text(line);
  let written = "";
  let at = 0;
  for (const found of line.matchAll(MARKS)) {
    written += as.text(line.slice(at, found.index)) + renderMark(found.groups ?? {}, as, depth);
    at = found.index + found[0].length;
  }
  return written + as.text(line.slice(at));
}

function renderMark(found: Record<string, string | undefined>, as: Render, depth: number): string {
  const { code, label, href, address, bold, gone } = found;
  if (code !== undefined) return as.code(code);
  if (address !== undefined) return as.link(address, address);
  if (href !== undefined)
    return href.startsWith("attachment:") ? as.file(label ?? "") : as.link(href, label || href);
  const inner = (text: string) => renderInline(text, as, depth + 1);
  if (bold !== undefined) return as.marked("b", inner(bold));
  if (gone !== undefined) return as.marked("s", inner(gone));
  return as.marked("i", inner(found["slanted"] ?? found["lined"] ?? ""));
}

function isFence(line: string): boolean {
  return /^ {0,3}```/.test(line);
}

function countWhile(lines: readonly string[], holds: (line: string, at: number) => unknown): number {
  const end = lines.findIndex((line, at) => !holds(line, at));
  return end === -1 ? lines.length : end;
}

function splitLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}
