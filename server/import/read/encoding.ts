import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";

export type Encoding = {
  name: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
  /** Some bytes are no text in any encoding that fits the rest: the rows that hold them are rejected. */
  damaged: boolean;
};

/**
 * Finds out how a file is written by reading it once: a byte order mark decides, else whether it is UTF-8.
 * A file with hardly any valid UTF-8 beyond ASCII is windows-1252; one with some invalid bytes among it is damaged UTF-8.
 */
export async function findEncoding(path: string): Promise<Encoding> {
  const marked = await readByteOrderMark(path);
  if (marked !== null) return { name: marked, damaged: await isDamaged(path, marked) };
  const decoder = new TextDecoder("utf-8");
  const strict = new TextDecoder("utf-8", { fatal: true });
  let isStrict = true;
  let replaced = 0;
  let beyondAscii = 0;
  for await (const chunk of readBytes(path)) {
    isStrict &&= canDecode(strict, chunk);
    const text = decoder.decode(chunk, { stream: true });
    replaced += text.split("\uFFFD").length - 1;
    // oxlint-disable-next-line no-control-regex -- everything that is not ASCII
    beyondAscii += text.match(/[^\u0000-\u007f\uFFFD]/gu)?.length ?? 0;
  }
  if (isStrict && canDecode(strict)) return { name: "utf-8", damaged: false };
  return beyondAscii > replaced ? { name: "utf-8", damaged: true } : { name: "windows-1252", damaged: false };
}

/** The mark of UTF-16; that of UTF-8 is left to its decoder. */
async function readByteOrderMark(path: string): Promise<"utf-16le" | "utf-16be" | null> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    if (buffer[0] === 0xff && buffer[1] === 0xfe) return "utf-16le";
    return buffer[0] === 0xfe && buffer[1] === 0xff ? "utf-16be" : null;
  } finally {
    await file.close();
  }
}

async function isDamaged(path: string, name: Encoding["name"]): Promise<boolean> {
  const strict = new TextDecoder(name, { fatal: true });
  for await (const chunk of readBytes(path)) if (!canDecode(strict, chunk)) return true;
  return !canDecode(strict);
}

/** Decodes a file piece by piece, without its byte order mark; `onProgress` gets the bytes read so far. */
export async function* decodeText(
  path: string,
  encoding: Encoding,
  onProgress: (bytes: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding.name);
  for await (const chunk of readBytes(path)) {
    onProgress(chunk.length);
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

/** In pieces of 256 kB. */
async function* readBytes(path: string): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    if (Buffer.isBuffer(chunk)) yield chunk;
  }
}

function canDecode(strict: InstanceType<typeof TextDecoder>, chunk?: Buffer): boolean {
  try {
    strict.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}
