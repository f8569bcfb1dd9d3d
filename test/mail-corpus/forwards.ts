import { address, composeMail, encodeWords, filePart, multipart, textPart } from "./compose.ts";
import type { CorpusMail } from "./corpus-mail.ts";
import { LANGUAGES, type Language } from "./languages.ts";
import { escapeHtml } from "./programs.ts";

const AGENT = { name: "Idris Okafor", mail: "idris@waypost.example" };

/** What a colleague sends on: within the text as Gmail, Outlook and Apple Mail do, and as a file. */
export function forwards(): CorpusMail[] {
  return [
    ...LANGUAGES.map(byGmail),
    ...LANGUAGES.map(byOutlook),
    ...LANGUAGES.filter((_, index) => index % 3 === 0).map(byApple),
    asFile(),
  ];
}

function byGmail(language: Language): CorpusMail {
  const { labels, subject } = language;
  const block = [
    `---------- ${language.forwarded} ---------`,
    `${labels.from}: ${language.name} <${mailOf(language)}>`,
    `${labels.sent}: Mon, 3 Mar 2025 10:04`,
    `${labels.subject}: ${subject}`,
    `${labels.to}: ${AGENT.name} <${AGENT.mail}>`,
  ].join("\n");
  const words = language.words.join("\n\n");
  const text = `Please look.\n\n${block}\n\n\n${words}\n`;
  return forward(language, "gmail", text, words, textPart(text));
}

function byOutlook(language: Language): CorpusMail {
  const { labels, subject, words } = language;
  const lines = [
    `<b>${labels.from}:</b> ${escapeHtml(`${language.name} <${mailOf(language)}>`)}`,
    `<b>${labels.sent}:</b> Montag, 3. März 2025 10:04`,
    `<b>${labels.to}:</b> ${AGENT.name}`,
    `<b>${labels.subject}:</b> ${escapeHtml(subject)}`,
  ];
  const html = `<p class=MsoNormal>Please look.</p><p class=MsoNormal>&nbsp;</p><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal>${lines.join("<br>")}</p></div>${words.map((each) => `<p>${escapeHtml(each)}</p>`).join("")}`;
  const block = [
    `**${labels.from}:** ${language.name} <${mailOf(language)}>`,
    `**${labels.sent}:** Montag, 3. März 2025 10:04`,
    `**${labels.to}:** ${AGENT.name}`,
    `**${labels.subject}:** ${subject}`,
  ].join("\n");
  const text = `Please look.\n\n${block}\n\n${words.join("\n\n")}`;
  return forward(language, "outlook", text, words.join("\n\n"), textPart(html, { type: "text/html" }));
}

function byApple(language: Language): CorpusMail {
  const { labels, subject, words } = language;
  const separator = {
    en: "Begin forwarded message",
    es: "Inicio del mensaje reenviado",
    nl: "Begin doorgestuurd bericht",
  };
  const lines = [
    `${labels.from}: ${language.name} <${mailOf(language)}>`,
    `${labels.subject}: ${subject}`,
    `${labels.sent}: 3 mars 2025 10:04`,
    `${labels.to}: ${AGENT.mail}`,
    "",
    ...words.join("\n\n").split("\n"),
  ];
  const begin = separator[language.code as keyof typeof separator] ?? "Start på videresendt melding";
  const text = `Please look.\n\n${begin}:\n\n${lines.map((line) => (line === "" ? ">" : `> ${line}`)).join("\n")}\n`;
  return forward(language, "apple", text, words.join("\n\n"), textPart(text));
}

function forward(
  language: Language,
  program: string,
  text: string,
  words: string,
  part: ReturnType<typeof textPart>,
) {
  const subject = `${language.forward}: ${language.subject}`;
  const raw = composeMail(fields(subject), part);
  return {
    name: `${program} forwards in ${language.code}`,
    raw,
    expected: {
      subject,
      from: AGENT.mail,
      words: text.trim().replaceAll(/\n{3,}/g, "\n\n"),
      folded: null,
      files: [],
      kind: "message" as const,
      forward: { from: mailOf(language), wordsAbove: "Please look.", words },
    },
  };
}

function asFile(): CorpusMail {
  const original = composeMail(
    ["From: Client <client@kestrel.example>", "Subject: Printer", "Message-ID: <original@kestrel.example>"],
    textPart("It jams.\n\n-- \nClient"),
  );
  const file = filePart("Printer.eml", "message/rfc822", original);
  const raw = composeMail(fields("A mail of a client"), multipart("mixed", [textPart("Please look."), file]));
  return {
    name: "a forward as a file",
    raw,
    expected: {
      subject: "A mail of a client",
      from: AGENT.mail,
      words: "Please look.",
      folded: null,
      files: [{ name: "Printer.eml", refusedAs: null }],
      kind: "message",
      forward: {
        from: "client@kestrel.example",
        wordsAbove: "Please look.",
        words: "It jams.\n\n--\nClient",
      },
    },
  };
}

function fields(subject: string): string[] {
  return [
    `From: ${address(AGENT.name, AGENT.mail)}`,
    "To: help@waypost.example",
    `Subject: ${encodeWords(subject)}`,
    "Message-ID: <forward@waypost.example>",
  ];
}

function mailOf({ code }: Language): string {
  return `${code}@kestrel.example`;
}
