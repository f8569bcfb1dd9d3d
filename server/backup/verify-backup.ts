import { createReadStream } from "node:fs";
import { lstat, realpath } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ClientBase } from "pg";
import { readMigrations } from "#server/db/migrate.ts";
import { StartError } from "#server/start/start-error.ts";
import { HashingStream, type OnProgress } from "./create-backup.ts";
import { readManifest, type Manifest } from "./manifest.ts";
import { listTables, readSequences } from "./tables-and-sequences.ts";

/** Reads every byte of a backup against its manifest. Refuses one that is damaged or not whole, naming the part. */
export async function verifyBackup(folder: string, onProgress: OnProgress = () => {}): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const parts: Part[] = [
    ...manifest.tables.map(({ file, sha256, bytes }) => ({ file, sha256, bytes })),
    ...(manifest.without_files ? [] : manifest.files).map(({ hash, bytes }) => ({
      file: join("files", hash),
      sha256: hash,
      bytes,
    })),
  ];
  for (const [index, part] of parts.entries()) {
    onProgress({ done: index, total: parts.length, words: "checking" });
    await verifyPart(folder, part);
  }
  return manifest;
}

type Part = { file: string; sha256: string; bytes: number };

async function verifyPart(folder: string, part: Part): Promise<void> {
  const path = join(folder, part.file);
  const refuseDamaged = (what: string) =>
    new StartError(`The backup in ${folder} is damaged: ${part.file} ${what}. Nothing was changed.`);
  const found = await lstat(path).catch(() => null);
  if (!found) throw refuseDamaged("is missing");
  // A link, of the part or of a folder above it, would have something read that is no part of the backup.
  if (!found.isFile() || (await realpath(path)) !== join(await realpath(folder), part.file))
    throw refuseDamaged("is not a file of its own");
  if (found.size !== part.bytes || (await hashFile(path)) !== part.sha256)
    throw refuseDamaged("is not what was written");
}

async function hashFile(path: string): Promise<string> {
  const sum = new HashingStream();
  await pipeline(createReadStream(path), sum, new Writable({ write: (_chunk, _encoding, done) => done() }));
  return sum.digest();
}

/** A backup has the first so many migrations of those that are known, this version's, each as it stands there. */
export function refuseUnknownMigrations(
  { migrations, version }: Manifest,
  known: readonly { version: number; checksum: string }[] = readMigrations(),
): void {
  const isKnown = migrations.every(
    (each, index) => known[index]?.version === each.version && known[index].checksum === each.checksum,
  );
  if (!isKnown)
    throw new StartError(
      `The backup was made by Waypost ${version}, which is newer than this one: update first.`,
    );
}

/** Tables, columns and sequences that are not here would be left out without a word, or break off in the middle. */
export async function refuseUnknownParts(client: ClientBase, manifest: Manifest): Promise<void> {
  const columns = new Map((await listTables(client)).map((table) => [table.name, new Set(table.columns)]));
  const sequences = new Set((await readSequences(client)).map(({ name }) => name));
  const odd =
    manifest.tables.find((table) => !table.columns.every((column) => columns.get(table.name)?.has(column))) ??
    manifest.tables.find(({ name }) => !columns.has(name)) ??
    manifest.sequences.find(({ name }) => !sequences.has(name));
  if (odd)
    throw new StartError(
      `The backup is not one of Waypost: ${odd.name} is not known here. Nothing was changed.`,
    );
}
