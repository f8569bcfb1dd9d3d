import { decodeText } from "../charset.ts";

/** The properties of a message or file in winmail.dat (MS-OXTNEF, 2.1.3.4), by their ids; the first value of each. */
export type MapiProperties = {
  /** Null for none, or an empty one. */
  text(id: number): string | null;
  bytes(id: number): Buffer | null;
};

const STRING8 = 0x1e;
const UNICODE = 0x1f;
const VARIABLE = new Set([STRING8, UNICODE, 0x0d, 0x102]);
/** Binary text is HTML, which names its charset itself. */
const LABELS: Record<number, string> = { [UNICODE]: "utf-16le", [0x102]: "" };
const MULTIPLE = 0x1000;
/** Bytes of the types of a fixed size, padded to four. */
const FIXED: Record<number, number> = {
  2: 4,
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 8,
  10: 4,
  11: 4,
  20: 8,
  64: 8,
  72: 16,
};
const PROPERTIES = 5000;

/** What is cut off or unknown ends the reading; the properties before it stand. */
export function readMapiProperties(data: Buffer, charset: string): MapiProperties {
  const values = new Map<number, { type: number; value: Buffer }>();
  try {
    readAll(data, values);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  const bytes = (id: number) => values.get(id)?.value ?? null;
  return {
    bytes,
    text(id) {
      const found = values.get(id);
      if (!found) return null;
      const text = decodeText(found.value, LABELS[found.type] ?? charset, "html").trim();
      return text === "" ? null : text;
    },
  };
}

function readAll(data: Buffer, values: Map<number, { type: number; value: Buffer }>): void {
  const count = Math.min(data.readUInt32LE(0), PROPERTIES);
  let at = 4;
  for (let n = 0; n < count; n += 1) {
    const type = data.readUInt16LE(at);
    const id = data.readUInt16LE(at + 2);
    at = skipName(data, at + 4, id);
    const base = type & ~MULTIPLE;
    const isVariable = VARIABLE.has(base);
    const pieces = isVariable || type !== base ? data.readUInt32LE(at) : 1;
    if (isVariable || type !== base) at += 4;
    for (let piece = 0; piece < pieces; piece += 1) {
      const length = isVariable ? data.readUInt32LE(at) : FIXED[base];
      if (length === undefined) throw new RangeError("unknown type");
      if (isVariable) at += 4;
      if (at + length > data.length) throw new RangeError("cut off");
      if (!values.has(id)) values.set(id, { type: base, value: data.subarray(at, at + length) });
      at += padded(length);
    }
  }
}

/** Properties from 0x8000 on have a name: by number, or by a text. */
function skipName(data: Buffer, at: number, id: number): number {
  if (id < 0x8000) return at;
  const kind = data.readUInt32LE(at + 16);
  return kind === 0 ? at + 24 : at + 24 + padded(data.readUInt32LE(at + 20));
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}
