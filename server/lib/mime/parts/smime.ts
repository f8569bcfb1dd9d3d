import { viewBuffer } from "../headers.ts";

/*
 * The content of an S/MIME message that is signed in one piece (RFC 8551, 3.5.2): a DER or BER walk down to the bytes that
 * were signed. The signature is not checked; an encrypted message has other object identifiers and gives null.
 */

const SIGNED_DATA = "2a864886f70d010702";
const DATA = "2a864886f70d010701";
const SEQUENCE = 0x30;
const OBJECT_IDENTIFIER = 0x06;
const SET = 0x31;
const INTEGER = 0x02;
const EXPLICIT = 0xa0;
const OCTETS = 0x04;
const OCTETS_IN_PIECES = 0x24;

type Element = { tag: number; content: Buffer; rest: Buffer };

export function openSigned(bytes: Uint8Array): Buffer | null {
  try {
    return contentOf(viewBuffer(bytes));
  } catch (error) {
    // Whatever is no such structure cannot be read; that is an answer, not a fault.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function contentOf(bytes: Buffer): Buffer | null {
  const outer = expect(bytes, SEQUENCE);
  const type = expect(outer.content, OBJECT_IDENTIFIER);
  if (type.content.toString("hex") !== SIGNED_DATA) return null;
  const data = expect(expect(type.rest, EXPLICIT).content, SEQUENCE);
  const algorithms = expect(expect(data.content, INTEGER).rest, SET);
  const encapsulated = expect(algorithms.rest, SEQUENCE);
  const contentType = expect(encapsulated.content, OBJECT_IDENTIFIER);
  if (contentType.content.toString("hex") !== DATA) return null;
  return joinOctets(expect(contentType.rest, EXPLICIT).content);
}

/** One string of octets, or one in pieces. */
function joinOctets(bytes: Buffer): Buffer {
  const { tag, content } = readElement(bytes);
  if (tag === OCTETS) return content;
  if (tag !== OCTETS_IN_PIECES) throw new RangeError("no octets");
  const pieces: Buffer[] = [];
  for (let left = content; left.length > 0 && left[0] !== 0;) {
    const piece = expect(left, OCTETS);
    pieces.push(piece.content);
    left = piece.rest;
  }
  return Buffer.concat(pieces);
}

function expect(bytes: Buffer, tag: number): Element {
  const element = readElement(bytes);
  if (element.tag !== tag) throw new RangeError("another element was expected");
  return element;
}

/** Of no stated length: everything that follows, whose end each reader finds by its own elements. */
function readElement(bytes: Buffer): Element {
  const tag = bytes.readUInt8(0);
  const first = bytes.readUInt8(1);
  if (first === 0x80) return { tag, content: bytes.subarray(2), rest: Buffer.alloc(0) };
  const size = first < 0x80 ? 0 : first & 0x7f;
  if (size > 4) throw new RangeError("too long");
  const length = size === 0 ? first : bytes.readUIntBE(2, size);
  const from = 2 + size;
  if (from + length > bytes.length) throw new RangeError("cut off");
  return { tag, content: bytes.subarray(from, from + length), rest: bytes.subarray(from + length) };
}
