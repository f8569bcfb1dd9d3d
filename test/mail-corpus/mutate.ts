import type { SeededRandom } from "#server/lib/seeded-random.ts";

/** One change to a mail's bytes: what breaks on the way, and what somebody would try. */
export function mutate(dice: SeededRandom, raw: Buffer, corpus: readonly Buffer[]): Buffer {
  return dice.pick(CHANGES)(dice, raw, corpus);
}

type Change = (dice: SeededRandom, raw: Buffer, corpus: readonly Buffer[]) => Buffer;

const CHANGES: readonly Change[] = [
  flipBits,
  truncate,
  dropPiece,
  repeatLine,
  repeatPiece,
  insertNoise,
  insertPhrase,
  splice,
  nest,
  renameBoundary,
  duplicateHeader,
  swapLines,
];

const LARGEST = 2_000_000;

/** What readers trip over. */
const PHRASES = [
  "\r\n\r\n",
  "\n",
  "\r",
  "\0",
  "\xff\xfe",
  "--b\r\n",
  "--b--\r\n",
  "Content-Type: multipart/mixed; boundary=b\r\n",
  "Content-Type: message/rfc822\r\n\r\n",
  "Content-Type: text/html; charset=utf-7\r\n",
  "Content-Transfer-Encoding: base64\r\n",
  "From: a@b.example\r\n",
  "Subject: =?utf-8?B?//79?= =?x?Q?=FF?=\r\n",
  "<blockquote><div><b><i><table><tr><td>",
  "</blockquote></div></b></i>",
  "<!-- <script> <![CDATA[",
  "&#xD800;&#0;&lt;&nbsp;",
  '<a href="',
  "> > > > ",
  "On 3 Mar 2025 10:04, a@b.example wrote:\r\n",
  "From: a\r\nSent: b\r\nTo: c\r\nSubject: d\r\n",
  "-- \r\n",
  "---------- Forwarded message ---------\r\n",
  "##- above this line -##",
  "-----BEGIN PGP SIGNED MESSAGE-----\r\n",
  '((((((((((("\\',
  "begin 644 a.txt\r\n",
].map((phrase) => Buffer.from(phrase, "latin1"));

function flipBits(dice: SeededRandom, raw: Buffer): Buffer {
  const changed = Buffer.from(raw);
  for (let left = 1 + dice.below(20); left > 0 && changed.length > 0; left -= 1) {
    const at = dice.below(changed.length);
    changed[at] = (changed[at] ?? 0) ^ (1 << dice.below(8));
  }
  return changed;
}

function truncate(dice: SeededRandom, raw: Buffer): Buffer {
  return raw.subarray(0, dice.below(raw.length + 1));
}

function dropPiece(dice: SeededRandom, raw: Buffer): Buffer {
  const [from, to] = pieceOf(dice, raw);
  return Buffer.concat([raw.subarray(0, from), raw.subarray(to)]);
}

function repeatPiece(dice: SeededRandom, raw: Buffer): Buffer {
  const [from, to] = pieceOf(dice, raw);
  return repeat(dice, raw, from, to);
}

function repeatLine(dice: SeededRandom, raw: Buffer): Buffer {
  const [from, to] = lineOf(dice, raw);
  return repeat(dice, raw, from, to);
}

/** Rarely often enough to be much. */
function repeat(dice: SeededRandom, raw: Buffer, from: number, to: number): Buffer {
  const piece = raw.subarray(from, to);
  if (piece.length === 0) return raw;
  const wanted = dice.chance(0.02) ? 50_000 : 1 + dice.below(40);
  const times = Math.max(1, Math.min(wanted, Math.floor(LARGEST / piece.length)));
  return Buffer.concat([raw.subarray(0, to), ...Array<Buffer>(times).fill(piece), raw.subarray(to)]);
}

function insertNoise(dice: SeededRandom, raw: Buffer): Buffer {
  const noise = Buffer.from(Array.from({ length: 1 + dice.below(200) }, () => dice.below(256)));
  return insert(dice, raw, noise);
}

function insertPhrase(dice: SeededRandom, raw: Buffer): Buffer {
  const phrase = dice.pick(PHRASES);
  const times = dice.chance(0.05) ? 1 + dice.below(20_000) : 1;
  return insert(dice, raw, Buffer.concat(Array<Buffer>(times).fill(phrase)));
}

/** The beginning of one and the end of another. */
function splice(dice: SeededRandom, raw: Buffer, corpus: readonly Buffer[]): Buffer {
  const other = dice.pick(corpus);
  return Buffer.concat([
    raw.subarray(0, dice.below(raw.length + 1)),
    other.subarray(dice.below(other.length + 1)),
  ]);
}

/** Within a multipart or an attached message, up to 300 times. */
function nest(dice: SeededRandom, raw: Buffer): Buffer {
  const levels = dice.chance(0.1) ? dice.below(300) : 1 + dice.below(4);
  const isMessage = dice.chance(0.3);
  let head = "";
  for (let level = 0; level < levels; level += 1) {
    const name = `n${level}`;
    head += `Content-Type: multipart/mixed; boundary=${name}\r\n\r\n--${name}\r\n`;
  }
  if (isMessage) head += "Content-Type: message/rfc822\r\n\r\n";
  return Buffer.concat([Buffer.from(`From: a@b.example\r\n${head}`), raw]);
}

function renameBoundary(dice: SeededRandom, raw: Buffer): Buffer {
  const at = raw.indexOf("boundary=", dice.below(raw.length + 1));
  return at === -1 ? raw : Buffer.concat([raw.subarray(0, at + 9), raw.subarray(at + 9 + dice.below(6))]);
}

function duplicateHeader(dice: SeededRandom, raw: Buffer): Buffer {
  const [from, to] = lineOf(dice, raw.subarray(0, Math.max(raw.indexOf("\r\n\r\n"), 0)));
  return Buffer.concat([raw.subarray(from, to), Buffer.from("\r\n"), raw]);
}

function swapLines(dice: SeededRandom, raw: Buffer): Buffer {
  const [from, to] = lineOf(dice, raw);
  const rest = Buffer.concat([raw.subarray(0, from), raw.subarray(to)]);
  return insert(dice, rest, raw.subarray(from, to));
}

function insert(dice: SeededRandom, raw: Buffer, piece: Buffer): Buffer {
  const at = dice.below(raw.length + 1);
  return Buffer.concat([raw.subarray(0, at), piece, raw.subarray(at)]);
}

function pieceOf(dice: SeededRandom, raw: Buffer): [number, number] {
  const from = dice.below(raw.length + 1);
  return [from, Math.min(raw.length, from + dice.below(400))];
}

function lineOf(dice: SeededRandom, raw: Buffer): [number, number] {
  const from = raw.lastIndexOf(0x0a, dice.below(raw.length + 1)) + 1;
  const end = raw.indexOf(0x0a, from);
  return [from, end === -1 ? raw.length : end + 1];
}
