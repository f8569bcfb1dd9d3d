import type { FileStore } from "#server/lib/file-store/file-store.ts";
import type { RequestReply } from "#server/lib/http/serve-endpoint.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";

/** Finds the bytes of a mail as it arrived. Refuses 404 without the mail, 410 when they are not kept any more. */
export async function findOriginal(ctx: Pick<Ctx, "db">, id: string) {
  const mail = await ctx.db
    .selectFrom("incoming_mails")
    .select(["id", "raw_hash"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!mail) throw refuse(404, "incoming.not_found");
  return mail;
}

/** Sends it so that a browser can only save it. */
export async function sendOriginal(
  files: FileStore,
  { id, raw_hash }: { id: string; raw_hash: Buffer | null },
  reply: RequestReply["reply"],
): Promise<void> {
  const found = raw_hash && (await files.read(raw_hash));
  if (!found) throw refuse(410, "incoming.original_gone");
  await reply
    .headers({
      "content-type": "message/rfc822",
      "content-length": found.bytes,
      "content-disposition": `attachment; filename="mail-${id}.eml"`,
      "content-security-policy": "default-src 'none'; sandbox",
    })
    .send(found.stream);
}

/** Reads all of it, for whoever reads the mail once more; null when it is not kept any more. */
export async function readOriginal(files: FileStore, hash: Buffer | null): Promise<Buffer | null> {
  const found = hash && (await files.read(hash));
  if (!found) return null;
  const pieces: Buffer[] = [];
  for await (const piece of found.stream) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}
