import { Kysely, PostgresDialect } from "kysely";
import { Client, type Pool, types, type PoolConfig } from "pg";
import type { Config } from "#server/config.ts";
import { findHolder, explainHeld } from "#server/start/directory-lock.ts";
import { StartError } from "#server/start/start-error.ts";
import { APP_ROLE, GUEST_ROLE, refuseOtherRole } from "./database-roles.ts";
import { attachEmbedded, startEmbedded } from "./embedded/embedded.ts";
import { parseTimestamp } from "./parse-timestamp.ts";
import { leaveNamesOut, prepareStatements } from "./prepared-statements.ts";
import { findServerProblem, findWayProblem, explainConnectError } from "./check-database-server.ts";
import { SESSION_LIMITS } from "./session-limits.ts";
import { makeHostPool } from "./several-hosts.ts";
import { giveUpSilent } from "./silent-connections.ts";
import type { Tables } from "./tables.ts";

export type Database = Kysely<Tables>;

/** A pool and its Kysely, which log in as one role. */
export type DatabaseLogin = { pool: Pool; db: Database };

/** The logins of the app; neither login owns a table, where the server has roles for that (decision 9). */
export type AppLogins = {
  app: DatabaseLogin;
  /** For external users; null where they share the app's connections. */
  guests: DatabaseLogin | null;
  /** Connections that keep what is set on them: the app's, or past the pooler that is in between. */
  sessions: Pool;
};

/** Pool, Kysely and connection of the owner of the tables: for migrations and for commands of the shell. */
export type OpenDatabase = {
  pool: Pool;
  db: Database;
  /** For parts that need a connection of their own. */
  poolConfig: PoolConfig;
  /** The other logins' connections, for a process that is started apart; null where the owner's serves. */
  appConfig: PoolConfig | null;
  guestConfig: PoolConfig | null;
  /** Opens the logins of the app, once the database is prepared. Refuses with one sentence a login that is another role. */
  openLogins: () => Promise<AppLogins>;
  /** The folder of the embedded server's files; null where another server keeps them. */
  place: string | null;
  /** Closes the pool, and ends the embedded server when this process started it. */
  stop(): Promise<void>;
};

export type OpenOptions = {
  signal?: AbortSignal;
  /** Work beside a running Waypost on the same data directory instead of refusing. */
  attach?: boolean;
  /** Called once when the embedded server ended and could not be brought back. */
  onLost?: (reason: string) => void;
  /** Called for each statement, without its values, that took longer than `SLOW_MS`. */
  onSlow?: OnSlow;
};

export type OnSlow = (statement: string, milliseconds: number) => void;

const SLOW_MS = 500;
/** Connections past a pooler: for an import and nightly work; who listens, and who reads mailboxes, has one besides. */
const SESSIONS = 3;

type Owned = { poolConfig: PoolConfig; place: string | null; stop(): Promise<void> };
type Server = Owned & {
  appConfig: PoolConfig | null;
  guestConfig: PoolConfig | null;
  sessionConfig: PoolConfig | null;
};
type Wanted = Pick<Config, "databaseUrl" | "dataDir"> &
  Partial<Pick<Config, "preparedStatements" | "databaseOwnerUrl" | "databaseGuestUrl" | "databaseListenUrl">>;

// Counts and sums arrive as numbers, and a day stays the text it is: a Date would move it by the time zone.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.NUMERIC, Number);
types.setTypeParser(types.builtins.DATE, (day) => day);
types.setTypeParser(types.builtins.TIMESTAMPTZ, parseTimestamp);

/** Opens the database that the settings name. Refuses with one sentence where it cannot be used. */
export async function openDatabase(
  config: Wanted,
  say: (words: string) => void,
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  const server = config.databaseUrl
    ? await findServer({ ...config, databaseUrl: config.databaseUrl }, say)
    : await startEmbeddedServer(config.dataDir, say, options);
  const { appConfig, guestConfig, sessionConfig, place } = server;
  const { onSlow } = options;
  const opened: Pool[] = [];
  const open = (connection: PoolConfig, isPreparing = config.preparedStatements) => {
    const made = makePool(connection, { onSlow, isPreparing });
    opened.push(made.pool);
    return made;
  };
  // The owner's commands set limits, take locks and make temporary tables: their way keeps a session.
  const { pool, db, poolConfig } = open(
    server.poolConfig,
    appConfig === null ? config.preparedStatements : true,
  );
  const openLogins = async () => {
    // One user alone owns the tables, also where its ways part at a pooler.
    if (appConfig && (config.databaseOwnerUrl || !config.databaseUrl))
      await refuseOtherRole(appConfig, "DATABASE_URL", APP_ROLE);
    if (guestConfig) await refuseOtherRole(guestConfig, "DATABASE_GUEST_URL", GUEST_ROLE);
    const app = appConfig ? open(appConfig) : { pool, db };
    const sessions = sessionConfig ? open({ ...sessionConfig, max: SESSIONS }, true).pool : app.pool;
    return { app, guests: guestConfig && open(guestConfig), sessions };
  };
  const stop = async () => {
    await Promise.all(opened.map(endPool));
    await server.stop();
  };
  return { pool, db, poolConfig, appConfig, guestConfig, openLogins, place, stop };
}

