import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
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
 * Opens a store below one folder, in 256 subfolders. Files are written, flushed to the disk, then renamed, and the new
 * name is flushed as well: never half a file, and none that is kept and gone after the power failed.
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
      const file = await inFolder(arriving, () => open(arriving, "wx", 0o600));
      try {
        const { writing, ...read } = await writeStream(stream, file);
        const flushed = writing.then(() => flush(file));
        return { ...read, ...arrivalOf({ arriving, place: placeOf(read.hash), flushed }) };
      } catch (error) {
        await file.close();
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

/** Reads ahead by one piece: `writing` is the last one's way to the file, and knows whether all those before went well. */
async function writeStream(stream: AsyncIterable<Buffer>, file: FileHandle) {
  const digest = createHash("sha256");
  const heads: Buffer[] = [];
  let bytes = 0;
  let writing = Promise.resolve();
  for await (const chunk of stream) {
    digest.update(chunk);
    if (bytes < HEAD_BYTES) heads.push(chunk.subarray(0, HEAD_BYTES - bytes));
    bytes += chunk.length;
    await writing;
    writing = file.writeFile(chunk);
    writing.catch(() => {});
  }
  return { hash: digest.digest(), bytes, head: Buffer.concat(heads), writing };
}

type Arrival = { arriving: string; place: string; flushed: Promise<void> };

/**
 * The bytes go to the disk while the caller writes its rows; `keep` waits for them, and says what went wrong. The folder
 * is opened meanwhile.
 */
function arrivalOf({ arriving, place, flushed }: Arrival): Pick<Received, "keep" | "drop"> {
  const folder = inFolder(place, () => open(dirname(place), "r"));
  for (const begun of [flushed, folder]) begun.catch(() => {});
  // Nothing was written through it.
  const closeFolder = () => folder.then((opened) => opened.close()).catch(() => {});
  const moveToPlace = async () => {
    await flushed;
    const names = await folder;
    await rename(arriving, place);
    await names.sync();
    void closeFolder();
    return true;
  };
  let keeping: Promise<boolean> | null = null;
  return {
    async keep() {
      // A transaction that is tried again keeps again.
      keeping ??= moveToPlace();
      await keeping;
    },
    async drop() {
      if (await keeping?.catch(() => false)) return;
      await flushed.catch(() => {});
      await closeFolder();
      await rm(arriving, { force: true });
    },
  };
}

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

/** Flushes a file, or the names in a folder, to the disk and closes it. */
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
