import type { Readable } from "node:stream";

/** A mail of an mbox; null stands for one that is larger than allowed, whose bytes were passed over. */
export type MboxMail = Buffer | null;

const LINE_FEED = 0x0a;

/**
 * Splits an mbox (RFC 4155): a mail begins behind a line `From ...` that follows an empty one, and lines that looked like
 * it were written with a `>` more. No more than one mail of at most `limit` bytes is in memory.
 */
export async function* splitMbox(stream: Readable, limit: number): AsyncGenerator<MboxMail> {
  let mail: Buffer[] = [];
  let bytes = 0;
  let isBegun = false;
  let wasEmpty = true;
  for await (const line of splitLines(stream, limit)) {
    if (wasEmpty && line.subarray(0, 5).equals(MARK)) {
      if (isBegun) yield endMail(mail, bytes > limit);
      [mail, bytes, isBegun] = [[], 0, true];
    } else {
      const plain = isQuotedMark(line) ? line.subarray(1) : line;
      bytes += plain.length;
      if (bytes <= limit) mail.push(plain);
      else mail = [];
    }
    wasEmpty = line.length <= 2 && isEmptyLine(line);
  }
  if (isBegun) yield endMail(mail, bytes > limit);
}

const MARK = Buffer.from("From ");

function isQuotedMark(line: Buffer): boolean {
  return line[0] === 0x3e && /^>+From /.test(line.subarray(0, 100).toString("latin1"));
}

function isEmptyLine(line: Buffer): boolean {
  const text = line.toString("latin1");
  return text === "\n" || text === "\r\n";
}

/** The empty line before the next mark belongs to the mbox. */
function endMail(mail: Buffer[], isTooLarge: boolean): MboxMail {
  if (isTooLarge) return null;
  const last = mail.at(-1);
  return Buffer.concat(last && isEmptyLine(last) ? mail.slice(0, -1) : mail);
}

/** Lines with their ends; one that is longer than a mail may be comes in pieces. */
async function* splitLines(stream: Readable, limit: number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const piece of stream) {
    let rest: Buffer = piece;
    for (let end = rest.indexOf(LINE_FEED); end >= 0; end = rest.indexOf(LINE_FEED)) {
      yield Buffer.concat([...waiting, rest.subarray(0, end + 1)]);
      [waiting, length] = [[], 0];
      rest = rest.subarray(end + 1);
    }
    waiting.push(rest);
    length += rest.length;
    if (length <= limit) continue;
    yield Buffer.concat(waiting);
    [waiting, length] = [[], 0];
  }
  if (length > 0) yield Buffer.concat(waiting);
}