/** A pool and its Kysely with the limits that every connection of the app has; `silence` is that of `giveUpSilent`. */
export function makePool(
  connection: PoolConfig,
  { onSlow, isPreparing = true, silence }: { onSlow?: OnSlow; isPreparing?: boolean; silence?: number } = {},
) {
  const poolConfig: PoolConfig = {
    application_name: "waypost",
    max: 10,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Poolers that hand out connections by transaction refuse them; there they are the role's.
    ...(isPreparing ? SESSION_LIMITS : {}),
    ...connection,
  };
  const pool = makeHostPool(poolConfig);
  // A connection that breaks, idle or at work, is dropped and replaced by the pool; its user gets
  // the error from its query. Unheard, the event would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  giveUpSilent(pool, silence);
  if (!isPreparing) pool.on("connect", leaveNamesOut);
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: isPreparing ? prepareStatements(pool) : pool }),
    log: ({ query, queryDurationMillis }) => {
      if (queryDurationMillis > SLOW_MS)
        onSlow?.(shortenStatement(query.sql), Math.round(queryDurationMillis));
    },
  });
  return { pool, db, poolConfig };
}

/** Keeps the beginning, which tells what a statement does; one that inserts a thousand rows has a place for every value. */
function shortenStatement(statement: string): string {
  const most = 2000;
  return statement.length > most ? `${statement.slice(0, most)}...` : statement;
}

const toPool = (url: string | null | undefined) => (url ? { connectionString: url } : null);

/** Migrations and commands go the owner's way; without one, the one past the pooler. */
async function findServer(
  config: Wanted & { databaseUrl: string },
  say: (words: string) => void,
): Promise<Server> {
  say("Reaching the database of DATABASE_URL");
  const { databaseUrl, databaseOwnerUrl, databaseGuestUrl, databaseListenUrl, preparedStatements } = config;
  const app = { connectionString: databaseUrl };
  const sessionConfig = toPool(databaseListenUrl);
  const poolConfig = toPool(databaseOwnerUrl) ?? sessionConfig ?? app;
  const setting = databaseOwnerUrl
    ? "DATABASE_OWNER_URL"
    : sessionConfig
      ? "DATABASE_LISTEN_URL"
      : "DATABASE_URL";
  const refusal =
    (await findServerProblem(poolConfig, setting)) ??
    (await findWayProblem({
      app,
      sessions: sessionConfig,
      owner: toPool(databaseOwnerUrl),
      preparedStatements,
    }));
  if (refusal) throw new StartError(refusal);
  return {
    poolConfig,
    appConfig: poolConfig === app ? null : app,
    guestConfig: toPool(databaseGuestUrl),
    sessionConfig,
    place: null,
    stop: async () => {},
  };
}

async function startEmbeddedServer(
  dataDir: string,
  say: (words: string) => void,
  options: OpenOptions,
): Promise<Server> {
  const running = options.attach ? await attachRunningServer(dataDir) : null;
  const server =
    running ?? (await startEmbedded({ dataDir, say, signal: options.signal, onLost: options.onLost }));
  return {
    ...server,
    appConfig: { ...server.poolConfig, user: APP_ROLE },
    guestConfig: { ...server.poolConfig, user: GUEST_ROLE },
    sessionConfig: null,
  };
}

/** The server of a running Waypost; one that holds the directory and is not ready yet is refused in words. */
async function attachRunningServer(dataDir: string): Promise<Owned | null> {
  const holder = findHolder(dataDir);
  if (holder === null) return null;
  const poolConfig = attachEmbedded(dataDir);
  if (poolConfig === null) throw new StartError(explainHeld(dataDir, holder.pid));
  const client = new Client(poolConfig);
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(explainConnectError(error, poolConfig));
  } finally {
    await client.end().catch(() => {});
  }
  return { poolConfig, place: null, stop: async () => {} };
}

/** A query that never ends must not keep the process: the server's own end cuts it off. */
async function endPool(pool: Pool) {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, 3000);
  });
  await Promise.race([pool.ended ? undefined : pool.end(), limit]);
  clearTimeout(timer);
}
