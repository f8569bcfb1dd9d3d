import DOMPurify, { type Config } from "dompurify";
import { findMentions } from "#contract/comments/mention-text.ts";
import { markdownToHtml, textToHtml } from "./markdown-html.ts";
import { TooMuchWork } from "#contract/markdown/subset-tokenizer.ts";

/**
 * Text of anybody to markup that is safe to insert: translated from the subset, then cut down to what the subset needs.
 * A text that costs too much stands as it was typed. The marked names stand out where they follow an "@", but in code.
 */
export function renderMarkdown(text: string, marked: readonly string[]): string {
  const key = JSON.stringify([text, ...marked]);
  let html = rendered.get(key);
  if (html === undefined) {
    html = DOMPurify.sanitize(translate(text), ALLOWED);
    if (marked.length > 0) html = markNames(html, marked);
    if (rendered.size >= KEPT_TEXTS) rendered.clear();
    rendered.set(key, html);
  }
  return html;
}

/** Marks names in markup that is safe already: only the texts are read, and nothing of them becomes markup. */
function markNames(html: string, names: readonly string[]): string {
  const place = document.createElement("template");
  place.innerHTML = html;
  const walker = document.createTreeWalker(place.content, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  for (const text of texts) if (!text.parentElement?.closest("code, a")) markIn(text, names);
  return place.innerHTML;
}

function markIn(text: Text, names: readonly string[]): void {
  for (const { start, end } of findMentions(text.data, names).toReversed()) {
    const name = text.splitText(start);
    name.splitText(end - start);
    const mark = document.createElement("span");
    mark.className = "mention";
    name.replaceWith(mark);
    mark.append(name);
  }
}

function translate(text: string): string {
  try {
    return markdownToHtml(text);
  } catch (error) {
    if (error instanceof TooMuchWork) return textToHtml(text);
    throw error;
  }
}

const KEPT_TEXTS = 1000;
const rendered = new Map<string, string>();

const ALLOWED: Config = {
  ALLOWED_TAGS:
    "p br strong em del code pre ul ol li blockquote hr a div h3 h4 h5 h6 table thead tbody tr th td".split(
      " ",
    ),
  ALLOWED_ATTR: ["href", "rel", "target", "start", "class", "tabindex", "role", "aria-label", "align"],
  // The shape of addresses is asked of href alone.
  ADD_URI_SAFE_ATTR: ["rel", "target", "start", "tabindex", "aria-label", "align"],
  ALLOW_DATA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
};
