import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, link, mkdir, open, readdir, rename, rm, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { readErrorCode } from "#server/start/start-error.ts";

/** A file received whole, and not part of the store yet. */
export type Received = {
  /** SHA-256: the name under which the store keeps them. */
  hash: Buffer;
  bytes: number;
  /** The first bytes, at most 64 KB, to detect the type. */
  head: Buffer;
  /** Makes the file part of the store, and returns when it is on the disk whole; the same bytes are stored once. */
  keep(): Promise<void>;
  /** Deletes the file; does nothing after `keep`. */
  drop(): Promise<void>;
};

/** Stores files by the hash of their content. An object store elsewhere would be another implementation. */
export type FileStore = {
  /** Receives a stream of bytes. One that breaks off leaves nothing behind. */
  receive(stream: AsyncIterable<Buffer>): Promise<Received>;
  /** Reads a file; null when the store does not hold it. */
  read(hash: Buffer): Promise<{ bytes: number; stream: Readable } | null>;
  has(hash: Buffer): Promise<boolean>;
  delete(hash: Buffer): Promise<void>;
  /** Deletes files older than `age` (milliseconds) that are not `wanted`, and uploads that never ended. */
  sweep(age: number, wanted: (hashes: Buffer[]) => Promise<Set<string>>): Promise<number>;
};

const HEAD_BYTES = 65_536;

/**
 * Opens a store below one folder, in 256 subfolders. What is kept is on the disk with its name, whole: a file that a row
 * asks for is never half there, nor gone after the power failed. Without a row there can be half of one, which the sweep
 * takes and the same bytes replace.
 */
export function openFileStore(folder: string): FileStore {
  const arrivals = join(folder, "arriving");
  const placeOf = (hash: Buffer) => {
    const name = hash.toString("hex");
    return join(folder, name.slice(0, 2), name);
  };
  return {
    async receive(stream) {
      const arriving = join(arrivals, randomUUID());
      const opening = inFolder(arriving, () => open(arriving, "wx", 0o600));
      try {
        const { written, ...read } = await writeStream(stream, opening);
        return { ...read, ...arrivalOf({ arriving, place: placeOf(read.hash), opening, written }) };
      } catch (error) {
        await opening.then((file) => file.close()).catch(() => {});
        await rm(arriving, { force: true });
        throw error;
      }
    },
    async read(hash) {
      const found = await stat(placeOf(hash)).catch(() => null);
      return found ? { bytes: found.size, stream: createReadStream(placeOf(hash)) } : null;
    },
    has: async (hash) => (await stat(placeOf(hash)).catch(() => null)) !== null,
    delete: (hash) => rm(placeOf(hash), { force: true }),
    async sweep(age, wanted) {
      let swept = 0;
      for (const { path } of await listOldFiles(arrivals, age)) {
        await rm(path, { force: true });
        swept += 1;
      }
      for (const shelf of await listNames(folder)) {
        if (!/^[\da-f]{2}$/.test(shelf)) continue;
        const old = await listOldFiles(join(folder, shelf), age);
        const keep = await wanted(old.map(({ name }) => Buffer.from(name, "hex")));
        for (const { path } of old.filter(({ name }) => !keep.has(name))) {
          await rm(path, { force: true });
          swept += 1;
        }
      }
      return swept;
    },
  };
}

/**
 * Reads ahead by one piece, the first while the file is opened: `writing` is the last one's way to the file, and knows
 * whether all those before went well.
 */
async function writeStream(stream: AsyncIterable<Buffer>, opening: Promise<FileHandle>) {
  const digest = createHash("sha256");
  const heads: Buffer[] = [];
  let bytes = 0;
  let writing: Promise<unknown> = opening;
  writing.catch(() => {});
  for await (const chunk of stream) {
    digest.update(chunk);
    if (bytes < HEAD_BYTES) heads.push(chunk.subarray(0, HEAD_BYTES - bytes));
    if (bytes > 0) await writing;
    bytes += chunk.length;
    writing = writing.then(async () => (await opening).writeFile(chunk));
    writing.catch(() => {});
  }
  return { hash: digest.digest(), bytes, head: Buffer.concat(heads), written: writing };
}

type Arrival = { arriving: string; place: string; opening: Promise<FileHandle>; written: Promise<unknown> };

/** The folder is opened while the last bytes are written; `keep` waits for both, and says what went wrong. */
function arrivalOf({ arriving, place, opening, written }: Arrival): Pick<Received, "keep" | "drop"> {
  const folder = inFolder(place, () => open(dirname(place), "r"));
  for (const begun of [written, folder]) begun.catch(() => {});
  const moveToPlace = async () => {
    const names = await folder;
    await written;
    const file = await opening;
    if (await nameFirst(arriving, place)) await Promise.all([file.sync(), names.sync(), unlink(arriving)]);
    else {
      await file.sync();
      await rename(arriving, place);
      await names.sync();
    }
    return true;
  };
  // Nobody waits for it: what could fail has been flushed, or is deleted.
  const close = () => {
    for (const opened of [opening, folder]) opened.then((each) => each.close()).catch(() => {});
  };
  let keeping: Promise<boolean> | null = null;
  return {
    async keep() {
      // A transaction that is tried again keeps again.
      keeping ??= moveToPlace().finally(close);
      await keeping;
    },
    async drop() {
      if (await keeping?.catch(() => false)) return;
      await written.catch(() => {});
      if (!keeping) close();
      await rm(arriving, { force: true });
    },
  };
}

/**
 * Bytes that nobody holds yet get their name before they are flushed, so that the disk writes both at once: until `keep`
 * returns no row asks for them. False where the name is taken, perhaps by the half file that a power cut left, and on
 * disks that give a file no second name: whole bytes replace it then.
 */
async function nameFirst(arriving: string, place: string): Promise<boolean> {
  try {
    await link(arriving, place);
    return true;
  } catch (error) {
    if (NO_LINK.has(readErrorCode(error) ?? "")) return false;
    throw error;
  }
}

const NO_LINK = new Set(["EEXIST", "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/** Makes the folder of a path when it is missing, and tries once more. */
async function inFolder<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (readErrorCode(error) !== "ENOENT") throw error;
    const made = await mkdir(dirname(path), { recursive: true });
    if (made !== undefined) await flush(await open(dirname(made), "r"));
    return work();
  }
}

/** Flushes the names in a folder to the disk and closes it. */
async function flush(opened: FileHandle): Promise<void> {
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

async function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

async function listOldFiles(folder: string, age: number): Promise<{ name: string; path: string }[]> {
  const old: { name: string; path: string }[] = [];
  for (const name of await listNames(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found?.isFile() && Date.now() - found.mtimeMs > age) old.push({ name, path });
  }
  return old;
}
