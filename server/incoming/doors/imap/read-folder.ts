import { PassThrough, pipeline, type Readable } from "node:stream";
import type { ImapFlow, MailboxObject } from "imapflow";
import { LIMITS } from "#contract/limits.ts";
import type { Mailbox } from "#server/mailboxes/read.ts";
import type { App } from "#server/lib/request-context.ts";
import { type Position, readPosition, writePosition } from "../../positions.ts";
import { MailTooLarge, storeMail } from "../../store.ts";
import { refuseFullDisk } from "../refuse-full-disk.ts";
import { finishStored } from "./finish-stored.ts";

/** Mails after which the server is told what became of them. */
const BATCH = 50;
/** Bytes that are asked for at once. */
const PART = 512 * 1024;
const DAY = 24 * 3_600_000;
/** Days that are read again when a server has numbered its mails anew; what is known already is kept once. */
const RENUMBERED_DAYS = 30;

type Reading = { app: App; client: ImapFlow; mailbox: Mailbox; signal: AbortSignal };

/**
 * Reads what is new in a folder, in the order of its numbers and never by \Seen, which people change. Where it has got
 * to is written with each mail. Returns when nothing is new, or when the signal is aborted.
 */
export async function readFolder(reading: Reading, folder: string): Promise<void> {
  const { app, client, mailbox, signal } = reading;
  const open = await client.mailboxOpen(folder);
  let { lastUid, uidvalidity } = await findPosition(reading, folder, open);
  const place = { folder, uidvalidity };
  await finishStored({ app, client, mailbox }, place);
  while (!signal.aborted) {
    const waiting = await searchUids(client, { uid: `${lastUid + 1}:*` });
    // A server answers `n:*` with its last mail, even where that is before n (RFC 3501).
    const batch = waiting.filter((uid) => uid > lastUid).slice(0, BATCH);
    if (batch.length === 0) return;
    for (const uid of batch) {
      if (signal.aborted) break;
      await storeOne(reading, { ...place, uid });
      lastUid = uid;
    }
    await finishStored({ app, client, mailbox }, place);
  }
}

async function storeOne(
  { app, client, mailbox }: Reading,
  place: { folder: string; uidvalidity: number; uid: number },
): Promise<void> {
  await refuseFullDisk(app);
  const { meta, content } = await client.download(String(place.uid), undefined, {
    uid: true,
    chunkSize: PART,
  });
  // Somebody moved or deleted it meanwhile.
  if (!content) return;
  const raw = passErrors(content);
  try {
    if ((meta?.expectedSize ?? 0) > LIMITS.mailBytes) throw new MailTooLarge();
    await storeMail(app, raw, {
      door: "imap",
      mailboxId: mailbox.id,
      ...place,
      envelopeFrom: null,
      envelopeTo: [],
    });
  } catch (error) {
    if (!(error instanceof MailTooLarge)) throw error;
    // It stays where it is, unread, and does not keep the others waiting.
    app.log.warn({ mailbox: mailbox.id, uid: place.uid }, "a mail of more than 40 MB was left on its server");
    await writePosition(app.db, mailbox.id, place.folder, { ...place, lastUid: place.uid });
  } finally {
    raw.destroy();
  }
}

/** A download tells that it broke off to whoever listens at that moment; this one remembers. */
function passErrors(content: Readable): Readable {
  const raw = new PassThrough();
  pipeline(content, raw, () => {});
  return raw;
}

/** How far the folder was read; before the first mail, and after the server has numbered anew, by the days to read. */
async function findPosition(
  { app, client, mailbox }: Reading,
  folder: string,
  open: MailboxObject,
): Promise<Position> {
  const uidvalidity = Number(open.uidValidity);
  const known = await readPosition(app.db, mailbox.id, folder);
  if (known?.uidvalidity === uidvalidity) return known;
  const days = known ? RENUMBERED_DAYS : mailbox.first_days;
  const since = new Date(app.clock.now().getTime() - days * DAY);
  const recent = days === 0 ? [] : await searchUids(client, { since });
  const position = { uidvalidity, lastUid: (recent[0] ?? (await findNextUid(client, open))) - 1 };
  await writePosition(app.db, mailbox.id, folder, position);
  return position;
}

async function findNextUid(client: ImapFlow, { uidNext }: MailboxObject): Promise<number> {
  if (uidNext > 0) return uidNext;
  return ((await searchUids(client, { all: true })).at(-1) ?? 0) + 1;
}

async function searchUids(client: ImapFlow, query: { uid?: string; since?: Date; all?: true }) {
  const found = await client.search(query, { uid: true });
  return found ? found.toSorted((a, b) => a - b) : [];
}
