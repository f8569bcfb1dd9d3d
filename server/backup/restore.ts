import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { ClientBase, Pool, PoolConfig } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { migrate } from "#server/db/migrate.ts";
import { openClient } from "#server/db/several-hosts.ts";
import { StartError } from "#server/start/start-error.ts";
import { quoteIdentifier, readMigrations, listShortLived, listTables } from "./tables-and-sequences.ts";
import type { Manifest } from "./manifest.ts";
import type { OnProgress } from "./create-backup.ts";
import { refuseUnknownMigrations, refuseUnknownParts, verifyBackup } from "./verify-backup.ts";

export type Target = {
  poolConfig: PoolConfig;
  /** Stores an attachment; answers the hex of what it stored. */
  writeFile: (bytes: Readable) => Promise<string>;
  /** Whether an attachment is where the desk keeps them, by the hex of its hash. */
  hasFile: (hash: string) => Promise<boolean>;
  /** Looks at what was brought back before it is committed, and may refuse it. */
  accept?: (client: ClientBase) => Promise<unknown>;
};

/** Finds the backup: the folder itself, or the newest of those below it. */
export async function findBackup(folder: string): Promise<string> {
  const entries = await readdir(folder).catch((error: unknown) => {
    throw new StartError(`There is no folder ${folder}.`, { cause: error });
  });
  if (entries.includes("manifest.json")) return folder;
  const newest = entries
    .filter((name) => /^waypost-.*Z$/.test(name))
    .toSorted()
    .at(-1);
  if (!newest) throw new StartError(`There is no backup in ${folder}.`);
  return join(folder, newest);
}

/**
 * Makes the tables that the backup was taken from, fills them, and brings them to this version: what each migration
 * does with rows happens to these as well. Refuses as `restoreBackup` does, a damaged backup before a table is made.
 */
export async function restoreAndMigrate(
  pool: Pool,
  target: Target,
  folder: string,
  onProgress: OnProgress = () => {},
): Promise<Manifest> {
  const manifest = await verifyBackup(folder, onProgress);
  refuseUnknownMigrations(manifest);
  await migrate(pool, () => {}, undefined, manifest.migrations.at(-1)?.version ?? 0);
  await fillFromBackup(target, folder, manifest, onProgress);
  await migrate(pool, () => {});
  return manifest;
}

/**
 * Fills an empty, migrated database from a backup, in one transaction: all of it, or nothing. Everybody signs in again.
 * Refuses a damaged backup before anything is touched, a desk that is in use, and a backup of a newer version.
 */
export async function restoreBackup(
  target: Target,
  folder: string,
  onProgress: OnProgress = () => {},
): Promise<Manifest> {
  const manifest = await verifyBackup(folder, onProgress);
  await fillFromBackup(target, folder, manifest, onProgress);
  return manifest;
}

