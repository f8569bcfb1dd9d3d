import { createHash } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readErrorCode } from "#server/start/start-error.ts";

const HEAD_BYTES = 65_536;

/**
 * Reads ahead by one piece, the first while the file is opened: `writing` is the last one's way to the file, and knows
 * whether all those before went well.
 */
export async function writeStream(stream: AsyncIterable<Buffer>, opening: Promise<FileHandle>) {
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

/** Makes the folder of a path when it is missing, and tries once more. */
export async function inFolder<T>(path: string, work: () => Promise<T>): Promise<T> {
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

export async function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

export async function listOldFiles(folder: string, age: number): Promise<{ name: string; path: string }[]> {
  const old: { name: string; path: string }[] = [];
  for (const name of await listNames(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found?.isFile() && Date.now() - found.mtimeMs > age) old.push({ name, path });
  }
  return old;
}
