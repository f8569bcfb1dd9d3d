import type { MarkedToken, Token, Tokens } from "marked";
import { isKnown, readMarkdown } from "#contract/markdown/read-markdown.ts";
import { TooMuchWork } from "#contract/markdown/subset-tokenizer.ts";
import { escapeHtml } from "./email-template.ts";

/*
 * The words of an answer as a letter shows them, read as the page reads them. Mail programs know no style sheet and no script
 * of ours, so the markup is small: every text is escaped, and only links to web and mail addresses become links. The text
 * version drops the marks that would only be in the way: `**now**` is "now", `[form](https://...)` is "form (https://...)".
 */

/** Renders Markdown as simple HTML. */
export function wordsToHtml(words: string): string {
  const tokens = read(words);
  return tokens ? blocksToHtml(tokens) : paragraph(escapeHtml(words).replaceAll("\n", "<br>"));
}

/** Renders Markdown as readable text. */
export function wordsToText(words: string): string {
  const tokens = read(words);
  return (tokens ? blocksToText(tokens) : words).trim();
}

/** Null for what costs more than it is worth: it is sent as it was typed, as the page shows it. */
function read(words: string): Token[] | null {
  try {
    return readMarkdown(words);
  } catch (error) {
    if (error instanceof TooMuchWork) return null;
    throw error;
  }
}

const MARGIN = "margin:0 0 14px";
const CODE = `${MARGIN};padding:10px;background:#f4f5f7;border-radius:6px;white-space:pre-wrap`;
const QUOTE = `${MARGIN};padding:2px 0 2px 14px;border-left:3px solid #c9ced8`;
const CELL = "border:1px solid #dfe2e8;padding:4px 8px;text-align:";

function blocksToHtml(tokens: readonly Token[]): string {
  return tokens
    .filter(isKnown)
    .map(blockToHtml)
    .filter((html) => html !== "")
    .join("\n");
}

function blockToHtml(token: MarkedToken): string {
  switch (token.type) {
    case "space":
      return "";
    case "code":
      return `<pre style="${CODE}">${escapeHtml(token.text)}</pre>`;
    case "hr":
      return '<hr style="border:0;border-top:1px solid #dfe2e8">';
    case "heading":
      return paragraph(`<b>${inlineToHtml(token.tokens)}</b>`);
    case "blockquote":
      return `<blockquote style="${QUOTE}">${blocksToHtml(token.tokens)}</blockquote>`;
    case "list":
      return listToHtml(token);
    case "table":
      return tableToHtml(token);
    case "paragraph":
      return paragraph(inlineToHtml(token.tokens));
    default:
      return paragraph(inlineToHtml([token]));
  }
}

function paragraph(html: string): string {
  return `<p style="${MARGIN}">${html.replace(/^[ \t]+/, keepBlanks)}</p>`;
}

/** Keeps what a line is indented by: a piece of a log, or of a configuration. */
function keepBlanks(blanks: string): string {
  return blanks.replaceAll("\t", "    ").replaceAll(" ", "&nbsp;");
}

/** The blanks that the line after a break begins with. */
function blanksAfter({ raw }: Tokens.Br): string {
  return raw.slice(raw.indexOf("\n") + 1);
}

function listToHtml({ ordered, start, items }: Tokens.List): string {
  const tag = ordered ? "ol" : "ul";
  const first = ordered && start !== 1 ? ` start="${start}"` : "";
  const rows = items.map((item) => `<li>${itemToHtml(item)}</li>`);
  return `<${tag}${first} style="${MARGIN};padding-left:24px">${rows.join("")}</${tag}>`;
}

/** The words of an item that holds nothing else stand in it without a paragraph. */
function itemToHtml({ tokens }: Tokens.ListItem): string {
  return tokens
    .filter(isKnown)
    .map((token) =>
      token.type === "text" || token.type === "checkbox" ? inlineToHtml([token]) : blockToHtml(token),
    )
    .join("");
}

function tableToHtml({ header, rows }: Tokens.Table): string {
  const body = rows.map((cells) => rowToHtml(cells, "td")).join("");
  return `<table style="${MARGIN};border-collapse:collapse">${rowToHtml(header, "th")}${body}</table>`;
}