async function fillFromBackup(
  target: Target,
  folder: string,
  manifest: Manifest,
  onProgress: OnProgress,
): Promise<void> {
  const client = await openClient({
    ...target.poolConfig,
    statement_timeout: 0,
    lock_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  try {
    await refuseUnfit(client, manifest);
    await client.query("begin");
    await fillTables(client, folder, manifest, onProgress);
    await bringFiles(target, folder, manifest);
    await target.accept?.(client);
    await client.query("commit");
    await client.query("analyze");
  } finally {
    await client.end();
  }
}

/** A backup that names its attachments alone comes back where all of them are. */
async function bringFiles(target: Target, folder: string, { files, without_files }: Manifest): Promise<void> {
  for (const { hash } of files) {
    if (without_files) {
      if (!(await target.hasFile(hash)))
        throw new StartError(
          `The backup was taken without attachments, and ${hash} is not where this desk keeps them: restore with the DATA_DIR or FILES_URL of the desk that it is of, or take one with them.`,
        );
      continue;
    }
    const stored = await target.writeFile(createReadStream(join(folder, "files", hash)));
    if (stored !== hash) throw new Error(`attachment ${hash} was stored as ${stored}`);
  }
}

async function refuseUnfit(client: ClientBase, manifest: Manifest): Promise<void> {
  const { rows } = await client.query<{ n: number }>("select count(*)::int as n from users");
  if ((rows[0]?.n ?? 0) > 0) {
    throw new StartError("This desk has users already: restore into an empty DATA_DIR or an empty database.");
  }
  const here = await readMigrations(client);
  refuseUnknownMigrations(manifest, here);
  // Rows of old tables in new ones would lack what the migrations in between make of them.
  if (here.length > manifest.migrations.length)
    throw new StartError(
      `The backup was made by an earlier Waypost (${manifest.version}): restore into an empty DATA_DIR or database that was never started.`,
    );
  await refuseUnknownParts(client, manifest);
}

/** Triggers stay quiet: counters, history and memberships come with the backup, exactly as they were. */
async function fillTables(
  client: ClientBase,
  folder: string,
  manifest: Manifest,
  onProgress: OnProgress,
): Promise<void> {
  const tables = (await listTables(client)).map(({ name }) => name);
  for (const name of tables) await client.query(`alter table ${quoteIdentifier(name)} disable trigger user`);
  const rebuildStatements = await dropIndexesAndReferences(client);
  for (const name of [...(await listShortLived(client)), ...tables.toReversed()])
    await client.query(`delete from ${quoteIdentifier(name)}`);
  const parts = new Map(manifest.tables.map((table) => [table.name, table]));
  for (const [index, name] of tables.entries()) {
    onProgress({ done: index, total: tables.length, words: name });
    const part = parts.get(name);
    if (!part) continue;
    const into = `${quoteIdentifier(name)} (${part.columns.map(quoteIdentifier).join(", ")})`;
    await pipeline(
      createReadStream(join(folder, part.file)),
      createGunzip(),
      client.query(copyFrom(`copy ${into} from stdin`)),
    );
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from ${quoteIdentifier(name)}`,
    );
    if (rows[0]?.n !== part.rows) throw new Error(`${name} has ${rows[0]?.n} rows instead of ${part.rows}`);
  }
  for (const { name, value, called } of manifest.sequences)
    await client.query("select setval($1::regclass, $2, $3)", [quoteIdentifier(name), value, called]);
  for (const [index, statement] of rebuildStatements.entries()) {
    onProgress({ done: index, total: rebuildStatements.length, words: "indexes" });
    await client.query(statement);
  }
  for (const name of tables) await client.query(`alter table ${quoteIdentifier(name)} enable trigger user`);
  await stopAnswersDue(client);
  await queueClocks(client);
  onProgress({ done: 1, total: 1, words: "done" });
}

/**
 * Stops the answers that were due before this moment: the desk that the backup was taken from has sent them, or its clients
 * would get them years late. A backup of a version before migration 0065 has none.
 */
async function stopAnswersDue(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_known: boolean }>(
    "select to_regprocedure('stop_answers_of_backup(timestamptz)') is not null as is_known",
  );
  if (rows[0]?.is_known) await client.query("select stop_answers_of_backup(now())");
}

/**
 * Takes away what would be kept right row by row, and answers how to put it back: indexes that only help reading, and
 * references. Made anew over all rows they cost a third of the time, and references are checked all the same.
 */
async function dropIndexesAndReferences(client: ClientBase): Promise<string[]> {
  const { rows: references } = await client.query<{ drop: string; add: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`);
  const { rows: indexes } = await client.query<{ drop: string; add: string }>(`
    select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as add
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where not i.indisunique and not i.indisexclusion and c.relnamespace = 'public'::regnamespace order by c.relname`);
  await client.query("set local maintenance_work_mem = '256MB'");
  for (const { drop } of [...references, ...indexes]) await client.query(drop);
  return [...indexes, ...references].map(({ add }) => add);
}

/** Lets the clocks of open tickets be computed again: this machine may know other time zones. Before migration 0071 there are none. */
async function queueClocks(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_known: boolean }>(
    "select to_regprocedure('queue_all_sla()') is not null as is_known",
  );
  if (rows[0]?.is_known) await client.query("select queue_all_sla() where (select is_on from sla_state)");
}
