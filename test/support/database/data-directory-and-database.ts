import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { Client, type PoolConfig } from "pg";
import { attachEmbedded } from "#server/db/embedded/embedded.ts";
import { freePort } from "../processes/spawn-app.ts";
import type { Settings } from "../../../chaos/scenario.ts";

/** A desk's own place: a data directory, and with a server of `url` a database in it. */
export type Place = {
  env: Record<string, string>;
  dataDir: string;
  port: number;
  address: string;
  /** How to reach its database; the embedded one only while the app runs. */
  connection(): PoolConfig;
  drop(): Promise<void>;
};

export async function makePlace(
  { folder, url, template = null }: Pick<Settings, "folder" | "url"> & Partial<Pick<Settings, "template">>,
  name: string,
): Promise<Place> {
  const dataDir = join(folder, name, "data");
  mkdirSync(join(folder, name), { recursive: true });
  chmodSync(join(folder, name), 0o711);
  const port = await freePort();
  const common = { dataDir, port, address: `http://127.0.0.1:${port}` };
  const env = { DATA_DIR: dataDir, PORT: String(port) };
  if (url === null) {
    const connection = () => {
      const found = attachEmbedded(dataDir);
      if (!found) throw new Error(`no database runs in ${dataDir}`);
      return found;
    };
    return { ...common, env, connection, drop: async () => {} };
  }
  const database = `waypost_chaos_${randomBytes(5).toString("hex")}`;
  await command(
    { connectionString: url },
    `create database ${database}${template ? ` template ${template}` : ""}`,
  );
  const own = new URL(url);
  own.pathname = `/${database}`;
  return {
    ...common,
    env: { ...env, DATABASE_URL: own.href },
    connection: () => ({ connectionString: own.href }),
    drop: () => command({ connectionString: url }, `drop database if exists ${database} with (force)`),
  };
}

export async function command(connection: PoolConfig, sql: string): Promise<void> {
  const client = new Client(connection);
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** A connection for looking, closed when the look is over. */
export async function look<T>(connection: PoolConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(connection);
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The same server, another database of it. */
export function withDatabase(base: PoolConfig, database: string): PoolConfig {
  if (base.connectionString === undefined) return { ...base, database };
  const url = new URL(base.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}