function rowToHtml(cells: readonly Tokens.TableCell[], tag: "th" | "td"): string {
  const written = cells.map(
    ({ align, tokens }) => `<${tag} style="${CELL}${align ?? "left"}">${inlineToHtml(tokens)}</${tag}>`,
  );
  return `<tr>${written.join("")}</tr>`;
}

function inlineToHtml(tokens: readonly Token[]): string {
  return tokens.filter(isKnown).map(spanToHtml).join("");
}

function spanToHtml(token: MarkedToken): string {
  switch (token.type) {
    case "strong":
      return `<b>${inlineToHtml(token.tokens)}</b>`;
    case "em":
      return `<i>${inlineToHtml(token.tokens)}</i>`;
    case "del":
      return `<s>${inlineToHtml(token.tokens)}</s>`;
    case "codespan":
      return `<code>${escapeHtml(token.text)}</code>`;
    case "br":
      return `<br>${keepBlanks(blanksAfter(token))}`;
    case "checkbox":
      return token.checked ? "☑ " : "☐ ";
    case "link":
      return isAddress(token.href)
        ? `<a href="${escapeHtml(token.href)}">${inlineToHtml(token.tokens)}</a>`
        : escapeHtml(asTyped(token));
    case "image":
      return isAddress(token.href)
        ? `<a href="${escapeHtml(token.href)}">${escapeHtml(token.text || token.href)}</a>`
        : escapeHtml(asTyped(token));
    case "text":
      return token.tokens ? inlineToHtml(token.tokens) : escapeHtml(token.text);
    default:
      return escapeHtml(token.raw);
  }
}

function blocksToText(tokens: readonly Token[]): string {
  return tokens
    .filter(isKnown)
    .map((token) => blockToText(token) + (/\n*$/.exec(token.raw)?.[0] ?? ""))
    .join("");
}

/** Without the empty lines after it. What a letter's reader understands as it was typed stays so. */
function blockToText(token: MarkedToken): string {
  switch (token.type) {
    case "space":
      return "";
    case "code":
      return token.text;
    case "heading":
    case "paragraph":
      return inlineToText(token.tokens);
    case "blockquote":
      return indent("> ", "> ", blocksToText(token.tokens).trimEnd());
    case "list":
      return token.items.map((item, place) => itemToText(item, place < token.items.length - 1)).join("");
    case "text":
    case "checkbox":
      return inlineToText([token]);
    default:
      return token.raw.trimEnd();
  }
}

function itemToText({ raw, tokens }: Tokens.ListItem, goesOn: boolean): string {
  const mark = /^ *(?:[-*+]|\d+[.)])/.exec(raw)?.[0] ?? "-";
  const end = goesOn ? (/\n*$/.exec(raw)?.[0] ?? "") : "";
  return indent(`${mark} `, " ".repeat(mark.length + 1), blocksToText(tokens).trimEnd()) + end;
}

function indent(first: string, others: string, text: string): string {
  return text
    .split("\n")
    .map((line, place) => `${place === 0 ? first : others}${line}`.trimEnd())
    .join("\n");
}

function inlineToText(tokens: readonly Token[]): string {
  return tokens.filter(isKnown).map(spanToText).join("");
}

function spanToText(token: MarkedToken): string {
  switch (token.type) {
    case "strong":
    case "em":
    case "del":
      return inlineToText(token.tokens);
    case "codespan":
      return token.text;
    case "br":
      return `\n${blanksAfter(token)}`;
    case "link":
    case "image":
      return linkToText(token);
    case "text":
      return token.tokens ? inlineToText(token.tokens) : token.text;
    default:
      return token.raw;
  }
}

function linkToText(token: Tokens.Link | Tokens.Image): string {
  if (!isAddress(token.href)) return asTyped(token);
  const label = token.type === "link" ? inlineToText(token.tokens) : token.text;
  const isSaid = label === "" || label === token.href || ("autolink" in token && token.autolink === true);
  return isSaid ? label || token.href : `${label} (${token.href})`;
}

function isAddress(href: string): boolean {
  return /^(?:https?:|mailto:)/i.test(href);
}

/** A file of the ticket by its name; whatever else leads nowhere, as it stands in the text. */
function asTyped({ href, text, raw }: Tokens.Link | Tokens.Image): string {
  return href.startsWith("attachment:") ? `[${text}]` : raw;
}
