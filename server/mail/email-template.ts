import type { Ctx } from "#server/lib/request-context.ts";
import type { Desk } from "./reader-language.ts";

type Line = string | { quote: string };

export type EmailContent = Desk & {
  subject: string;
  /** Paragraphs; a quotation is marked as such. */
  lines: Line[];
  button?: { label: string; url: string };
  /** The reason for this mail, below a rule; empty for none. */
  footer: string;
};

/** Renders a mail as text and as HTML, with the desk's name on it. */
export function renderEmail(content: EmailContent) {
  const email = { ...content, lines: content.lines.map(namePictures) };
  return { subject: email.subject, text: renderText(email), html: renderHtml(email) };
}

/** Builds an address of the web app; never from the host that a request names. */
export function buildLink(ctx: Pick<Ctx, "app">, path: string): string {
  return `${ctx.app.config.publicUrl}${path}`;
}

function renderText({ brand, lines, button, footer }: EmailContent): string {
  const paragraphs = lines.map((line) => (typeof line === "string" ? line : quoteLines(line.quote)));
  if (button) paragraphs.push(`${button.label}:\n${button.url}`);
  return [...paragraphs, `-- \n${brand}\n${footer}`.trimEnd()].join("\n\n");
}

/** A picture of the ticket by its name, as in an answer that is mailed: the mark in the text leads nowhere here. */
function namePictures(line: Line): Line {
  if (typeof line === "string") return line;
  return { quote: line.quote.replaceAll(/!(\[[^\]\n]*\])\(attachment:[^)\s]+\)/g, "$1") };
}

function quoteLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join("\n");
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',sans-serif";

function renderHtml({ brand, language, subject, lines, button, footer }: EmailContent): string {
  const body = lines.map(renderParagraph).join("\n");
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f7;color:#1b1f27;${FONT};font-size:15px;line-height:1.5">
<div style="max-width:560px;margin:0 auto;padding:28px;background:#ffffff;border:1px solid #dfe2e8;border-radius:10px">
<p style="margin:0 0 20px;font-weight:600">${escapeHtml(brand)}</p>
${body}
${button ? renderButton(button) : ""}
${footer === "" ? "" : renderFooter(footer)}
</div></body></html>`;
}

function renderFooter(footer: string): string {
  const style = "margin:28px 0 0;padding-top:14px;border-top:1px solid #dfe2e8;color:#5b6270;font-size:13px";
  return `<p style="${style}">${escapeHtml(footer)}</p>`;
}

function renderParagraph(line: Line): string {
  if (typeof line === "string") return `<p style="margin:0 0 14px">${insertBreaks(line)}</p>`;
  const style = "margin:0 0 14px;padding:2px 0 2px 14px;border-left:3px solid #c9ced8;white-space:pre-wrap";
  return `<blockquote style="${style}">${escapeHtml(line.quote)}</blockquote>`;
}

function renderButton({ label, url }: { label: string; url: string }): string {
  const style =
    "display:inline-block;padding:10px 18px;background:#2456d6;color:#ffffff;text-decoration:none;border-radius:8px";
  return `<p style="margin:20px 0 8px"><a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a></p>
<p style="margin:0;color:#5b6270;font-size:13px;word-break:break-all">${escapeHtml(url)}</p>`;
}

function insertBreaks(text: string): string {
  return escapeHtml(text).replaceAll(/\r?\n/g, "<br>");
}

/** Escapes a text as it stands in the HTML of mails. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
