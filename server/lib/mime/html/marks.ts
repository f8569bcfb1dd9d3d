/*
 * How mail programs mark what is not new, in the HTML that they send: Gmail, Outlook, Apple Mail, Thunderbird, Yahoo,
 * Proton, and those whose marks follow one of them.
 */

/** What an element holds; `rest`: everything from here to the end of the mail is a quote. */
export type HtmlMark = "quote" | "signature" | "rest";

type Attributes = Readonly<Record<string, string>>;

export function findHtmlMark(element: string, attributes: Attributes): HtmlMark | null {
  const id = attributes["id"] ?? "";
  const classes = attributes["class"] ?? "";
  if (REST_ID.test(id) || isOutlookLine(element, attributes)) return "rest";
  if (SIGNATURE.test(id) || SIGNATURE.test(classes)) return "signature";
  if (QUOTE_ID.test(id) || QUOTE_CLASS.test(classes)) return "quote";
  if (element === "blockquote") {
    const cited = attributes["type"]?.toLowerCase() === "cite" || attributes["cite"] !== undefined;
    return cited || /\b(gmail_quote|mail_quote)\b/.test(classes) ? "quote" : null;
  }
  return element === "div" && attributes["name"] === "quote" ? "quote" : null;
}

/** Outlook on the web and on phones; a mail that is forwarded on and on gets an `x_` before each name. */
const REST_ID = /^(x_)*(divRplyFwdMsg|appendonsend|stopSpelling|OLK_SRC_BODY_SECTION)$/i;
const QUOTE_ID = /^(x_)*(yahoo_quoted\w*|mail-editor-reference-message-container)$/i;
const QUOTE_CLASS =
  /(^|\s)(x_)*(gmail_attr|moz-cite-prefix|yahoo_quoted|yahoo-quoted-begin|protonmail_quote|tutanota_quote|zmail_extra|ms-outlook-mobile-reference-message|freshdesk_quote|OutlookMessageHeader)(\s|$)/i;
const SIGNATURE =
  /(^|\s)(x_)*(gmail_signature|moz-signature|Signature|ms-outlook-mobile-signature|AppleMailSignature|protonmail_signature_block|\w*yahoo-signature|tutanota_signature)(\s|$)/;

/** The line that Outlook for Windows and Zimbra draw above what they quote. */
function isOutlookLine(element: string, attributes: Attributes): boolean {
  if (element === "hr") return attributes["data-marker"] === "__DIVIDER__";
  const style = (attributes["style"] ?? "").replaceAll(/\s/g, "").toLowerCase();
  return element === "div" && /border-top:solid#(e1e1e1|b5c4df)1\.0pt;padding:3\.0pt0/.test(style);
}
