import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { Ctx } from "#server/lib/request-context.ts";
import type { RequestReply } from "#server/lib/http/serve-endpoint.ts";
import { refuse } from "#server/lib/refusal.ts";
import { cleanFileName } from "#server/uploads/file-name.ts";
import { readOnePart, refuseCutOff } from "#server/uploads/receive-upload.ts";
import { beginFile } from "./import-files.ts";
import { getImport } from "./read.ts";

/**
 * Streams the one sent file to its place and keeps it as an import that nobody has started. Refuses 400 for anything but
 * one part `file`, 413 above the limit, 415 for what is not multipart.
 */
export async function receiveImport(ctx: Ctx, request: RequestReply["request"]) {
  if (!request.isMultipart()) throw refuse(415, "upload.not_multipart");
  const part = await readOnePart(request);
  if (part?.fieldname !== "file") throw refuse(400, "upload.not_one_file");
  const id = randomUUID();
  const file = await beginFile(ctx.app, id);
  try {
    const bytes = await refuseCutOff(request, write(part, file.arriving));
    if (part.file.truncated) throw refuse(413, "import.too_large");
    await file.keep();
    await ctx.db
      .insertInto("imports")
      .values({
        id,
        started_by: ctx.actor.id,
        file_name: cleanFileName(part.filename),
        bytes,
        state: "draft",
        created_at: ctx.now,
      })
      .execute();
    return await getImport(ctx, id);
  } catch (error) {
    await file.drop();
    throw error;
  }
}

type Part = NonNullable<Awaited<ReturnType<typeof readOnePart>>>;

async function write(part: Part, place: string): Promise<number> {
  const out = createWriteStream(place, { mode: 0o600 });
  await pipeline(part.file, out);
  return out.bytesWritten;
}
