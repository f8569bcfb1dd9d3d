/** The type of a file, told from its bytes alone: neither the sender's word nor the name decides what a browser does with it. */
export type Kind = { mediaType: string; width: number | null; height: number | null };

/** Pictures that browsers draw and never run. SVG is not among them: it can carry scripts. */
const INLINE = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

export function isInline(mediaType: string): boolean {
  return INLINE.has(mediaType);
}

export function kindOf(head: Buffer, name: string): Kind {
  const mediaType = sniff(head, name);
  return { mediaType, ...(sizeOf(mediaType, head) ?? { width: null, height: null }) };
}

/** Offset, the bytes there (latin1), the type. */
const SIGNATURES: [number, string, string][] = [
  [0, "\x89PNG\r\n\x1a\n", "image/png"],
  [0, "\xff\xd8\xff", "image/jpeg"],
  [0, "GIF87a", "image/gif"],
  [0, "GIF89a", "image/gif"],
  [8, "WEBP", "image/webp"],
  [8, "WAVE", "audio/wav"],
  [0, "BM", "image/bmp"],
  [0, "II*\0", "image/tiff"],
  [0, "MM\0*", "image/tiff"],
  [0, "%PDF-", "application/pdf"],
  [0, "PK\x03\x04", "application/zip"],
  [0, "PK\x05\x06", "application/zip"],
  [0, "\x1f\x8b", "application/gzip"],
  [0, "7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"],
  [0, "Rar!\x1a\x07", "application/vnd.rar"],
  [4, "ftypheic", "image/heic"],
  [4, "ftypavif", "image/avif"],
  [4, "ftypqt", "video/quicktime"],
  [4, "ftyp", "video/mp4"],
  [0, "\x1aE\xdf\xa3", "video/webm"],
  [0, "OggS", "audio/ogg"],
  [0, "ID3", "audio/mpeg"],
  [0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/vnd.ms-office"],
];

const OFFICE: Record<string, string> = {
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  odt: "application/vnd.oasis.opendocument.text",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
};

function sniff(head: Buffer, name: string): string {
  const found = SIGNATURES.find(
    ([offset, bytes]) => head.toString("latin1", offset, offset + bytes.length) === bytes,
  )?.[2];
  if (found === "image/webp" || found === "audio/wav") return startsWith(head, "RIFF") ? found : plain(head);
  if (found === "application/zip") return OFFICE[name.split(".").at(-1)?.toLowerCase() ?? ""] ?? found;
  // Two letters alone would make a picture of any text that begins with them.
  if (found === "image/bmp" && plain(head) === "text/plain") return "text/plain";
  return found ?? plain(head);
}

function plain(head: Buffer): string {
  if (head.includes(0)) return "application/octet-stream";
  try {
    // The head may end within a character.
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return "text/plain";
  } catch {
    return "application/octet-stream";
  }
}

function startsWith(head: Buffer, text: string): boolean {
  return head.toString("latin1", 0, text.length) === text;
}

function sizeOf(mediaType: string, head: Buffer): { width: number; height: number } | null {
  if (mediaType === "image/png" && head.length >= 24)
    return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
  if (mediaType === "image/gif" && head.length >= 10)
    return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
  if (mediaType === "image/jpeg") return jpegSize(head);
  if (mediaType === "image/webp" && head.length >= 30) return webpSize(head);
  return null;
}

/** The frame header is the first SOF segment (ITU T.81, B.2.2). */
function jpegSize(head: Buffer): { width: number; height: number } | null {
  let at = 2;
  while (at + 9 < head.length && head[at] === 0xff) {
    const marker = head[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5) };
    at += 2 + head.readUInt16BE(at + 2);
  }
  return null;
}

/** The three forms of RFC 9649: lossy, lossless, extended. */
function webpSize(head: Buffer): { width: number; height: number } | null {
  const form = head.toString("latin1", 12, 16);
  if (form === "VP8 ")
    return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
  if (form === "VP8X") return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
  if (form !== "VP8L") return null;
  const bits = head.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}
