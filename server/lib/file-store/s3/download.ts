import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { GetObjectCommand } from "@aws-sdk/client-s3";
import { FilesAway, type StoredFile, type StoreLog } from "../file-store.ts";
import { type Calls, isMissing } from "./calls.ts";
import { RETRY_AFTER } from "./circuit.ts";

/** Breaks of one download in a row, without a byte in between, after which it is given up. */
const BREAKS = 3;
/** Milliseconds until the store answers, and for which an opened file waits to be read. */
const ANSWER = 10_000;
const UNREAD = 30_000;

/** The bytes that came are not those that were stored. */
export class DamagedFile extends Error {
  constructor(hash: Buffer) {
    super(`the bytes of ${hash.toString("hex")} are not those that were stored`);
    this.name = "DamagedFile";
  }
}

type Wanted = { key: string; hash: Buffer };

/**
 * Opens an object; null when there is none. Where the connection breaks the rest is asked for. The last piece is held back
 * until the SHA-256 of all is known: damaged bytes never end as a whole file.
 */
export async function openDownload(calls: Calls, wanted: Wanted, log: StoreLog): Promise<StoredFile | null> {
  const opened = await get(calls, wanted.key, 0);
  if (!opened) return null;
  const source = resumeAfterBreaks(calls, { ...wanted, ...opened });
  const stream = Readable.from(verify(source, { ...wanted, bytes: opened.bytes }, log), {
    objectMode: false,
  });
  stream.once("close", () => source.close());
  return { bytes: opened.bytes, stream };
}

type Source = { next(): Promise<Buffer | null>; close(): void };

async function* verify(source: Source, { hash, bytes }: Wanted & { bytes: number }, log: StoreLog) {
  const digest = createHash("sha256");
  let came = 0;
  let held: Buffer | null = null;
  for (let chunk = await source.next(); chunk !== null; chunk = await source.next()) {
    digest.update(chunk);
    came += chunk.length;
    if (held) yield held;
    held = chunk;
  }
  if (came !== bytes || !digest.digest().equals(hash)) {
    log.error({ hash: hash.toString("hex"), bytes, came }, "an attachment is damaged in the store");
    throw new DamagedFile(hash);
  }
  if (held) yield held;
}

/** Reads an object to its end over as many connections as that takes. */
function resumeAfterBreaks(calls: Calls, { key, body: first, bytes }: Wanted & Opened): Source {
  let body = first;
  let pieces = body[Symbol.asyncIterator]();
  let at = 0;
  let breaks = 0;
  // A file that nobody reads after all must not keep its connection.
  const unread = setTimeout(() => body.destroy(), UNREAD).unref();

  async function resume(): Promise<void> {
    body.destroy();
    breaks += 1;
    if (breaks > BREAKS) throw new FilesAway("it breaks off", RETRY_AFTER);
    const opened = await get(calls, key, at);
    if (!opened) throw new FilesAway("a file went while it was read", RETRY_AFTER);
    ({ body } = opened);
    pieces = body[Symbol.asyncIterator]();
  }

  async function next(): Promise<Buffer | null> {
    clearTimeout(unread);
    while (at < bytes) {
      const piece = await pieces.next().catch(() => null);
      if (piece && !piece.done) {
        const chunk = Buffer.from(piece.value);
        at += chunk.length;
        breaks = 0;
        return chunk;
      }
      await resume();
    }
    return null;
  }

  return {
    next,
    close() {
      clearTimeout(unread);
      body.destroy();
    },
  };
}

type Opened = { body: Readable; bytes: number };

/** Asks for the bytes from a place on; `bytes` is the size of the whole object at the first, else what is left. */
async function get(calls: Calls, key: string, from: number): Promise<Opened | null> {
  try {
    return await calls.attempt(async (client) => {
      const range = from > 0 ? { Range: `bytes=${from}-` } : {};
      const command = new GetObjectCommand({ Bucket: calls.bucket, Key: key, ...range });
      const answer = await client.send(command, { requestTimeout: ANSWER });
      const { Body: body, ContentLength: bytes } = answer;
      if (!(body instanceof Readable)) throw new Error("no body");
      // Nobody may be listening when the connection breaks: whoever reads next hears of it.
      body.on("error", () => {});
      if (bytes === undefined || (from > 0 && answer.ContentRange === undefined)) {
        body.destroy();
        throw new Error("no length");
      }
      return { body, bytes };
    });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
