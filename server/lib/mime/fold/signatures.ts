import { DISCLAIMER_BEGINS, DISCLAIMER_WORDS, MOBILE_SIGNATURES } from "../phrases.ts";

/** Lines below `-- ` that are still a signature, and lines of a notice about confidentiality. */
const SIGNATURE_LINES = 15;
const NOTICE_LINES = 40;
const NOTICE_LENGTH = 80;

const DELIMITER = /^--$/;
/** Above the footer of a mailing list, and Outlook's above a quote; sections of a form have such lines too. */
const LIST_DELIMITER = /^_{20,}$/;
const LIST_LINES = 6;
const MOBILE = new RegExp(String.raw`^(?:-{2,}\s*)?(?:${MOBILE_SIGNATURES})[.!]?$`, "i");
const NOTICE = new RegExp(String.raw`^[*_\s"]*(?:${DISCLAIMER_BEGINS})`, "i");
const NOTICE_WORD = new RegExp(DISCLAIMER_WORDS, "i");

/** Where the signature or notice begins that ends before line `end`; -1 for none. */
export function findSignature(plain: readonly string[], isQuote: readonly boolean[], end: number): number {
  if (MOBILE.test(plain[end - 1] ?? "")) return end - 1;
  const notice = findNotice(plain, isQuote, end);
  return notice === -1 ? findDelimiter(plain, isQuote, end) : notice;
}

function findDelimiter(plain: readonly string[], isQuote: readonly boolean[], end: number): number {
  let texts = 0;
  for (let at = end - 1; at >= 0 && texts <= SIGNATURE_LINES; at -= 1) {
    if (isQuote[at]) return -1;
    if (DELIMITER.test(plain[at] ?? "")) return at;
    if (LIST_DELIMITER.test(plain[at] ?? "") && texts <= LIST_LINES) return at;
    if (plain[at] !== "") texts += 1;
  }
  return -1;
}

/** The last paragraph, when it begins as such notices do and speaks of confidentiality. */
function findNotice(plain: readonly string[], isQuote: readonly boolean[], end: number): number {
  let first = end;
  while (first > 0 && end - first < NOTICE_LINES && plain[first - 1] !== "" && !isQuote[first - 1])
    first -= 1;
  const paragraph = plain.slice(first, end).join(" ");
  if (paragraph.length < NOTICE_LENGTH || !NOTICE.test(paragraph) || !NOTICE_WORD.test(paragraph)) return -1;
  return first;
}
