import { readAddresses } from "./addresses.ts";
import { readableLine } from "./fold/line.ts";
import { isForwardSeparator, isHeaderBlock } from "./fold/quotes.ts";
import { cutText, oneLine } from "./headers.ts";
import type { ForwardedMail, MailAddress } from "./parsed-mail.ts";
import { DATE_LABELS, FORWARD_PREFIXES, FROM_LABELS, SUBJECT_LABELS } from "./phrases.ts";

/*
 * A mail that somebody sends on: whose it was, what stood in it, and what was written above. All of it is the word of
 * who forwards it.
 */

const WORDS_LENGTH = 20_000;

/** By the first prefix of the subject, in any of the languages: `WG: Drucker`, not `Re: Fwd: Printer`. */
export function isForwardSubject(subject: string): boolean {
  return FORWARD.test(subject);
}

/** Reads the forwarded mail out of the text. `from` is null where the text does not name it. */
export function readForwardInText(subject: string, text: string): ForwardedMail | null {
  if (!isForwardSubject(subject)) return null;
  const lines = text.split("\n");
  const plain = lines.map(readableLine);
  const separator = plain.findIndex(isForwardSeparator);
  const block = plain.findIndex((_, at) => at > separator && isHeaderBlock(plain, at));
  if (block === -1) return { ...NOTHING, wordsAbove: "", words: cutText(text.trim(), WORDS_LENGTH) };
  const begin = separator === -1 ? block : separator;
  const end = endOfBlock(plain, block);
  const fields = plain.slice(block, end);
  return {
    how: "in_text",
    from: readSender(valueOf(fields, FROM)),
    subject: valueOf(fields, SUBJECT),
    date: valueOf(fields, DATE),
    messageId: null,
    wordsAbove: trimRules(lines.slice(0, begin)),
    words: cutText(unquote(lines.slice(end)), WORDS_LENGTH),
  };
}

const NOTHING = { how: "in_text", from: null, subject: null, date: null, messageId: null } as const;
const FORWARD = new RegExp(String.raw`^\s*(?:\[?(?:${FORWARD_PREFIXES})\s?(?:\[\d{1,2}\])?\s?:)`, "i");
const label = (labels: string) => new RegExp(String.raw`^(?:> ?)*(?:${labels})\s?:\s*`, "i");
const FROM = label(FROM_LABELS);
const SUBJECT = label(SUBJECT_LABELS);
const DATE = label(DATE_LABELS);
const ANY_LABEL = /^(?:> ?)*[\p{L} ()]{1,25}\s?:/u;

/** Labels, and the lines that continue one; an empty line ends it. */
function endOfBlock(plain: readonly string[], block: number): number {
  let at = block;
  while (at < plain.length && at < block + 20 && (isText(plain[at]) || ANY_LABEL.test(plain[at + 1] ?? "")))
    at += 1;
  return at;
}

function isText(line: string | undefined): boolean {
  return line !== undefined && line.replaceAll(/[> ]/g, "") !== "";
}

function valueOf(fields: readonly string[], label: RegExp): string | null {
  const line = fields.find((each) => label.test(each));
  const value = cutText(oneLine(line?.replace(label, "") ?? ""), 500);
  return value === "" ? null : value;
}

/** `Tomás Aguilar <tomas@kestrel.example>`, `[mailto:...]`, or as a link has become: `tomas@x (tomas@x)`. */
function readSender(value: string | null): MailAddress | null {
  if (value === null) return null;
  const plain = value.replace(/[[(<]\s*(?:mailto:)?([^\s<>()[\]]+@[^\s<>()[\]]+?)\s*[\])>]/gi, "<$1>");
  const addresses = readAddresses(plain.replace(/^"?([^"<]*)(?:"\s*)?</, '"$1" <'), 2);
  const [first, ...others] = addresses.length > 0 ? addresses : readAddresses(plain, 2);
  return first && others.length === 0 ? { ...first, name: first.name.trim() } : null;
}

function trimRules(lines: readonly string[]): string {
  const end = lines.findLastIndex((line) => /[^-_*\s]/.test(line));
  return lines
    .slice(0, end + 1)
    .join("\n")
    .trim();
}

/** Apple Mail puts the whole of it into a quote. */
function unquote(lines: readonly string[]): string {
  const texts = lines.filter((line) => line.trim() !== "");
  const isQuoted = texts.length > 0 && texts.every((line) => line.startsWith(">"));
  return lines
    .map((line) => (isQuoted ? line.replace(/^> ?/, "") : line))
    .join("\n")
    .trim();
}
