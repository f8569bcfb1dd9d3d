import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { isBlockedFile } from "#server/lib/mime/blocked-types.ts";
import type { MailFile, ParsedMail } from "#server/lib/mime/parsed-mail.ts";
import { MailNotRead } from "#server/lib/mime/read-in-worker.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { App, Ctx } from "#server/lib/request-context.ts";
import { readMailSettings } from "#server/settings/read.ts";
import { oneMail, selectListed } from "./listed.ts";
import { readFiles, readProof, readRecipients } from "./mail-columns.ts";
import { readOriginal } from "./original.ts";
import { serializeMail } from "./serialize-mail.ts";

/** One mail as the list shows it. Refuses 404. */
export async function getListed(ctx: Ctx, id: string) {
  const row = await selectListed(ctx, oneMail(ctx.db, id)).executeTakeFirst();
  if (!row) throw refuse(404, "incoming.not_found");
  return serializeMail(row);
}

/** All of a mail; what its row does not hold is read from the original again, while that is kept. Refuses 404. */
export async function getIncoming(ctx: Ctx, id: string) {
  const row = await selectListed(ctx, oneMail(ctx.db, id))
    .select((eb) => [
      "m.words",
      "m.quoted",
      "m.recipients",
      "m.files",
      "m.proof_detail",
      "m.raw_hash",
      jsonArrayFrom(
        eb
          .selectFrom("incoming_deliveries as d")
          .leftJoin("mailboxes as way", "way.id", "d.mailbox_id")
          .select(["d.door", "way.address as mailbox_address", "d.envelope_from", "d.envelope_to", "d.at"])
          .whereRef("d.incoming_id", "=", "m.id")
          .orderBy("d.at")
          .orderBy("d.id"),
      ).as("deliveries"),
    ])
    .executeTakeFirst();
  if (!row) throw refuse(404, "incoming.not_found");
  const raw = await readOriginal(ctx.app.files, row.raw_hash);
  const read = raw && (await readAgain(ctx.app, raw));
  const { to, cc } = row.recipients === null && read ? read : readRecipients(row.recipients);
  const files = readFiles(row.files) ?? (await listFiles(ctx, read?.files ?? []));
  return {
    ...serializeMail(row),
    to,
    cc,
    reply_to: read?.replyTo?.address ?? null,
    words: row.words ?? read?.words ?? "",
    quoted: row.quoted ?? (row.words === null ? read?.quoted : null) ?? "",
    html: read?.html ?? null,
    files,
    file_count: files.length,
    date: read?.date ?? null,
    proof_detail: readProof(row.proof_detail),
    deliveries: row.deliveries.map((each) => ({ ...each, at: new Date(each.at).toISOString() })),
    forwarded_from: read?.forward?.from ?? null,
    mentions: await findMentions(ctx, `${row.subject}\n${row.words ?? read?.words ?? ""}`),
    original_kept: raw !== null,
  };
}

/** In the thread that reads mails: what was too much for it when it came would be too much for the process now. */
async function readAgain(app: App, raw: Buffer): Promise<ParsedMail | null> {
  try {
    return await app.mailReader.readMail(raw);
  } catch (error) {
    if (error instanceof MailNotRead) return null;
    throw error;
  }
}

async function listFiles(ctx: Ctx, files: MailFile[]) {
  if (files.length === 0) return [];
  const { mail_blocked_types: blocked } = await readMailSettings(ctx.db);
  return files.map((file) => ({
    name: file.name,
    type: file.type,
    bytes: file.size,
    refused: isBlockedFile(file, blocked),
  }));
}

/** What looks like a ticket's number, with whatever prefix the desk had when it was given. */
const NUMBERS = /\b\p{Lu}[\p{Lu}\p{N}]{0,9}-\d{1,9}\b/gu;
const NUMBERS_READ = 20;

/** Of a merged ticket the one that its number leads to now. */
async function findMentions(ctx: Ctx, text: string): Promise<string[]> {
  const named = [...new Set(text.match(NUMBERS))].slice(0, NUMBERS_READ);
  if (named.length === 0) return [];
  const rows = await ctx.db
    .selectFrom("tickets as named")
    .innerJoin("ticket_numbers as place", "place.number", "named.number")
    .innerJoin("tickets as t", "t.id", "place.ticket_id")
    .select("t.uid")
    .where("named.uid", "=", sql<string>`any(${named})`)
    .where("t.deleted_at", "is", null)
    .groupBy(["t.uid", "t.number"])
    .orderBy("t.number")
    .execute();
  return rows.map(({ uid }) => uid);
}
