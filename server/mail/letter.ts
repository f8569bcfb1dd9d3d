import type { Language } from "#contract/languages.ts";
import { escapeHtml } from "./email-template.ts";
import { wordsToHtml, wordsToText } from "./letter-markdown.ts";

/** An answer as a letter: the words, what they come with, the mailbox's signature, and one line that says how to go on. */
export type Letter = {
  language: Language;
  subject: string;
  /** Lines above the words: what is new about the conversation, and whose words follow where they are not the sender's. */
  before: readonly string[];
  /** Markdown. */
  words: string;
  /** Names the files that do not travel with it and where they are; null where all of them do. */
  files: { line: string; url: string } | null;
  signature: string;
  /** "WP-1042 · Answer this mail or" and what follows, which in HTML is the link. */
  footer: { before: string; inText: string; inHtml: string; url: string };
};

/** Renders a letter as text and as HTML, without a frame: it is to look like what a person wrote. */
export function renderLetter(letter: Letter): { subject: string; text: string; html: string } {
  return { subject: letter.subject, text: renderText(letter), html: renderHtml(letter) };
}

function renderText({ before, words, files, signature, footer }: Letter): string {
  const end = [signature.trim(), `${footer.before} ${footer.inText} ${footer.url}`].filter(
    (part) => part !== "",
  );
  const parts = [
    ...before,
    wordsToText(words),
    ...(files ? [`${files.line}\n${files.url}`] : []),
    `-- \n${end.join("\n\n")}`,
  ];
  return parts.join("\n\n");
}

function renderHtml({ language, subject, before, words, files, signature, footer }: Letter): string {
  const signed = [
    "--&nbsp;",
    ...signature
      .trim()
      .split(/\r?\n/)
      .filter((line) => line !== "")
      .map(escapeHtml),
  ];
  const url = escapeHtml(footer.url);
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;color:#1b1f27;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:15px;line-height:1.5">
${before.map((line) => `<p style="margin:0 0 14px;color:#5b6270">${escapeHtml(line)}</p>\n`).join("")}${wordsToHtml(words)}
${files ? `<p style="margin:0 0 14px">${escapeHtml(files.line)}<br><a href="${escapeHtml(files.url)}">${escapeHtml(files.url)}</a></p>` : ""}
<p style="margin:14px 0 0;color:#5b6270">${signed.join("<br>")}</p>
<p style="margin:18px 0 0;padding-top:12px;border-top:1px solid #dfe2e8;color:#5b6270;font-size:13px">${escapeHtml(footer.before)} <a href="${url}" style="color:#2456d6">${escapeHtml(footer.inHtml)}</a></p>
</body></html>`;
}
