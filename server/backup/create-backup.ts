import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { ClientBase, PoolConfig } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { openClient } from "#server/db/several-hosts.ts";
import { StartError } from "#server/start/start-error.ts";
import { VERSION } from "#server/version.ts";
import { readMigrations, readSequences, listTables, selectKept, type Table } from "./tables-and-sequences.ts";
import { placeOfTable, sealManifest, type Manifest } from "./manifest.ts";

export type Source = {
  poolConfig: PoolConfig;
  /** The bytes of an attachment by the hex of its hash; null leaves attachments where they are, and names them alone. */
  readFile: ((hash: string) => Readable) | null;
};

/** Called after each part, for a progress bar; `done` of `total` are parts, not bytes. */
export type OnProgress = (step: { done: number; total: number; words: string }) => void;

/**
 * Writes a consistent backup into a new folder below `parent` and returns its path: one snapshot of every table, the
 * sequences, and the attachments that the snapshot knows. The folder gets its name only when all of it is on the disk,
 * so that what is there is whole. The desk keeps working meanwhile.
 */
export async function createBackup(
  source: Source,
  parent: string,
  now: Date,
  onProgress: OnProgress = () => {},
): Promise<string> {
  const name = `waypost-${now
    .toISOString()
    .replaceAll(":", "-")
    .replace(/\.\d+Z$/, "Z")}`;
  const unfinished = join(parent, `.unfinished-${name}`);
  await mkdir(parent, { recursive: true });
  if ((await readdir(parent)).includes(name)) throw new StartError(`${join(parent, name)} exists already.`);
  await rm(unfinished, { recursive: true, force: true });
  // Readable by its owner alone: it holds everything that the desk knows.
  await mkdir(join(unfinished, "tables"), { recursive: true, mode: 0o700 });
  await mkdir(join(unfinished, "files"), { mode: 0o700 });
  try {
    const { text, sum } = sealManifest(await writeParts(source, unfinished, now, onProgress));
    await writeFile(join(unfinished, "manifest.json"), text, { flush: true });
    await writeFile(join(unfinished, "manifest.sha256"), `${sum}\n`, { flush: true });
    await syncFolder(unfinished);
    await rename(unfinished, join(parent, name));
    await syncFolder(parent);
    return join(parent, name);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function writeParts(
  source: Source,
  folder: string,
  now: Date,
  onProgress: OnProgress,
): Promise<Manifest> {
  // A connection of its own: a large table may take longer than any request is allowed.
  const client = await openClient({
    ...source.poolConfig,
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  try {
    await client.query("begin isolation level repeatable read read only");
    const tables = await listTables(client);
    const blobs = (
      await client.query<{ hash: Buffer; bytes: number }>("select hash, bytes from blobs order by hash")
    ).rows;
    const total = tables.length + blobs.length;
    const written: Manifest["tables"] = [];
    for (const [index, table] of tables.entries()) {
      onProgress({ done: index, total, words: table.name });
      written.push(await writeTable(client, folder, table));
    }
    const files: Manifest["files"] = [];
    for (const [index, { hash, bytes }] of blobs.entries()) {
      onProgress({ done: tables.length + index, total, words: "attachments" });
      const name = hash.toString("hex");
      if (await copyFile(source, folder, name)) files.push({ hash: name, bytes });
    }
    const sequences = await readSequences(client);
    const migrations = await readMigrations(client);
    const [server] = (await client.query<{ server_version: string }>("show server_version")).rows;
    await client.query("commit");
    onProgress({ done: total, total, words: "done" });
    return {
      format: 1,
      version: VERSION,
      taken_at: now.toISOString(),
      server_version: server?.server_version ?? "unknown",
      migrations,
      tables: written,
      sequences,
      files,
      ...(source.readFile === null && { without_files: true as const }),
    };
  } finally {
    await client.end();
  }
}

/**
 * Copies an attachment. False for one that was erased since the snapshot, as unsent files are at once and the trash is at
 * night: nobody saw it any more, and it comes back with no backup. Throws for one that is missing though it is kept.
 */
async function copyFile({ poolConfig, readFile }: Source, folder: string, name: string): Promise<boolean> {
  if (!readFile) return true;
  const place = join(folder, "files", name);
  try {
    await pipeline(readFile(name), createWriteStream(place, { flush: true }));
    return true;
  } catch (error) {
    if (await isKept(poolConfig, name)) throw error;
    await rm(place, { force: true });
    return false;
  }
}

/** Asks beside the snapshot, and waits for whoever erases the file right now: bytes go before their row does. */
async function isKept(poolConfig: PoolConfig, name: string): Promise<boolean> {
  const client = await openClient({ ...poolConfig, lock_timeout: 0, statement_timeout: 0 });
  try {
    const { rowCount } = await client.query(
      "select from blobs where hash = decode($1, 'hex') for key share",
      [name],
    );
    return rowCount === 1;
  } finally {
    await client.end();
  }
}

async function writeTable(
  client: ClientBase,
  folder: string,
  table: Table,
): Promise<Manifest["tables"][number]> {
  const file = placeOfTable(table.name);
  const rows = new LineCounter();
  const sum = new HashingStream();
  await pipeline(
    client.query(copyTo(`copy (${selectKept(table)}) to stdout`)),
    rows,
    createGzip({ level: 4 }),
    sum,
    createWriteStream(join(folder, file), { flush: true }),
  );
  return { ...table, rows: rows.count, file, bytes: sum.bytes, sha256: sum.digest() };
}

/** Counts rows as they pass: COPY writes one line a row, and escapes the line ends inside. */
class LineCounter extends Transform {
  count = 0;

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    for (const byte of chunk) if (byte === 0x0a) this.count += 1;
    done(null, chunk);
  }
}

/** Hashes and measures what passes. */
export class HashingStream extends Transform {
  bytes = 0;
  readonly #hash = createHash("sha256");

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.bytes += chunk.length;
    this.#hash.update(chunk);
    done(null, chunk);
  }

  digest(): string {
    return this.#hash.digest("hex");
  }
}

/** A renamed or created entry is on the disk only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
