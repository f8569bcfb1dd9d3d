import { isVisible } from "#contract/text/text-characters.ts";
import { readDeliveredTo, readFirstAddress, readFrom, readRecipients, readReturnPath } from "./addresses.ts";
import { readMailKind } from "./automatic.ts";
import { readHtml, readWords, type Words } from "./body.ts";
import { type Collected, collectParts } from "./parts/collect.ts";
import { readFiles } from "./files.ts";
import { isForwardSubject, readForwardInText } from "./forward.ts";
import {
  cutText,
  decodeHeaderText,
  headerValue,
  headerValues,
  readHeaders,
  readMessageIds,
  viewBuffer,
} from "./headers.ts";
import type { ForwardedMail, HeaderField, ParsedMail } from "./parsed-mail.ts";
import { readParts } from "./parts/read-parts.ts";
import { readPlainReport, readReport } from "./report.ts";
import { SENTENCES, type SentenceId } from "./sentences.ts";

/*
 * Reads a mail. Whatever the bytes are, there is an answer: of a mail that cannot be taken apart the header alone, as
 * `unreadable`.
 */

const SUBJECT_LENGTH = 200;
const DATE_LENGTH = 100;

export async function parseMail(raw: Buffer): Promise<ParsedMail> {
  const header = readHeader(raw);
  try {
    return await readBody(raw, header);
  } catch (error) {
    // Nested deeper than 256, headers beyond 2 MB, or a fault of a reader: one mail, which a person looks at.
    return unreadable(header, error instanceof Error ? error.message : String(error));
  }
}

type Header = Omit<
  ParsedMail,
  | "unreadable"
  | "unreadableBecause"
  | "words"
  | "quoted"
  | "html"
  | "files"
  | "forward"
  | "kind"
  | "bounce"
  | "flags"
>;

function readHeader(raw: Buffer): Header {
  const headers = readHeaders(raw);
  const subject = readSubject(headers);
  return {
    headers,
    subject: subject ?? SENTENCES.no_subject,
    sentences: subject === null ? ["no_subject"] : [],
    messageId: readMessageIds(headerValue(headers, "message-id"))[0] ?? null,
    inReplyTo: readMessageIds(headerValue(headers, "in-reply-to"))[0] ?? null,
    references: readMessageIds(headerValue(headers, "references")),
    ...readFrom(headers),
    ...readRecipients(headers),
    replyTo: readFirstAddress(headers, "reply-to"),
    sender: readFirstAddress(headers, "sender"),
    returnPath: readReturnPath(headers),
    deliveredTo: readDeliveredTo(headers),
    date: readDate(headerValue(headers, "date")),
    deskHeader: headerValue(headers, "x-waypost-desk"),
    receivedCount: headerValues(headers, "received").length,
  };
}

async function readBody(raw: Buffer, header: Header): Promise<ParsedMail> {
  const parts = await collectParts(await readParts(raw));
  const isForward = isForwardSubject(header.subject);
  const html = readHtml(parts.pieces);
  const files = readFiles(parts.files, parts.pieces);
  const read = readWords(parts.pieces, isForward, files);
  const bounce =
    (parts.report && readReport(parts.report)) ??
    readPlainReport({
      headers: header.headers,
      from: header.from?.address ?? "",
      subject: header.subject,
      text: read.whole,
      attached: parts.attached[0]?.bytes ?? null,
    });
  const flags = readFlags(parts);
  const { words, sentences } = fillWords(read, parts);
  const forward =
    bounce || parts.report
      ? null
      : ((await readAttachedForward(parts, read.words)) ?? readForwardInText(header.subject, read.whole));
  const kind = readMailKind({ ...header, bounce, flags });
  const all = [...header.sentences, ...sentences];
  return {
    ...header,
    unreadable: false,
    unreadableBecause: null,
    words,
    quoted: read.quoted,
    html,
    sentences: all,
    files,
    forward,
    kind,
    bounce,
    flags,
  };
}

/** What stands there when nothing could be read. */
function fillWords(read: Words, parts: Collected): Pick<Words, "words" | "sentences"> {
  const missing: SentenceId | null =
    parts.encrypted === null ? (parts.richTextOnly ? "rich_text" : null) : `encrypted_${parts.encrypted}`;
  if (read.words !== "") return read;
  return { words: SENTENCES[missing ?? "no_text"], sentences: [missing ?? "no_text"] };
}

function readFlags({ encrypted, signed, isCalendarReply, report }: Collected): ParsedMail["flags"] {
  const isReceipt = report?.children.some(({ type }) =>
    /^message\/(global-)?disposition-notification$/.test(type),
  );
  return { encrypted, signed, isCalendarReply, isReceipt: isReceipt === true };
}

/** The first message that came as a file; what it holds in turn is not looked at. */
async function readAttachedForward(parts: Collected, wordsAbove: string): Promise<ForwardedMail | null> {
  const [attached] = parts.attached;
  if (!attached) return null;
  const header = readHeader(viewBuffer(attached.bytes));
  const words = await readParts(attached.bytes)
    .then(collectParts)
    .then(({ pieces }) => readWords(pieces, true).words)
    // Its own header is enough to know whose it was.
    .catch(() => "");
  return {
    how: "attached",
    from: header.from,
    subject: header.sentences.includes("no_subject") ? null : header.subject,
    date: headerValue(header.headers, "date"),
    messageId: header.messageId,
    wordsAbove,
    words,
  };
}

/** What is known of a mail whose body is too much to be read. */
export function readHeaderAlone(raw: Buffer, because: string): ParsedMail {
  const header = readHeader(raw);
  const sentences: SentenceId[] = [...header.sentences, "not_read"];
  return { ...unreadable(header, because), words: SENTENCES.not_read, sentences };
}

function unreadable(header: Header, because: string): ParsedMail {
  const flags = { encrypted: null, signed: false, isCalendarReply: false, isReceipt: false };
  const kind = readMailKind({ ...header, bounce: null, flags });
  const sentences: SentenceId[] = [...header.sentences, "no_text"];
  return {
    ...header,
    unreadable: true,
    unreadableBecause: because,
    words: SENTENCES.no_text,
    sentences,
    quoted: null,
    html: null,
    files: [],
    forward: null,
    kind,
    bounce: null,
    flags,
  };
}

export function readSubject(headers: readonly HeaderField[]): string | null {
  const subject = cutText(decodeHeaderText(headerValue(headers, "subject") ?? ""), SUBJECT_LENGTH).trim();
  return isVisible(subject) ? subject : null;
}

function readDate(value: string | null): string | null {
  const date = new Date(value?.slice(0, DATE_LENGTH).replace(/\([^()]*\)\s*$/, "") ?? "");
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
