/*
 * The HTML of a mail, cut down to what can be looked at: no scripts, no forms, no links that lead anywhere, and nothing
 * that a browser would fetch, neither from elsewhere nor from here, where the reader is signed in. What slips through
 * still stands in a frame without any permission, whose own policy forbids every request.
 */
import DOMPurify, { type Config } from "dompurify";

/** A whole document for `srcdoc` of a frame with an empty `sandbox`. */
export function mailDocument(html: string): string {
  return `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><style>${PAPER}</style></head><body>${safeMailHtml(html)}</body></html>`;
}

/** Pictures within the mail itself and styles of its own; the page's own policy holds beside it. */
const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
/** Mails are written for white paper, whatever the theme. */
const PAPER =
  "body{margin:16px;background:#fff;color:#1b1f27;font:15px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}img{max-width:100%;height:auto}blockquote{margin:14px 0 0;padding-left:12px;border-left:3px solid #c9ced8;color:#5b6270}a{color:#1d4fc4;text-decoration:underline}pre{white-space:pre-wrap}";

/** What is left of a mail's markup. */
export function safeMailHtml(html: string): string {
  return purifier.sanitize(html, ALLOWED);
}

const ALLOWED: Config = {
  ALLOWED_TAGS:
    "a abbr address b big blockquote br caption center code col colgroup dd del div dl dt em font h1 h2 h3 h4 h5 h6 hr i img ins li ol p pre q s small span strike strong sub sup table tbody td tfoot th thead tr tt u ul".split(
      " ",
    ),
  ALLOWED_ATTR:
    "align alt bgcolor border cellpadding cellspacing color colspan dir face height lang rowspan size src start style title valign width".split(
      " ",
    ),
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^data:image\/(?:png|gif|jpe?g|webp);/i,
  // The shape of addresses is asked of `src` alone.
  ADD_URI_SAFE_ATTR:
    "align alt bgcolor border color dir face height lang size start style title valign width".split(" "),
};

/** An instance of its own: its hooks concern mails alone. */
const purifier = DOMPurify(window);

purifier.addHook("uponSanitizeElement", (node, { tagName }) => {
  if (tagName === "a" && node instanceof Element) showAddress(node);
});
purifier.addHook("uponSanitizeAttribute", (node, attribute) => {
  if (attribute.attrName !== "style") return;
  attribute.attrValue = safeStyle(attribute.attrValue);
  attribute.keepAttr = attribute.attrValue !== "";
});

/** A link leads nowhere from here; where it would lead is its tooltip. */
function showAddress(link: Element): void {
  const address = link.getAttribute("href");
  if (address && /^(?:https?|mailto|tel):/i.test(address)) link.setAttribute("title", address);
}

/** Declarations that draw, out of a list, with values that name nothing to fetch. */
function safeStyle(style: string): string {
  const { style: parsed } = document.implementation.createHTMLDocument("").createElement("p");
  parsed.cssText = style;
  return DRAWN.flatMap((name) => {
    const value = parsed.getPropertyValue(name);
    return value === "" || FETCHING.test(value) ? [] : [`${name}:${value}`];
  }).join(";");
}

const DRAWN =
  "background-color border border-bottom border-collapse border-color border-left border-radius border-right border-spacing border-style border-top border-width color display font-family font-size font-style font-weight height letter-spacing line-height list-style-type margin margin-bottom margin-left margin-right margin-top max-width min-width padding padding-bottom padding-left padding-right padding-top text-align text-decoration text-indent text-transform vertical-align white-space width".split(
    " ",
  );
/** Functions of CSS that fetch, or may be made to; and escapes, which hide them. */
const FETCHING = /url|image|element|cross-fade|src|var|env|attr|expression|[\\@<{}]/i;
