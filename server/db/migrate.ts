import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import { readErrorCode, StartError } from "#server/start/start-error.ts";

type Migration = { version: number; name: string; checksum: string; sql: string };
type Applied = { version: number; name: string; checksum: string };

const ownFolder = join(import.meta.dirname, "migrations");

/** Any number will do, as long as every instance asks for the same one. */
const lockKey = 7_269_510_427;

/**
 * Brings the database to this code's tables, one transaction per file; returns how many files were new.
 * Safe beside another starter, and after one that was killed. Refuses a database of newer code and a changed file.
 * `upTo` stops at the tables that a backup of an earlier version fits into.
 */
export async function migrate(
  pool: Pool,
  say: (words: string) => void,
  folder = ownFolder,
  upTo = Number.POSITIVE_INFINITY,
): Promise<number> {
  const migrations = readMigrations(folder);
  return withMigrationLock(pool, say, async (client) => {
    const waiting = findUnapplied(migrations, await readApplied(client)).filter(
      ({ version }) => version <= upTo,
    );
    if (waiting.length > 0) say(`Migrating the database (${joinNames(waiting)})`);
    for (const migration of waiting) await applyMigration(client, migration);
    return waiting.length;
  });
}

/** Runs what only one starter at a time may do, on a connection of its own without limits of time. */
export async function withMigrationLock<T>(
  pool: Pool,
  say: (words: string) => void,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(
      "set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0",
    );
    await takeLock(client, say);
    return await work(client);
  } finally {
    // The connection is thrown away, not returned: its settings and its lock end with it.
    client.release(true);
  }
}

/** The migrations that this code knows, in order. */
export function readMigrations(folder = ownFolder): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .toSorted();
  const found = files.map((file) => readMigration(folder, file));
  const twice = found.find((each, index) => each.version === found[index - 1]?.version);
  if (twice)
    throw new StartError(
      `Two migrations carry the number ${formatVersion(twice.version)}: give one of them the next.`,
    );
  return found;
}

function readMigration(folder: string, file: string): Migration {
  const version = /^(\d{4})_[a-z0-9_-]+\.sql$/.exec(file)?.[1];
  if (!version) throw new StartError(`The migration ${file} is not named like 0001_start.sql.`);
  // A checkout on Windows may have changed the line ends.
  const sql = readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n");
  const checksum = createHash("sha256").update(sql).digest("hex");
  return { version: Number(version), name: file.replace(/\.sql$/, ""), checksum, sql };
}

/** Tries without waiting first, so that a wait is announced. */
async function takeLock(client: PoolClient, say: (words: string) => void) {
  const tryOnce = async () => {
    const answer = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [
      lockKey,
    ]);
    return answer.rows[0]?.taken ?? false;
  };
  if (await tryOnce()) return;
  say("Waiting for another start to finish its migration");
  while (!(await tryOnce())) await pause(100);
}

async function readApplied(client: PoolClient): Promise<Applied[]> {
  await client.query(`create table if not exists schema_migrations (
    version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`);
  const answer = await client.query<Applied>(
    "select version, name, checksum from schema_migrations order by version",
  );
  return answer.rows;
}

function findUnapplied(migrations: Migration[], applied: Applied[]): Migration[] {
  const newest = migrations.at(-1)?.version ?? 0;
  for (const row of applied) {
    if (row.version > newest) throw new StartError(explainNewer(row, newest));
    const known = migrations.find((migration) => migration.version === row.version);
    if (!known)
      throw new StartError(
        `The database has the migration ${row.name}, which this Waypost lacks: restore its file.`,
      );
    if (known.checksum !== row.checksum) throw new StartError(explainChanged(known));
  }
  const last = applied.at(-1)?.version ?? 0;
  const waiting = migrations.filter((migration) => !applied.some((row) => row.version === migration.version));
  const late = waiting.find((migration) => migration.version < last);
  if (late)
    throw new StartError(
      `The migration ${late.name} comes before ${formatVersion(last)}, which already ran: give it the next number.`,
    );
  return waiting;
}

function joinNames(migrations: Migration[]): string {
  const names = [migrations[0]?.name, migrations.length > 1 ? migrations.at(-1)?.name : undefined];
  return names.filter((name) => name !== undefined).join(" to ");
}

function explainNewer(row: Applied, newest: number): string {
  return `The database was made by a newer Waypost (migration ${row.name}, this one knows up to ${formatVersion(newest)}): start that one.`;
}

function explainChanged(migration: Migration): string {
  return `The migration ${migration.name} was changed after it ran on this database: restore the file, and put the change into a new one.`;
}

async function applyMigration(client: PoolClient, migration: Migration) {
  const { version, name, checksum, sql } = migration;
  try {
    await client.query("begin");
    await client.query(sql);
    await client.query("insert into schema_migrations (version, name, checksum) values ($1, $2, $3)", [
      version,
      name,
      checksum,
    ]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw explainFailure(error, name);
  }
}

/** Leaves a full disk to the caller, who knows the disk. */
function explainFailure(error: unknown, name: string): unknown {
  if (readErrorCode(error) === "53100") return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new StartError(`The migration ${name} failed and left nothing behind (${reason}).`, {
    cause: error,
  });
}

function formatVersion(version: number): string {
  return String(version).padStart(4, "0");
}
