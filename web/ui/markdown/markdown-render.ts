import DOMPurify, { type Config } from "dompurify";
import { markdownToHtml, textToHtml } from "./markdown-html.ts";
import { TooMuchWork } from "./subset-tokenizer.ts";

/**
 * Text of anybody to markup that is safe to insert: translated from the subset, then cut down to what the subset needs.
 * A text that costs too much stands as it was typed.
 */
export function renderMarkdown(text: string): string {
  let html = rendered.get(text);
  if (html === undefined) {
    html = DOMPurify.sanitize(translate(text), ALLOWED);
    if (rendered.size >= KEPT_TEXTS) rendered.clear();
    rendered.set(text, html);
  }
  return html;
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
