import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { type Calls, isMissing, SMALL } from "./calls.ts";

/** Bytes above which a file goes in parts, of which each is tried again alone; 5 MB are the least that stores take. */
const PART = 8 * 1024 * 1024;
const WHOLE = 2 * PART;
/** Bytes a millisecond of the slowest line that is waited for. */
const SLOWEST = 100;

/** A file on this machine. */
export type LocalFile = { path: string; bytes: number; hash: Buffer };

/**
 * Brings a file to its key and returns when the store holds it whole. Each request is signed with the SHA-256 of its body,
 * so that the store itself refuses other bytes.
 */
export async function upload(calls: Calls, file: LocalFile, key: string): Promise<void> {
  if (file.bytes > WHOLE) return uploadInParts(calls, file, key);
  const place = { Bucket: calls.bucket, Key: key, ContentType: "application/octet-stream" };
  await sendPiece(calls, { ...file, start: 0 }, (client, body, options) => {
    const put = new PutObjectCommand({ ...place, ...body });
    put.middlewareStack.add(signBytes(file.hash), AT_BUILD);
    return client.send(put, options);
  });
}

/** Reads the size of an object; null when there is none. */
export async function readSize(calls: Calls, key: string): Promise<number | null> {
  try {
    const head = new HeadObjectCommand({ Bucket: calls.bucket, Key: key });
    const found = await calls.attempt((client) => client.send(head, { requestTimeout: SMALL }));
    return found.ContentLength ?? null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The object appears with its last step, whole. */
async function uploadInParts(calls: Calls, file: LocalFile, key: string): Promise<void> {
  const place = { Bucket: calls.bucket, Key: key };
  const begin = new CreateMultipartUploadCommand({ ...place, ContentType: "application/octet-stream" });
  const { UploadId } = await calls.attempt((client) => client.send(begin, { requestTimeout: SMALL }));
  try {
    const Parts: { ETag?: string | undefined; PartNumber: number }[] = [];
    for (let start = 0; start < file.bytes; start += PART) {
      const PartNumber = Parts.length + 1;
      const bytes = Math.min(PART, file.bytes - start);
      const hash = await hashPiece(file.path, { start, bytes });
      const { ETag } = await sendPiece(calls, { ...file, start, bytes }, (client, body, options) => {
        const part = new UploadPartCommand({ ...place, UploadId, PartNumber, ...body });
        part.middlewareStack.add(signBytes(hash), AT_BUILD);
        return client.send(part, options);
      });
      Parts.push({ ETag, PartNumber });
    }
    const end = new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts } });
    await calls
      .attempt((client) => client.send(end))
      .catch(async (error: unknown) => {
        // An earlier try of it was heard, and only the answer was lost.
        if (!isMissing(error) || (await readSize(calls, key)) !== file.bytes) throw error;
      });
  } catch (error) {
    // Nobody waits for it: what cannot be taken back now goes with the nightly sweep.
    const abort = new AbortMultipartUploadCommand({ ...place, UploadId });
    void calls.attempt((client) => client.send(abort, { requestTimeout: SMALL })).catch(() => {});
    throw error;
  }
}

type Piece = { path: string; start: number; bytes: number };
type Body = { Body: ReturnType<typeof createReadStream>; ContentLength: number };
type Options = { requestTimeout: number; abortSignal: AbortSignal };

/** Each try reads the piece anew. An error of this machine's disk is thrown as it is. */
async function sendPiece<T>(
  calls: Calls,
  piece: Piece,
  send: (client: S3Client, body: Body, options: Options) => Promise<T>,
): Promise<T> {
  const broken = new AbortController();
  const requestTimeout = 10_000 + piece.bytes / SLOWEST;
  try {
    return await calls.attempt(async (client) => {
      const Body = openPiece(piece);
      Body.on("error", (error) => broken.abort(error));
      const body = { Body, ContentLength: piece.bytes };
      try {
        return await send(client, body, { requestTimeout, abortSignal: broken.signal });
      } finally {
        Body.destroy();
      }
    });
  } catch (error) {
    throw broken.signal.aborted ? broken.signal.reason : error;
  }
}

function openPiece({ path, start, bytes }: Piece) {
  return createReadStream(path, { start, end: Math.max(start, start + bytes - 1) });
}

async function hashPiece(path: string, { start, bytes }: Omit<Piece, "path">): Promise<Buffer> {
  const digest = createHash("sha256");
  for await (const chunk of openPiece({ path, start, bytes })) digest.update(chunk);
  return digest.digest();
}

/** The SDK signs a stream as "unsigned"; a hash that stands there already it takes as it is. */
const signBytes =
  (hash: Buffer) =>
  <Args extends { request: unknown }, Result>(next: (args: Args) => Result) =>
  (args: Args): Result => {
    Reflect.set(Object(Object(args.request).headers), "x-amz-content-sha256", hash.toString("hex"));
    return next(args);
  };
const AT_BUILD = { step: "build", name: "signBytes" } as const;
