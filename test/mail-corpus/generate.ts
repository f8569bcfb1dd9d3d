import { createSeededRandom } from "#server/lib/seeded-random.ts";
import { automaticMails } from "./automatic.ts";
import { bounces } from "./bounces.ts";
import { CHARSETS, canEncode } from "./charsets.ts";
import { address, composeMail, encodeWords, textPart } from "./compose.ts";
import type { CorpusMail } from "./corpus-mail.ts";
import { forwards } from "./forwards.ts";
import { LANGUAGES, type Language } from "./languages.ts";
import { PROGRAMS, type Program } from "./programs.ts";
import { specialMails } from "./special.ts";

/*
 * Mails as 14 mail programs write them, in 12 languages and 23 charsets, with what must be read from each. Written by us
 * after the forms that the programs have; nobody's mail is among them. The same seed makes the same mails.
 */
export function generateMails(seed: number): CorpusMail[] {
  const dice = createSeededRandom(seed);
  const answers = PROGRAMS.flatMap((program) =>
    LANGUAGES.map((language) =>
      answer(program, language, dice.pick(charsetsOf(program, language)), dice.id()),
    ),
  );
  return [
    ...answers,
    ...CHARSETS.map(({ label, text }) => inCharset(label, text, dice.id())),
    ...forwards(),
    ...automaticMails(),
    ...bounces(),
    ...specialMails(),
  ];
}

/** Those in which everything of the mail has its bytes. */
function charsetsOf(program: Program, language: Language): string[] {
  const labels = ["utf-8", "iso-8859-1", "iso-8859-2", "iso-8859-15", "windows-1250", "windows-1252"];
  const written = JSON.stringify([language, program.name, language.gmail("", ""), language.apple("", "")]);
  return labels.filter((label) => canEncode(written, label));
}

function answer(program: Program, language: Language, charset: string, id: string): CorpusMail {
  const { part, words, folds } = program.write({ language, charset });
  const subject = `${language.reply}: ${language.subject}`;
  const from = `${language.code}@kestrel.example`;
  const raw = composeMail(
    [
      `From: ${address(language.name, from, charset)}`,
      "To: Waypost <help@waypost.example>",
      `Subject: ${encodeWords(subject, charset)}`,
      `Message-ID: <${id}@kestrel.example>`,
      "In-Reply-To: <one@waypost.example>",
      "References: <root@waypost.example> <one@waypost.example>",
      "Date: Mon, 3 Mar 2025 11:12:13 +0100",
      ...(program.mailer === "" ? [] : [`X-Mailer: ${program.mailer}`]),
    ],
    part,
  );
  const folded = folds ? (language.quote.at(-1) ?? "") : null;
  const expected = { subject, from, words, folded, files: [], kind: "message" as const };
  return { name: `${program.name} answers in ${language.code}`, raw, expected };
}

function inCharset(charset: string, text: string, id: string): CorpusMail {
  const from = "client@kestrel.example";
  const raw = composeMail(
    [
      `From: ${address("Client", from)}`,
      "To: help@waypost.example",
      `Subject: ${encodeWords(text, charset)}`,
      `Message-ID: <${id}@kestrel.example>`,
    ],
    textPart(text, { charset, encoding: charset === "utf-7" ? "7bit" : "base64" }),
  );
  const expected = { subject: text, from, words: text, folded: null, files: [], kind: "message" as const };
  return { name: `a text in ${charset}`, raw, expected };
}
