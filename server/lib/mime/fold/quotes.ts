import {
  CC_LABELS,
  DATE_LABELS,
  FORWARDED_MESSAGE,
  FROM_LABELS,
  INTRODUCTIONS,
  ORIGINAL_MESSAGE,
  SUBJECT_LABELS,
  TO_LABELS,
} from "../phrases.ts";

/** Lines that an introduction may be broken into, and lines that a header block may take. */
const INTRODUCTION_LINES = 3;
const BLOCK_LINES = 12;

const BEGINS = new RegExp(
  INTRODUCTIONS.map(
    ({ begins, verb }) => String.raw`^(?:${begins})\s.{3,400}(?:${verb})(?:\s.{0,250})?:$`,
  ).join("|"),
  "i",
);
/** `Tomás Aguilar <tomas@kestrel.example> schrieb am 3. März 2025:`, and Gmail's Polish and Czech, which begin with a day. */
const VERBS = INTRODUCTIONS.map(({ verb }) => verb).join("|");
const CONTAINS = new RegExp(String.raw`^.{3,400}\s(?:${VERBS})(?:\s.{0,250})?:$`, "i");
/** A date, a time or an address: a sentence of somebody has none of them before its colon. */
const DATED = /\d{1,2}[.:/-]\d{1,2}|\b\d{4}\b|\S@\S/;
/** A time or an address in angle brackets: sure enough where no line below has a mark. */
const CERTAIN = /\d{1,2}[:.h]\d{2}(?!\d)|<[^<>\s]+@[^<>\s]+>|\([^()\s]+@[^()\s]+\)/;

/** Marks the introduction above a quote as part of it. */
export function markIntroductions(plain: readonly string[], isQuote: boolean[]): void {
  for (let at = 0; at < plain.length; at += 1) {
    if (isQuote[at] !== true || isQuote[at - 1] === true) continue;
    const last = previousText(plain, at);
    if (last === -1 || isQuote[last]) continue;
    const length = introductionLength(plain, last);
    if (length > 0) isQuote.fill(true, last - length + 1, at);
  }
}

/** Where a quote without marks begins that goes on to the end; -1 for nowhere, or when it is not sure. */
export function findRest(plain: readonly string[], isQuote: readonly boolean[]): number {
  const lastQuote = isQuote.lastIndexOf(true);
  return plain.findIndex((line, at) => {
    if (isQuote[at] || line === "") return false;
    if (SEPARATOR.test(line)) return true;
    if (isHeaderBlock(plain, at)) return true;
    return isCertainIntroduction(plain, lastQuote, at);
  });
}

/** Whether a mail program wrote here that a forwarded message follows: that is what the mail is about. */
export function hasForward(plain: readonly string[], isQuote: readonly boolean[]): boolean {
  return plain.some((line, at) => !isQuote[at] && isForwardSeparator(line));
}

export function isForwardSeparator(line: string): boolean {
  return FORWARDED.test(line);
}

/** `From: ... Sent: ... To: ... Subject: ...`, in any of the languages, at line `at`. */
export function isHeaderBlock(plain: readonly string[], at: number): boolean {
  if (!FROM.test(plain[at] ?? "")) return false;
  const block = plain.slice(at + 1, at + BLOCK_LINES);
  const ends = block.findIndex(
    (line, index) => line === "" && index > 0 && !LABEL.test(block[index + 1] ?? ""),
  );
  const labels = block.slice(0, ends === -1 ? block.length : ends);
  const kinds = [DATE, TO, SUBJECT, CC].filter((kind) => labels.some((line) => kind.test(line)));
  return kinds.length >= 2 && (kinds.includes(DATE) || kinds.includes(SUBJECT));
}

const label = (labels: string) => new RegExp(String.raw`^(?:> ?)*(?:${labels})\s?:`, "i");
const FROM = label(FROM_LABELS);
const TO = label(TO_LABELS);
const DATE = label(DATE_LABELS);
const SUBJECT = label(SUBJECT_LABELS);
const CC = label(CC_LABELS);
const LABEL = label([TO_LABELS, DATE_LABELS, SUBJECT_LABELS, CC_LABELS].join("|"));
const SEPARATOR = new RegExp(String.raw`^[-_]{2,}\s*(?:${ORIGINAL_MESSAGE})\s*[-_]{2,}$`, "i");
const FORWARDED = new RegExp(
  String.raw`^(?:[-_]{2,}\s*(?:${FORWARDED_MESSAGE})(?:\s.{0,40})?\s*[-_]{2,}|(?:${FORWARDED_MESSAGE})\s?:)$`,
  "i",
);

/** How many lines, ending at `last`, are one introduction; 0 for none. */
function introductionLength(plain: readonly string[], last: number): number {
  const texts: string[] = [];
  for (let first = last; first >= 0 && last - first < INTRODUCTION_LINES && plain[first] !== ""; first -= 1)
    texts.push(plain.slice(first, last + 1).join(" "));
  return 1 + texts.findIndex(beginsAsIntroduction) || 1 + texts.findIndex(readsAsIntroduction);
}

function beginsAsIntroduction(text: string): boolean {
  return text.endsWith(":") && text.length <= 700 && DATED.test(text) && BEGINS.test(text);
}

/** The date is asked for outside the address, so that a line before it is looked for where none is. */
function readsAsIntroduction(text: string): boolean {
  if (!text.endsWith(":") || text.length > 700 || !CONTAINS.test(text)) return false;
  return DATED.test(text.replaceAll(/<[^<>]*>/g, ""));
}

function isCertainIntroduction(plain: readonly string[], lastQuote: number, at: number): boolean {
  for (let length = 1; length <= INTRODUCTION_LINES; length += 1) {
    const text = plain.slice(at, at + length).join(" ");
    if (!beginsAsIntroduction(text)) continue;
    // A line with a mark further down: the quote is told by the marks, and what stands between is an answer.
    return CERTAIN.test(text) && lastQuote < at + length;
  }
  return false;
}

function previousText(plain: readonly string[], before: number): number {
  for (let at = before - 1; at >= Math.max(0, before - 3); at -= 1) if (plain[at] !== "") return at;
  return -1;
}
