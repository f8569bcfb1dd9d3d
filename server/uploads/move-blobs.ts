import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { FileStore } from "#server/lib/file-store/file-store.ts";
import type { Db } from "#server/lib/request-context.ts";

/** Files on their way at the same time, and rows that are read at once. */
const AT_ONCE = 4;
const BATCH = 200;

export type MoveReport = {
  moved: number;
  /** Were there already, from an earlier run or because the desk keeps them there by now. */
  there: number;
  /** Taken out of the old place after their copy was read back and was right. */
  deleted: number;
  /** In neither place, or other bytes than were stored: the hex of their hashes. */
  missing: string[];
  damaged: string[];
};

type Places = { from: FileStore; to: FileStore };
type Options = {
  /** Deletes each from the old place once its copy was read back. */
  deletes: boolean;
  signal: AbortSignal;
  onProgress: (step: { done: number; total: number; words: string }) => void;
};
type Blob = { hash: Buffer; bytes: number };

/**
 * Copies every file that a row asks for from one place to the other, while the desk works. What is there already is left
 * alone, so that a run that was stopped goes on where it was.
 */
export async function moveBlobs(db: Db, places: Places, options: Options): Promise<MoveReport> {
  const report: MoveReport = { moved: 0, there: 0, deleted: 0, missing: [], damaged: [] };
  const { total, bytes } = await countBlobs(db);
  let done = 0;
  let sent = 0;
  const moveNext = async (blobs: Blob[]): Promise<void> => {
    for (let blob = blobs.shift(); blob; blob = blobs.shift()) {
      options.signal.throwIfAborted();
      await moveOne(db, places, { ...blob, deletes: options.deletes, report });
      done += 1;
      sent += blob.bytes;
      const words = `${done.toLocaleString("en")} of ${total.toLocaleString("en")} files, ${megabytes(sent)} of ${megabytes(bytes)} MB`;
      options.onProgress({ done: sent, total: Math.max(bytes, sent), words });
    }
  };
  for await (const batch of listBlobs(db)) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => moveNext(batch)));
  }
  return report;
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

/** Counts in which places the files are that rows ask for. */
export async function findPlaces(
  db: Db,
  { from, to }: Places,
  onProgress: Options["onProgress"],
): Promise<{ files: number; here: number; elsewhere: number; both: number; missing: string[] }> {
  const found = { files: 0, here: 0, elsewhere: 0, both: 0, missing: [] as string[] };
  const { total } = await countBlobs(db);
  for await (const batch of listBlobs(db)) {
    const looks = batch.map(async ({ hash }) => {
      const [isHere, isElsewhere] = await Promise.all([to.has(hash), from.has(hash)]);
      found.files += 1;
      if (isHere && isElsewhere) found.both += 1;
      else if (isHere) found.here += 1;
      else if (isElsewhere) found.elsewhere += 1;
      else found.missing.push(hash.toString("hex"));
    });
    await Promise.all(looks);
    onProgress({ done: found.files, total, words: `${found.files.toLocaleString("en")} files` });
  }
  return found;
}

async function countBlobs(db: Db): Promise<{ total: number; bytes: number }> {
  const { rows } = await sql<{ total: number; bytes: number }>`
    select count(*)::int as total, coalesce(sum(bytes), 0)::float8 as bytes from blobs`.execute(db);
  return rows[0] ?? { total: 0, bytes: 0 };
}

/** By the hash: rows that come meanwhile may be passed, and are where the desk keeps new files. */
async function* listBlobs(db: Db): AsyncGenerator<Blob[]> {
  let last: Buffer = Buffer.alloc(0);
  for (;;) {
    const batch = await db
      .selectFrom("blobs")
      .select(["hash", "bytes"])
      .where("hash", ">", last)
      .orderBy("hash")
      .limit(BATCH)
      .execute();
    const end = batch.at(-1);
    if (!end) return;
    last = end.hash;
    yield batch;
  }
}

type Move = Blob & { deletes: boolean; report: MoveReport };

/**
 * Under a lock of the row that only its deletion waits for: otherwise a file that is erased meanwhile would be copied
 * after its deletion, and stay.
 */
async function moveOne(db: Db, { from, to }: Places, { hash, deletes, report }: Move): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    const row = await tx
      .selectFrom("blobs")
      .select("hash")
      .where("hash", "=", hash)
      .forKeyShare()
      .executeTakeFirst();
    if (!row) return;
    const name = hash.toString("hex");
    if (await to.has(hash)) report.there += 1;
    else {
      const outcome = await copy(from, to, hash);
      if (outcome !== "moved") {
        report[outcome].push(name);
        return;
      }
      report.moved += 1;
    }
    if (!deletes || !(await from.has(hash))) return;
    if (await isWhole(to, hash)) {
      await from.delete(hash);
      report.deleted += 1;
    } else report.damaged.push(name);
  });
}

async function copy(from: FileStore, to: FileStore, hash: Buffer): Promise<"moved" | "missing" | "damaged"> {
  const found = await from.read(hash);
  if (!found) return "missing";
  const received = await to.receive(found.stream);
  try {
    if (!received.hash.equals(hash)) return "damaged";
    await received.keep();
    return "moved";
  } finally {
    await received.drop();
  }
}

async function isWhole(store: FileStore, hash: Buffer): Promise<boolean> {
  const found = await store.read(hash);
  if (!found) return false;
  const digest = createHash("sha256");
  for await (const chunk of found.stream) digest.update(chunk);
  return digest.digest().equals(hash);
}
