/** Charsets that mails come in, and a text that each can hold. Encoded by turning Node's own decoders around. */
export const CHARSETS: readonly { label: string; text: string }[] = [
  { label: "us-ascii", text: "The printer jams." },
  { label: "utf-8", text: "Größe – 漢字 – 🖨️" },
  { label: "iso-8859-1", text: "Größe déjà vu" },
  { label: "iso-8859-2", text: "Příliš žluťoučký kůň" },
  { label: "iso-8859-5", text: "Принтер не печатает" },
  { label: "iso-8859-7", text: "Ο εκτυπωτής δεν τυπώνει" },
  { label: "iso-8859-9", text: "Yazıcı sıkıştı, şöyle" },
  { label: "iso-8859-15", text: "Preis: 20 € für Œuvre" },
  { label: "windows-1250", text: "Łódź – „cudzysłów”" },
  { label: "windows-1251", text: "Принтер «стоит»" },
  { label: "windows-1252", text: "“Quotes” – 20 €" },
  { label: "windows-1255", text: "המדפסת תקועה" },
  { label: "windows-1256", text: "الطابعة عالقة" },
  { label: "koi8-r", text: "Принтер не печатает" },
  { label: "koi8-u", text: "Принтер їсть папір" },
  { label: "gb2312", text: "打印机卡纸了" },
  { label: "big5", text: "印表機卡紙了" },
  { label: "shift_jis", text: "プリンターが詰まりました" },
  { label: "euc-jp", text: "プリンターが詰まりました" },
  { label: "iso-2022-jp", text: "プリンターが詰まりました" },
  { label: "euc-kr", text: "프린터에 종이가 걸렸습니다" },
  { label: "tis-620", text: "เครื่องพิมพ์ติดขัด" },
  { label: "utf-7", text: "Größe + 漢字" },
];

export function encodeText(text: string, charset: string): Buffer {
  if (charset === "utf-8") return Buffer.from(text);
  if (charset === "utf-7") return Buffer.from(toUtf7(text));
  if (charset === "iso-2022-jp") return toIso2022(text);
  const table = tableOf(charset === "tis-620" ? "windows-874" : charset);
  return Buffer.concat(Array.from(text).map((character) => encodeCharacter(character, charset, table)));
}

/** Whether every character of the text has its bytes there. */
export function canEncode(text: string, charset: string): boolean {
  return (
    charset === "utf-8" ||
    Array.from(text).every((character) => tableOf(charset).has(character) || character < "\x80")
  );
}

const tables = new Map<string, Map<string, Buffer>>();

function tableOf(charset: string): Map<string, Buffer> {
  const known = tables.get(charset);
  if (known) return known;
  const decoder = new TextDecoder(charset, { fatal: true });
  const table = new Map<string, Buffer>();
  const add = (bytes: Buffer) => {
    const character = decodeOrNull(decoder, bytes);
    if (character !== null && Array.from(character).length === 1 && !table.has(character))
      table.set(character, bytes);
  };
  for (let first = 0x80; first < 0x100; first += 1) add(Buffer.from([first]));
  if (/^(gb|big|shift|euc)/.test(charset))
    for (let first = 0x81; first < 0xff; first += 1)
      for (let second = 0x40; second < 0xff; second += 1) add(Buffer.from([first, second]));
  tables.set(charset, table);
  return table;
}

function decodeOrNull(decoder: InstanceType<typeof TextDecoder>, bytes: Buffer): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

function encodeCharacter(character: string, charset: string, table: Map<string, Buffer>): Buffer {
  if (character < "\x80") return Buffer.from(character);
  const bytes = table.get(character);
  if (!bytes) throw new RangeError(`${charset} has no ${character}`);
  return bytes;
}

/** Two bytes of EUC-JP without their high bits, between escapes (RFC 1468). */
function toIso2022(text: string): Buffer {
  const bytes = encodeText(text, "euc-jp").map((byte) => byte & 0x7f);
  return Buffer.concat([Buffer.from("\x1b$B"), bytes, Buffer.from("\x1b(B")]);
}

function toUtf7(text: string): string {
  return text.replaceAll("+", "+-").replaceAll(/[\u0080-\uffff]+/g, (run) => {
    const units = Buffer.from(run, "utf16le").swap16();
    return `+${units.toString("base64").replaceAll("=", "")}-`;
  });
}
