import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, type ClientConfig } from "pg";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "../server/db/embedded.ts";
import { migrate } from "../server/db/migrate.ts";
import { command } from "../chaos/place.ts";
import { makePool } from "../server/db/open.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The run's one server; databases are made and dropped in it. */
    databaseServer: { connection: ClientConfig; template: string };
  }
}

/** Once per run: one server that forgets, one migrated database that the test files copy. */
export async function setup(project: TestProject) {
  const server = await startServer();
  const template = `waypost_template_${randomBytes(4).toString("hex")}`;
  try {
    await command(server.connection, `create database ${template}`);
    const { pool } = makePool({ ...server.connection, database: template });
    await migrate(pool, () => {});
    await pool.end();
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide("databaseServer", { connection: server.connection, template });
  return async () => {
    await command(server.connection, `drop database if exists ${template} with (force)`);
    await server.stop();
  };
}

/** A migrated, empty database for one test file; `drop` it in `afterAll`. */
export async function makeDatabase() {
  const { connection, template } = inject("databaseServer");
  const name = `waypost_test_${randomBytes(6).toString("hex")}`;
  await command(connection, `create database ${name} template ${template}`);
  const made = makePool({ ...connection, database: name });
  const drop = async () => {
    await made.pool.end();
    await command(connection, `drop database ${name} with (force)`);
  };
  return { ...made, drop };
}

/** An empty database without any table, for tests of the migrations themselves. */
export async function makeEmptyDatabase() {
  const { connection } = inject("databaseServer");
  const name = `waypost_empty_${randomBytes(6).toString("hex")}`;
  await command(connection, `create database ${name}`);
  const made = makePool({ ...connection, database: name });
  const drop = async () => {
    await made.pool.end();
    await command(connection, `drop database ${name} with (force)`);
  };
  return { ...made, drop };
}

type TestServer = { connection: ClientConfig; stop(): Promise<void> };

/** The server of TEST_DATABASE_URL where one is named, to run the suite on another version. */
async function startServer(): Promise<TestServer> {
  const url = process.env["TEST_DATABASE_URL"];
  if (url) return { connection: connectionOf(url), stop: async () => {} };
  const folder = mkdtempSync(join(tmpdir(), "waypost-test-"));
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
