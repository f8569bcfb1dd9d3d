import { createReadStream } from "node:fs";
import { PassThrough, pipeline, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { LIMITS } from "#contract/limits.ts";
import { computeIdentity } from "#server/lib/mime/identity.ts";
import { MailTooLarge, storeMail, type StoreApp } from "../../store.ts";
import { listSources, type Source } from "./list-sources.ts";
import { splitMbox } from "./split-mbox.ts";
import { toWireForm } from "./wire-form.ts";

export type FilesReport = {
  stored: number;
  known: number;
  /** What was not taken, and why. */
  refused: { path: string; words: string }[];
};

type Options = {
  mailboxId: string;
  /** Says what would be stored, and stores nothing. */
  dryRun: boolean;
  signal: AbortSignal;
  /** Called with the bytes that were read, of all. */
  onProgress: (done: number, total: number, report: FilesReport) => void;
};

/** Stores the mails of files, each in a transaction of its own; what is known already stays as it is. */
export async function storeFiles(
  app: StoreApp,
  paths: readonly string[],
  { mailboxId, dryRun, signal, onProgress }: Options,
): Promise<FilesReport> {
  const sources = await listSources(paths);
  const total = sources.reduce((sum, { bytes }) => sum + bytes, 0);
  const report: FilesReport = { stored: 0, known: 0, refused: [] };
  let done = 0;
  for (const source of sources) {
    for await (const raw of readMails(source)) {
      signal.throwIfAborted();
      const take = dryRun ? lookUp(app, raw) : storeOne(app, raw, mailboxId);
      await take.then(
        (isKnown) => (isKnown ? (report.known += 1) : (report.stored += 1)),
        (error: unknown) => report.refused.push({ path: source.path, words: explain(error) }),
      );
    }
    done += source.bytes;
    onProgress(done, total, report);
  }
  return report;
}

/** The mails of a file as streams, to be read one after the other. */
async function* readMails({ path, kind }: Source): AsyncGenerator<Readable> {
  const file = createReadStream(path);
  if (kind === "mail") yield convert(file);
  else
    for await (const mail of splitMbox(file, LIMITS.mailBytes))
      yield mail ? convert(Readable.from([mail])) : tooLarge();
}

function convert(stream: Readable): Readable {
  const wire = toWireForm();
  pipeline(stream, wire, () => {});
  return wire;
}

function tooLarge(): Readable {
  const stream = new PassThrough();
  stream.destroy(new MailTooLarge());
  return stream;
}

async function storeOne(app: StoreApp, raw: Readable, mailboxId: string): Promise<boolean> {
  const delivery = { door: "shell", mailboxId, envelopeFrom: null, envelopeTo: [] } as const;
  return (await storeMail(app, refuseEmpty(raw), { ...delivery, envelopeTo: [] })).isDuplicate;
}

async function lookUp(app: StoreApp, raw: Readable): Promise<boolean> {
  const bytes = await buffer(refuseEmpty(raw));
  if (bytes.length > LIMITS.mailBytes) throw new MailTooLarge();
  const found = await app.db
    .selectFrom("incoming_mails")
    .select("id")
    .where("identity", "=", computeIdentity(bytes))
    .executeTakeFirst();
  return found !== undefined;
}

class EmptyFile extends Error {}

/** A file without a byte is no mail, and all of them would be the same one. */
function refuseEmpty(raw: Readable): Readable {
  return Readable.from(
    (async function* () {
      let isEmpty = true;
      for await (const chunk of raw) {
        isEmpty = false;
        yield chunk;
      }
      if (isEmpty) throw new EmptyFile("The file is empty");
    })(),
    { objectMode: false },
  );
}

/** What is wrong with one file keeps no other from being stored; what is wrong with the desk ends the command. */
function explain(error: unknown): string {
  if (error instanceof MailTooLarge || error instanceof EmptyFile) return error.message;
  throw error;
}
