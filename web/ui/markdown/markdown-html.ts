import { Marked, type Tokens } from "marked";
import { UI_MESSAGES } from "../messages.ts";
import { SubsetTokenizer } from "./subset-tokenizer.ts";

/**
 * The subset: emphasis, lists, quotes, code, tables, headings, links. Whatever else looks like Markdown stays as
 * typed, because most people write plain text: no HTML, no indented code, no underlined headings (mail signatures),
 * no reference links, no backslash escapes (`\\server\share`), and images are links, so that nothing is fetched from elsewhere.
 * Throws where a text costs more than `subset-tokenizer.ts` allows.
 */
export function markdownToHtml(text: string): string {
  return marked.parse(text, { async: false, tokenizer: new SubsetTokenizer() });
}

/** The text as it was typed, in paragraphs. */
export function textToHtml(text: string): string {
  return text
    .split("\n\n")
    .map((paragraph) => `<p>${escaped(paragraph)}</p>`)
    .join("\n");
}

const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    text(token) {
      return "tokens" in token && token.tokens ? this.parser.parseInline(token.tokens) : escaped(token.text);
    },
    heading({ depth, tokens }) {
      // The page's own headings come first: the subject is h1, the sections are h2.
      const level = Math.min(depth + 2, 6);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
    },
    code({ text }) {
      return `<pre tabindex="0" role="region" aria-label="${UI_MESSAGES.code}"><code>${escaped(text)}</code></pre>\n`;
    },
    codespan({ text }) {
      return `<code>${escaped(text)}</code>`;
    },
    link(token) {
      return linked(token.href, this.parser.parseInline(token.tokens));
    },
    image({ href, text }) {
      return linked(href, escaped(text || href));
    },
    table(token) {
      const row = (cells: Tokens.TableCell[], tag: string) =>
        `<tr>${cells.map((cell) => `<${tag}${aligned(cell)}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
      return `<div class="scroll" tabindex="0" role="region" aria-label="${UI_MESSAGES.table}"><table><thead>${row(token.header, "th")}</thead><tbody>${token.rows.map((cells) => row(cells, "td")).join("")}</tbody></table></div>\n`;
    },
    checkbox({ checked }) {
      return checked ? "☑ " : "☐ ";
    },
  },
});

function linked(href: string, label: string): string {
  if (!/^(?:https?:|mailto:)/i.test(href)) return label;
  return `<a href="${escaped(href)}" rel="nofollow noopener noreferrer" target="_blank">${label}</a>`;
}

function aligned({ align }: Tokens.TableCell): string {
  return align ? ` align="${align}"` : "";
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
