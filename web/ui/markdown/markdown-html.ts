import { Marked, type Tokens } from "marked";
import { readMarkdown } from "#contract/markdown/read-markdown.ts";
import { UI_MESSAGES } from "../messages.ts";

/**
 * Words as `contract/markdown/read-markdown.ts` reads them, as the page shows them: images are links, so that nothing is
 * fetched from elsewhere. Throws what that throws.
 */
export function markdownToHtml(text: string): string {
  return marked.parser(readMarkdown(text));
}

/** The text as it was typed, in paragraphs. */
export function textToHtml(text: string): string {
  return text
    .split("\n\n")
    .map((paragraph) => `<p>${escaped(paragraph)}</p>`)
    .join("\n");
}

const marked = new Marked({
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
    br({ raw }) {
      // With what the next line is indented by, which the page shows.
      return `<br>${raw.slice(raw.indexOf("\n") + 1)}`;
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
