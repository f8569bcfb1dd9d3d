import { randomBytes } from "node:crypto";
import type { ClientConfig } from "pg";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { command } from "./data-directory-and-database.ts";
import { APP_ROLE, GUEST_ROLE } from "#server/db/database-roles.ts";
import { makePool } from "#server/db/open-database.ts";
import type { Pooler } from "./pgbouncer.ts";
import { type DatabaseServer, SHARED_SERVER, startDatabaseServer } from "./database-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The run's one server; databases are made and dropped in it. */
    databaseServer: DatabaseServer;
  }
}

let started: ReturnType<typeof startDatabaseServer> | undefined;

/** Once per run, for all projects: one server that forgets, one migrated database that the test files copy. */
export async function setup(project: TestProject) {
  const shared = process.env[SHARED_SERVER];
  if (shared) return project.provide("databaseServer", JSON.parse(shared));
  const isFirst = started === undefined;
  const server = await (started ??= startDatabaseServer());
  project.provide("databaseServer", { connection: server.connection, template: server.template });
  if (isFirst) return () => server.stop();
}

let pooler: Pooler | undefined;

/** From now on the app's roles reach each database through this pooler: for a file with a process of its own. */
export function goThrough(between: Pooler): void {
  pooler = between;
}

export const isThroughPooler = (): boolean => pooler !== undefined;

/**
 * A migrated, empty database for one test file, opened as its owner, and as the roles that the app works in, with the settings
 * that this way to it needs; `drop` it in `afterAll`.
 */
export async function makeDatabase() {
  const { connection, template } = inject("databaseServer");
  const name = `waypost_test_${randomBytes(6).toString("hex")}`;
  await command(connection, `create database ${name} template ${template}`);
  // What a copy of a database does not take over (server/lib/db/prepare-database.ts).
  await command(connection, `revoke temporary on database ${name} from public`);
  const made = makePool({ ...connection, database: name });
  const { way, settings, isPreparing } = findWay(connection);
  const app = makePool({ ...way, database: name, user: APP_ROLE }, { isPreparing });
  const guests = makePool({ ...way, database: name, user: GUEST_ROLE }, { isPreparing });
  const past = pooler && makePool({ ...connection, database: name, user: APP_ROLE });
  const drop = async () => {
    await Promise.all([made, app, guests, past].map(async (each) => each?.pool.end()));
    await command(connection, `drop database ${name} with (force)`);
  };
  return { ...made, logins: { app, guests, sessions: past?.pool ?? app.pool }, settings, drop };
}

function findWay(connection: ClientConfig) {
  const isPreparing = pooler?.mode !== "transaction";
  const settings: Record<string, string> = isPreparing ? {} : { PREPARED_STATEMENTS: "off" };
  const way = pooler ? { ...connection, host: pooler.host, port: pooler.port } : connection;
  return { way, settings, isPreparing };
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
