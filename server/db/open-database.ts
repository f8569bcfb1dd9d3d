import { Kysely, PostgresDialect } from "kysely";
import { Client, Pool, types, type PoolConfig } from "pg";
import type { Config } from "#server/config.ts";
import { findHolder, explainHeld } from "#server/start/directory-lock.ts";
import { StartError } from "#server/start/start-error.ts";
import { APP_ROLE, GUEST_ROLE, refuseOtherRole } from "./database-roles.ts";
import { attachEmbedded, startEmbedded } from "./embedded/embedded.ts";
import { parseTimestamp } from "./parse-timestamp.ts";
import { prepareStatements } from "./prepared-statements.ts";
import { findServerProblem, explainConnectError } from "./check-database-server.ts";
import type { Tables } from "./tables.ts";

export type Database = Kysely<Tables>;

/** A pool and its Kysely, which log in as one role. */
export type DatabaseLogin = { pool: Pool; db: Database };

/** The logins of the app; neither login owns a table, where the server has roles for that (decision 9). */
export type AppLogins = {
  app: DatabaseLogin;
  /** For external users; null where they share the app's connections. */
  guests: DatabaseLogin | null;
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

type Owned = { poolConfig: PoolConfig; place: string | null; stop(): Promise<void> };
type Server = Owned & { appConfig: PoolConfig | null; guestConfig: PoolConfig | null };
type Wanted = Pick<Config, "databaseUrl" | "dataDir"> &
  Partial<Pick<Config, "preparedStatements" | "databaseOwnerUrl" | "databaseGuestUrl">>;

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
  const { appConfig, guestConfig, place } = server;
  const settings = { onSlow: options.onSlow, isPreparing: config.preparedStatements };
  const opened: Pool[] = [];
  const open = (connection: PoolConfig) => {
    const made = makePool(connection, settings);
    opened.push(made.pool);
    return made;
  };
  const { pool, db, poolConfig } = open(server.poolConfig);
  const openLogins = async () => {
    if (appConfig) await refuseOtherRole(appConfig, "DATABASE_URL", APP_ROLE);
    if (guestConfig) await refuseOtherRole(guestConfig, "DATABASE_GUEST_URL", GUEST_ROLE);
    return { app: appConfig ? open(appConfig) : { pool, db }, guests: guestConfig && open(guestConfig) };
  };
  const stop = async () => {
    await Promise.all(opened.map(endPool));
    await server.stop();
  };
  return { pool, db, poolConfig, appConfig, guestConfig, openLogins, place, stop };
}

/** A pool and its Kysely with the limits that every connection of the app has. */
export function makePool(
  connection: PoolConfig,
  { onSlow, isPreparing = true }: { onSlow?: OnSlow; isPreparing?: boolean } = {},
) {
  const poolConfig: PoolConfig = {
    application_name: "waypost",
    max: 10,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // A request that takes longer has lost its reader, and must not hold rows that others wait for.
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    ...connection,
  };
  const pool = new Pool(poolConfig);
  // A connection that breaks, idle or at work, is dropped and replaced by the pool; its user gets
  // the error from its query. Unheard, the event would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
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

async function findServer(
  { databaseUrl, databaseOwnerUrl, databaseGuestUrl }: Wanted & { databaseUrl: string },
  say: (words: string) => void,
): Promise<Server> {
  say("Reaching the database of DATABASE_URL");
  const poolConfig = { connectionString: databaseOwnerUrl ?? databaseUrl };
  const refusal = await findServerProblem(
    poolConfig,
    databaseOwnerUrl ? "DATABASE_OWNER_URL" : "DATABASE_URL",
  );
  if (refusal) throw new StartError(refusal);
  return {
    poolConfig,
    appConfig: databaseOwnerUrl ? { connectionString: databaseUrl } : null,
    guestConfig: databaseGuestUrl ? { connectionString: databaseGuestUrl } : null,
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
