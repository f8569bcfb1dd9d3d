import type { Language } from "#contract/languages.ts";
import { LIMITS } from "#contract/limits.ts";
import { renderLetter } from "#server/mail/letter.ts";
import type { TicketMessages } from "./every-language.ts";

export type AnswerFile = { id: string; name: string; bytes: number };
/** An answer as it stands in the conversation. */
export type Answer = {
  id: string;
  author: string;
  /** Who wrote it by mail, where the author is a mailbox. */
  fromAddress: string | null;
  words: string;
  files: AnswerFile[];
};

type Facts = {
  language: Language;
  messages: TicketMessages;
  subject: string;
  uid: string;
  url: string;
  signature: string;
  /** Numbers that became part of the conversation since the reader's last mail. */
  news: readonly string[];
};

/** Writes an answer to somebody outside: a letter, with its files or, where they are too large, with their names. */
export function writeAnswerLetter(
  answer: Answer,
  { language, messages, subject, uid, url, signature, news }: Facts,
) {
  const files = travel(answer.files) || answer.files.length === 0 ? null : answer.files;
  return renderLetter({
    language,
    subject,
    before: [
      ...news.map(messages.isPartNow),
      ...(answer.fromAddress === null ? [] : [messages.answered(answer.fromAddress, uid)]),
    ],
    words: answer.words,
    files: files && { line: messages.filesAreThere(files.map(({ name }) => name).join(", ")), url },
    signature,
    footer: { before: messages.answerOr(uid), inText: messages.openAt, inHtml: messages.openInDesk, url },
  });
}

/** The attachments that travel with the letter: all of the answer's, or none where they are too large together. */
export function filesOfLetter({ files }: Answer): string[] {
  return travel(files) ? files.map(({ id }) => id) : [];
}

function travel(files: readonly AnswerFile[]): boolean {
  return files.reduce((sum, { bytes }) => sum + bytes, 0) <= LIMITS.letterFileBytes;
}
