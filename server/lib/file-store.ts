import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** A file received whole, and not part of the store yet. */
export type Received = {
  /** SHA-256: the name under which the store keeps them. */
  hash: Buffer;
  bytes: number;
  /** The first bytes, at most 64 KB, to detect the type. */
  head: Buffer;
  /** Makes the file part of the store; the same bytes are stored once. */
  keep(): Promise<void>;
  /** Deletes the file; does nothing after `keep`. */
  drop(): Promise<void>;
};

/** Stores files by the hash of their content. An object store elsewhere would be another implementation. */
export type FileStore = {
  /** Receives a stream. A stream that breaks off leaves nothing behind. */
  receive(stream: Readable): Promise<Received>;
  /** Reads a file; null when the store does not hold it. */
  read(hash: Buffer): Promise<{ bytes: number; stream: Readable } | null>;
  delete(hash: Buffer): Promise<void>;
  /** Deletes files older than `age` (milliseconds) that are not `wanted`, and uploads that never ended. */
  sweep(age: number, wanted: (hashes: Buffer[]) => Promise<Set<string>>): Promise<number>;
};

const HEAD_BYTES = 65_536;

/**
 * Opens a store below one folder, in 256 subfolders. Files are written, flushed to the disk, then renamed: never half a
 * file.
 */
export function openFileStore(folder: string): FileStore {
  const arrivals = join(folder, "arriving");
  const placeOf = (hash: Buffer) => {
    const name = hash.toString("hex");
    return join(folder, name.slice(0, 2), name);
  };
  return {
    async receive(stream) {
      await mkdir(arrivals, { recursive: true });
      const arriving = join(arrivals, randomUUID());
      try {
        const { hash, bytes, head } = await writeStream(stream, arriving);
        let kept = false;
        // A transaction that is tried again keeps again.
        const keep = async () => {
          if (kept) return;
          const place = placeOf(hash);
          await mkdir(join(place, ".."), { recursive: true });
          await rename(arriving, place);
          kept = true;
        };
        return { hash, bytes, head, keep, drop: () => rm(arriving, { force: true }) };
      } catch (error) {
        await rm(arriving, { force: true });
        throw error;
      }
    },
    async read(hash) {
      const found = await stat(placeOf(hash)).catch(() => null);
      return found ? { bytes: found.size, stream: createReadStream(placeOf(hash)) } : null;
    },
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

async function writeStream(stream: Readable, path: string) {
  const digest = createHash("sha256");
  const heads: Buffer[] = [];
  let bytes = 0;
  const look = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk);
      if (bytes < HEAD_BYTES) heads.push(chunk.subarray(0, HEAD_BYTES - bytes));
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(stream, look, createWriteStream(path, { flags: "wx", mode: 0o600 }));
  await flushToDisk(path);
  return { hash: digest.digest(), bytes, head: Buffer.concat(heads) };
}

async function flushToDisk(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
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
