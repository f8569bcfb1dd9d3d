import { finished } from "node:stream/promises";
import multipart, { type MultipartFile } from "@fastify/multipart";
import { LIMITS } from "#contract/limits.ts";
import type { RouteContext, RequestReply } from "#server/lib/http/serve-endpoint.ts";
import { FilesAway, type FileStore } from "#server/lib/file-store/file-store.ts";
import { readErrorCode } from "#server/start/start-error.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { ReceivedFile } from "./write.ts";

/** Registers routes that accept multipart/form-data; all others refuse it. */
export function acceptMultipart(
  router: RouteContext,
  routes: (router: RouteContext) => void,
  fileSize: number = LIMITS.attachmentBytes,
): void {
  router.fastify.register(async (fastify) => {
    await fastify.register(multipart, {
      limits: { files: 1, fields: 0, parts: 1, fileSize, headerPairs: 20 },
      throwFileSizeLimit: false,
    });
    routes({ ...router, fastify });
  });
}

/**
 * Streams the one sent file to the store and hands it on. A file not kept by then is dropped, whatever went wrong.
 * Refuses 400 for anything but one part `file`, 413 above the limit, 415 for what is not multipart.
 */
export async function receiveFile<T>(
  store: FileStore,
  request: RequestReply["request"],
  handOn: (arrival: ReceivedFile) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw refuse(415, "upload.not_multipart");
  const part = await readOnePart(request);
  if (part?.fieldname !== "file") throw refuse(400, "upload.not_one_file");
  const received = await refuseCutOff(request, store.receive(part.file)).catch(async (error: unknown) => {
    // Browsers hear no answer before they have sent everything.
    await finished(part.file.resume()).catch(() => {});
    throw error;
  });
  try {
    if (part.file.truncated) throw refuse(413, "upload.too_large");
    await received.prepare();
    return await handOn({ received, name: part.filename });
  } finally {
    await received.drop();
  }
}

/** Waits for the bytes of a part. Refuses 400 where they were cut off. */
export async function refuseCutOff<T>(request: RequestReply["request"], bytes: Promise<T>): Promise<T> {
  return bytes.catch((error: unknown) => {
    throw isCutOff(error, request) ? refuse(400, "upload.cut_off") : error;
  });
}

/** Whether the connection broke, or the body ended before the part did. */
function isCutOff(error: unknown, request: RequestReply["request"]): boolean {
  // A body that was read to its end is destroyed, too.
  if (error instanceof FilesAway || readErrorCode(error) === "ENOSPC") return false;
  return (
    request.raw.destroyed ||
    (error instanceof Error && /terminated early|premature|unexpected end/i.test(error.message))
  );
}

/** The one part of a request. Refuses 400 for none, for several, and for one that was cut off. */
export async function readOnePart(request: RequestReply["request"]): Promise<MultipartFile | undefined> {
  try {
    return await request.file();
  } catch (error) {
    if (isCutOff(error, request)) throw refuse(400, "upload.cut_off");
    if (
      error instanceof Error &&
      ("statusCode" in error || /multipart|part header|boundary/i.test(error.message))
    )
      throw refuse(400, "upload.not_one_file");
    throw error;
  }
}
