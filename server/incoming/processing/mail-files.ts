import { Readable } from "node:stream";
import { sql } from "kysely";
import type { Received } from "#server/lib/file-store/file-store.ts";
import { isBlockedFile } from "#server/lib/mime/blocked-types.ts";
import type { MailFile } from "#server/lib/mime/parsed-mail.ts";
import type { App, Ctx, Db } from "#server/lib/request-context.ts";
import { readStorageRoom } from "#server/uploads/storage.ts";
import { keepMailFile } from "#server/uploads/write.ts";

/** A file of a mail with its bytes in the store's hall; null for those that are not kept. */
export type ReceivedMailFile = { file: MailFile; received: Received | null };

/** Earlier mails of a domain that brought the same picture, after which it counts as the logo of a signature. */
const LOGO_AFTER = 3;

/** Takes the bytes before the transaction, which then only has to keep them. */
export async function receiveMailFiles(
  { files: store }: Pick<App, "files">,
  files: readonly MailFile[],
): Promise<ReceivedMailFile[]> {
  const taken: ReceivedMailFile[] = [];
  try {
    for (const file of files) {
      const received = file.skipped ? null : await store.receive(Readable.from([viewOf(file)]));
      taken.push({ file, received });
      await received?.prepare();
    }
    return taken;
  } catch (error) {
    await dropMailFiles(taken);
    throw error;
  }
}

/** Its bytes as they are: a copy of large ones would hold everybody up. */
function viewOf({ bytes }: MailFile): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Those that were kept stay. */
export async function dropMailFiles(files: readonly ReceivedMailFile[]): Promise<void> {
  for (const { received } of files) await received?.drop();
}

export type KeptFiles = {
  /** Drafts of the sender, to be claimed by the ticket or comment. */
  ids: string[];
  /** Attachments by the name that the words give their picture. */
  pictures: Map<string, string>;
  /** Names of what is in the original alone, and why. */
  notKept: { name: string; why: "blocked" | "too_large" | "too_many" | "no_space" }[];
};

type Work = { db: Db; files: readonly ReceivedMailFile[]; blockedTypes: readonly string[]; domain: string };

/**
 * Keeps what a mail brought, as files of the person who sent it. Where the space for attachments is full the mail's words
 * arrive all the same; its files are in the original.
 */
export async function keepMailFiles(ctx: Ctx, { db, files, blockedTypes, domain }: Work): Promise<KeptFiles> {
  const kept: KeptFiles = { ids: [], pictures: new Map(), notKept: [] };
  let room = files.length === 0 ? 0 : await readStorageRoom(db);
  for (const [place, { file, received }] of files.entries()) {
    const name = file.name === "" ? "file" : file.name;
    if (isBlockedFile(file, blockedTypes)) kept.notKept.push({ name, why: "blocked" });
    else if (received === null) kept.notKept.push({ name, why: file.skipped ?? "too_large" });
    else if (file.isInline && (await isLogo(db, received.hash, domain))) continue;
    else if (received.bytes > room) kept.notKept.push({ name, why: "no_space" });
    else {
      const contentId = file.isInline ? file.contentId : null;
      const id = await keepMailFile(ctx, { received, name }, { contentId, place });
      room -= received.bytes;
      kept.ids.push(id);
      if (contentId !== null) kept.pictures.set(contentId, id);
    }
  }
  return kept;
}

/** Whether people of a domain sent the picture with so many mails before. */
async function isLogo(db: Db, hash: Buffer, domain: string): Promise<boolean> {
  const { rows } = await sql<{ times: number }>`
    select count(*)::int as times from (
      select 1 from attachments a join users u on u.id = a.uploaded_by
      where a.blob_hash = ${hash} and a.content_id is not null and split_part(lower(u.email), '@', 2) = ${domain}
      limit ${sql.lit(LOGO_AFTER)}) seen`.execute(db);
  return (rows[0]?.times ?? 0) >= LOGO_AFTER;
}
