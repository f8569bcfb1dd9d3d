/** winmail.dat as Outlook writes it (MS-OXTNEF): a text or compressed rich text, and a file. */
export function makeWinmail({
  body,
  richText = false,
  file,
}: {
  body?: string;
  richText?: boolean;
  file?: string;
}): Buffer {
  const properties = [
    ...(body === undefined ? [] : [unicode(0x1000, body)]),
    ...(richText ? [binary(0x1009, Buffer.from("LZFu"))] : []),
  ];
  return Buffer.concat([
    Buffer.from("789f3e22", "hex"),
    Buffer.from([1, 0]),
    attribute(1, 0x69007, Buffer.from("e404000000000000", "hex")),
    attribute(1, 0x69003, propertyList(properties)),
    ...(file === undefined ? [] : fileAttributes(file)),
  ]);
}

function fileAttributes(name: string): Buffer[] {
  return [
    attribute(2, 0x69002, Buffer.alloc(14)),
    attribute(2, 0x18010, Buffer.from("SHORT~1.TXT\0")),
    attribute(2, 0x6800f, Buffer.from("contents")),
    attribute(2, 0x69005, propertyList([unicode(0x3707, name)])),
  ];
}

function attribute(level: number, id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUInt8(level);
  head.writeUInt32LE(id, 1);
  head.writeUInt32LE(data.length, 5);
  const sum = Buffer.alloc(2);
  sum.writeUInt16LE(data.reduce((total, byte) => (total + byte) & 0xffff, 0));
  return Buffer.concat([head, data, sum]);
}

function propertyList(properties: readonly Buffer[]): Buffer {
  return Buffer.concat([number(properties.length), ...properties]);
}

function unicode(id: number, text: string): Buffer {
  return property(0x1f, id, Buffer.from(`${text}\0`, "utf16le"));
}

function binary(id: number, bytes: Buffer): Buffer {
  return property(0x102, id, bytes);
}

function property(type: number, id: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type);
  head.writeUInt16LE(id, 2);
  return Buffer.concat([
    head,
    number(1),
    number(value.length),
    value,
    Buffer.alloc((4 - (value.length % 4)) % 4),
  ]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
