import type { FileStore } from "#server/lib/file-store/file-store.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { RequestReply } from "#server/lib/http/serve-endpoint.ts";
import { isInline } from "#server/lib/file-store/file-type.ts";
import { buildContentDisposition } from "./file-name.ts";

type File = { blob_hash: Buffer; name: string; media_type: string };

/**
 * Sends the bytes so that a browser can only save them, or draw a picture: the sandbox disables scripts, forms and the
 * origin of anything opened anyway. Refuses 410 when the store lost them.
 */
export async function sendFile(
  store: FileStore,
  file: File,
  { inline, reply }: { inline: boolean; reply: RequestReply["reply"] },
): Promise<void> {
  const found = await store.read(file.blob_hash);
  if (!found) throw refuse(410, "upload.not_stored");
  const kind = inline && isInline(file.media_type) ? "inline" : "attachment";
  await reply
    .headers({
      "content-type": file.media_type === "text/plain" ? "text/plain; charset=utf-8" : file.media_type,
      "content-length": found.bytes,
      "content-disposition": buildContentDisposition(kind, file.name),
      "content-security-policy": "default-src 'none'; sandbox",
    })
    .send(found.stream);
}
