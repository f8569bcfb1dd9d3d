/*
 * The PostgreSQL that comes with Waypost: a real server, spawned by us, one per data directory, reached through
 * a private socket. The holder of the data directory's lock owns the server. When its owner is killed the server
 * ends soon after, and the next owner does not rely on that: it ends what still runs there and starts anew, so the
 * server is always a child whose end is noticed; when it ends unasked it is started again in the same place, and
 * pools reconnect by themselves.
 */
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client, type PoolConfig } from "pg";
import { findHolder, lockDirectory } from "#server/start/directory-lock.ts";
import { StartError, explainSystemError } from "#server/start/start-error.ts";
import { makeRoles } from "../database-roles.ts";
import { initCluster } from "./init-cluster.ts";
import { type DatabaseAddress, prepareAddress, removeSocketFolder, toPoolConfig } from "./connection.ts";
import { findClusterFolder, findEmbeddedPaths, type EmbeddedPaths, makeDataDirectory } from "./paths.ts";
import { launchServer, findRunningServer, stopServer } from "./postmaster.ts";

export type EmbeddedOptions = {
  dataDir: string;
  say: (words: string) => void;
  /** For tests: no waiting for the disk, and the server stays in the caller's process group. */
  throwaway?: boolean;
  signal?: AbortSignal | undefined;
  /** Called once when the server ended and could not be brought back. */
  onLost?: (reason: string) => void;
};

export type Embedded = {
  poolConfig: PoolConfig;
  /** The folder that holds the database's files; the data directory, unless its user cannot reach that. */
  place: string;
  stop(): Promise<void>;
};

const databaseName = "waypost";

/** Starts the server of a data directory. Refuses at once when another process holds it, naming that process. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, say, signal } = options;
  const release = lockDataDirectory(dataDir);
  try {
    const paths = findEmbeddedPaths(dataDir, say);
    const cluster = join(paths.folder, "postgres");
    await endOrphan(cluster, say);
    if (readVersion(cluster) === null) say("Making the database");
    await initCluster(paths, signal);
    refuseOtherVersion(cluster, paths);
    say("Starting PostgreSQL");
    return await superviseServer(options, paths, await prepareAddress(paths), release);
  } catch (error) {
    release();
    throw explainError(error, dataDir);
  }
}

/** The connection to the server that a running Waypost keeps on the data directory; null when none does. */
export function attachEmbedded(dataDir: string): PoolConfig | null {
  if (findHolder(dataDir) === null) return null;
  const server = findRunningServer(findClusterFolder(dataDir));
  return server?.ready ? toPoolConfig(server.address, databaseName) : null;
}

function lockDataDirectory(dataDir: string): () => void {
  try {
    makeDataDirectory(dataDir);
    return lockDirectory(dataDir);
  } catch (error) {
    throw explainError(error, dataDir);
  }
}

function explainError(error: unknown, dataDir: string): unknown {
  const words = error instanceof StartError ? null : explainSystemError(error, dataDir);
  return words ? new StartError(words) : error;
}

async function endOrphan(cluster: string, say: (words: string) => void) {
  const orphan = findRunningServer(cluster);
  if (!orphan) return;
  say("Ending the database of a start that was killed");
  await stopServer(cluster, orphan.pid);
  removeSocketFolder(orphan.address);
}

function readVersion(cluster: string): string | null {
  try {
    return readFileSync(join(cluster, "PG_VERSION"), "utf8").trim();
  } catch {
    return null;
  }
}

function refuseOtherVersion(cluster: string, paths: EmbeddedPaths) {
  const made = readVersion(cluster);
  if (made === "18") return;
  throw new StartError(
    `The database in ${paths.folder} was made by PostgreSQL ${made}, and this Waypost brings 18: restore a backup into an empty DATA_DIR.`,
  );
}

/** Launches, watches and brings back the server. */
async function superviseServer(
  options: EmbeddedOptions,
  paths: EmbeddedPaths,
  address: DatabaseAddress,
  release: () => void,
): Promise<Embedded> {
  const cluster = join(paths.folder, "postgres");
  const launch = () =>
    launchServer(paths, address, { throwaway: options.throwaway ?? false, signal: options.signal });
  let child = await launch().catch(async (error: unknown) => {
    await endOrphan(cluster, () => {});
    removeSocketFolder(address);
    throw error;
  });
  let stopping = false;
  const watch = (watched: ChildProcess) => {
    watched.once("exit", () => {
      if (!stopping) void bringBack();
    });
  };
  const bringBack = async () => {
    const launched = await relaunch(launch, () => stopping);
    if (launched instanceof Error) return options.onLost?.(launched.message);
    if (!launched) return;
    child = launched;
    watch(child);
  };
  watch(child);
  const stop = async () => {
    stopping = true;
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      await stopServer(cluster, child.pid);
    // A relaunch may have been under way.
    await endOrphan(cluster, () => {});
    removeSocketFolder(address);
    release();
  };
  const poolConfig = toPoolConfig(address, databaseName);
  await createDatabase(address).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { poolConfig, place: paths.folder, stop };
}

/** Tries for about half a minute: leftover backends of a killed server keep the directory busy for a moment. */
async function relaunch(launch: () => Promise<ChildProcess>, stopped: () => boolean) {
  let last = new Error("it was not tried");
  for (const wait of [0, 50, 100, 200, 400, 800, 1600, 3200, 6400, 12_800]) {
    await pause(wait);
    if (stopped()) return null;
    try {
      return await launch();
    } catch (error) {
      last = error instanceof Error ? error : new Error(String(error));
    }
  }
  return last;
}

async function createDatabase(address: DatabaseAddress) {
  const client = new Client({ ...toPoolConfig(address, "postgres"), application_name: "waypost start" });
  client.on("error", () => {});
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [databaseName]);
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`);
    // An earlier version worked as the owner, so a database that is there may lack the roles.
    await makeRoles(client, address.password);
  } finally {
    await client.end();
  }
}
