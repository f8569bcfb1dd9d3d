import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Client, type ClientConfig } from "pg";
import { command, look } from "./data-directory-and-database.ts";
import { findQuickFolder } from "../quick-folder.ts";
import { startEmbedded } from "#server/db/embedded/embedded.ts";
import { makeRoles } from "#server/db/database-roles.ts";
import { prepareDatabase } from "#server/lib/db/prepare-database.ts";
import { makePool } from "#server/db/open-database.ts";

/** A server in which databases are made and dropped, and one migrated database that the test files copy. */
export type DatabaseServer = { connection: ClientConfig; template: string };

/** The environment variable with the server that several runs share. */
export const SHARED_SERVER = "TEST_DATABASE_SHARED";

/** A server that forgets, with its template; the one of TEST_DATABASE_URL where that is named, to run the suite on another version. */
export async function startDatabaseServer(): Promise<DatabaseServer & { stop(): Promise<void> }> {
  const server = await startServer();
  const template = `waypost_template_${randomBytes(4).toString("hex")}`;
  try {
    await command(server.connection, `create database ${template}`);
    const { pool } = makePool({ ...server.connection, database: template });
    await prepareDatabase(pool, () => {});
    await pool.end();
  } catch (error) {
    await server.stop();
    throw error;
  }
  const stop = async () => {
    await command(server.connection, `drop database if exists ${template} with (force)`);
    await server.stop();
  };
  return { connection: server.connection, template, stop };
}

type TestServer = { connection: ClientConfig; stop(): Promise<void> };

async function startServer(): Promise<TestServer> {
  const url = process.env["TEST_DATABASE_URL"];
  if (url) {
    const connection = connectionOf(url);
    await look(connection, (client) => makeRoles(client, client.password || undefined));
    return { connection, stop: async () => {} };
  }
  const folder = mkdtempSync(join(findQuickFolder(), "waypost-test-"));
  // As root the server runs under another account, which must get through.
  chmodSync(folder, 0o711);
  const embedded = await startEmbedded({ dataDir: join(folder, "data"), say: () => {}, throwaway: true });
  const stop = async () => {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { connection: { ...embedded.poolConfig, database: "postgres" }, stop };
}

/** Spelled out, since a connection string would win over the database that each test names. */
function connectionOf(url: string): ClientConfig {
  const { host, port, user, password, database } = new Client({ connectionString: url });
  return { host, port, user, password, database };
}
