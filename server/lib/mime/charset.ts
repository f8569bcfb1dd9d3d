/*
 * Bytes into text. Every input gives a text: what no charset explains is read as windows-1252, which has a character for
 * each byte.
 */

/** Labels that mail programs write and `TextDecoder` does not know, without separators. */
const ALIASES: Record<string, string> = {
  eucjp: "euc-jp",
  euckr: "euc-kr",
  uhc: "euc-kr",
  iso2022jp: "iso-2022-jp",
  iso2022jp1: "iso-2022-jp",
  iso2022jp2: "iso-2022-jp",
  iso88598i: "iso-8859-8",
  mskanji: "shift_jis",
  shiftjis: "shift_jis",
  tis620: "windows-874",
  windows31j: "shift_jis",
};

const CODE_PAGES: Record<string, string> = {
  "65001": "utf-8",
  "874": "windows-874",
  "932": "shift_jis",
  "936": "gbk",
  "949": "euc-kr",
  "950": "big5",
  "50220": "iso-2022-jp",
  "50221": "iso-2022-jp",
  "51932": "euc-jp",
};

/** Labels that say nothing about bytes above 127, though such bytes come with them. */
const UNLABELLED = new Set([
  "",
  "us-ascii",
  "ascii",
  "ansi_x3.4-1968",
  "unknown-8bit",
  "x-unknown",
  "default",
]);

type Decoder = InstanceType<typeof TextDecoder>;

/** Keeps a byte order mark: before a header it makes a field of no name of the first one. */
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads bytes by the label that came with them; `html` may name its charset itself. NUL is dropped, lines end in LF. */
export function decodeText(
  bytes: Uint8Array,
  label: string | null | undefined,
  kind: "plain" | "html" = "plain",
): string {
  return cleanText(decodeBytes(bytes, label, kind));
}

/** Reads bytes of a header, which have no label. */
export function decodeHeaderBytes(bytes: Uint8Array): string {
  return decodeValidUtf8(bytes) ?? new TextDecoder("windows-1252").decode(bytes);
}

/** What the database can hold, with lines that end in LF. */
export function cleanText(text: string): string {
  return text
    .replaceAll("\0", "")
    .replaceAll(/\r\n?/g, "\n")
    .replace(/^\uFEFF/, "")
    .toWellFormed();
}

function decodeBytes(bytes: Uint8Array, label: string | null | undefined, kind: "plain" | "html"): string {
  const named = (label ?? "")
    .trim()
    .toLowerCase()
    .replaceAll(/^["']+|["']+$/g, "");
  if (isUtf7(named)) return decodeUtf7(bytes);
  const decoder = UNLABELLED.has(named) ? null : findDecoder(named);
  if (decoder) return decoder.decode(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const valid = decodeValidUtf8(bytes);
  // Japanese in seven bits: valid as ASCII, and unreadable as it.
  if (valid !== null)
    return ["\x1b$@", "\x1b$B"].some((escape) => valid.includes(escape))
      ? new TextDecoder("iso-2022-jp").decode(bytes)
      : valid;
  const own = kind === "html" ? findDecoder(charsetOfMeta(bytes)) : null;
  return (own ?? new TextDecoder("windows-1252")).decode(bytes);
}

function decodeValidUtf8(bytes: Uint8Array): string | null {
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}

function findDecoder(label: string): Decoder | null {
  const bare = label.replace(/^(x-ms-|x-|cs)/, "").replaceAll(/[\s._-]+/g, "");
  const page = /^(?:cp|windows|ms|ibm)?(\d{3,5})$/.exec(bare)?.[1];
  const tries = [label, ALIASES[bare], CODE_PAGES[page ?? ""], page && `windows-${page}`, bare];
  for (const each of tries) {
    const decoder = each ? openDecoder(each) : null;
    if (decoder) return decoder;
  }
  return null;
}

function openDecoder(label: string): Decoder | null {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}

/** The first 2,048 bytes hold it, or nothing does (HTML, 4.2.5.4). */
function charsetOfMeta(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 2048)).toString("latin1");
  return /<meta[^>]{0,300}charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(head)?.[1]?.toLowerCase() ?? "";
}

export function isUtf7(label: string): boolean {
  return /^(x-)?(unicode-1-1-)?utf-?7$/.test(label.toLowerCase());
}

/** RFC 2152. What is not well formed stays as it stands. */
export function decodeUtf7(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  return text.replaceAll(/\+([A-Za-z0-9/+]*)-?/g, (whole, encoded: string) => {
    if (encoded === "") return whole === "+-" ? "+" : whole;
    const units = Buffer.from(encoded, "base64");
    return new TextDecoder("utf-16be").decode(units.subarray(0, units.length - (units.length % 2)));
  });
}
