import { randomBytes } from "node:crypto";
import { Client, type PoolConfig } from "pg";
import { readErrorCode } from "#server/start/start-error.ts";
import { SESSION_LIMITS } from "./session-limits.ts";
import { openClient, readHosts } from "./several-hosts.ts";

const oldestVersion = 15;

/** Finds one sentence why this server cannot be used, or null. The address is named, a password never. */
export async function findServerProblem(
  connection: PoolConfig,
  setting = "DATABASE_URL",
): Promise<string | null> {
  return tryOut(connection, setting, findVersionProblem);
}

/** What a check of a connection is worth: its sentence, or the one that says why there was none. */
async function tryOut(
  connection: PoolConfig,
  setting: string,
  check: (client: Client) => Promise<string | null>,
): Promise<string | null> {
  let address: Client;
  try {
    address = new Client({
      ...connection,
      connectionString: readHosts(connection.connectionString ?? "")?.urls[0] ?? connection.connectionString,
    });
  } catch {
    return `${setting} cannot be understood: it must look like postgres://user:password@host:5432/database.`;
  }
  let client: Client | null = null;
  try {
    client = await openClient({
      ...connection,
      connectionTimeoutMillis: 10_000,
      application_name: "waypost start",
    });
    return await check(client);
  } catch (error) {
    return explainConnectError(error, address, setting);
  } finally {
    await client?.end().catch(() => {});
  }
}

type Ways = {
  app: PoolConfig;
  /** Past a pooler, or null. */
  sessions: PoolConfig | null;
  /** Null where the owner has no way of its own. */
  owner: PoolConfig | null;
  preparedStatements?: boolean | undefined;
};

/**
 * Finds one sentence why what a session is given would be lost on these ways, or null. A pooler that hands out connections by
 * transaction gives itself away by what never arrives: an announcement.
 */
export async function findWayProblem({
  app,
  sessions,
  owner,
  preparedStatements = true,
}: Ways): Promise<string | null> {
  const asApp = preparedStatements ? { ...SESSION_LIMITS, ...app } : app;
  return tryOut(asApp, "DATABASE_URL", async (speaker) => {
    if (!sessions || preparedStatements) {
      const problem = await tryOut(app, "DATABASE_URL", (listener) =>
        findDeaf(listener, speaker, THROUGH_POOLER),
      );
      if (problem) return problem;
    }
    if (owner) {
      const problem = await tryOut(owner, "DATABASE_OWNER_URL", (listener) =>
        tryOut(owner, "DATABASE_OWNER_URL", (other) => findDeaf(listener, other, OWNER_THROUGH_POOLER)),
      );
      if (problem) return problem;
    }
    if (!sessions) return null;
    return tryOut(sessions, "DATABASE_LISTEN_URL", async (listener) => {
      if ((await readUser(listener)) !== (await readUser(speaker)))
        return "The user of DATABASE_LISTEN_URL must be that of DATABASE_URL.";
      return findDeaf(listener, speaker, DEAF);
    });
  });
}

/** Explains why a connection failed, for the person who set it up. */
export function explainConnectError(
  error: unknown,
  to: { host?: string; port?: number; database?: string; user?: string },
  setting = "DATABASE_URL",
) {
  const address = `${to.host ?? "localhost"}:${to.port ?? 5432}`;
  const code = readErrorCode(error) ?? "";
  if (["28P01", "28000"].includes(code))
    return `The database at ${address} refuses the user ${to.user} of ${setting}.`;
  if (code === "3D000")
    return `There is no database "${to.database}" at ${address}: create it, or correct ${setting}.`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return `${setting} names the host ${to.host}, which cannot be found.`;
  if (code === "53300")
    return `The database at ${address} accepts no more connections: raise its max_connections.`;
  if (code === "57P03") return `The database at ${address} is starting or stopping: try again in a moment.`;
  if (error instanceof Error && /unsupported startup parameter/.test(error.message))
    return `The pooler at ${address} refuses the limits of a session: let it ignore ${Object.keys(SESSION_LIMITS).join(", ")} at the start, or set PREPARED_STATEMENTS=off.`;
  if (code === READ_ONLY) return `${setting} leads to no server that writes: name the primary.`;
  return `The database at ${address} cannot be reached (${describeError(error)}): check ${setting} and that it runs.`;
}

const READ_ONLY = "25006";
const THROUGH_POOLER =
  "DATABASE_URL leads through a pooler that hands out connections by transaction: set PREPARED_STATEMENTS=off, and DATABASE_LISTEN_URL to the server itself.";
const OWNER_THROUGH_POOLER =
  "DATABASE_OWNER_URL leads through a pooler that hands out connections by transaction: let it name the server itself.";
const DEAF =
  "What DATABASE_URL announces does not arrive at DATABASE_LISTEN_URL: it must lead to the same database, past a pooler that hands out connections by transaction.";

/** Milliseconds in which an announcement has to arrive. */
const HEARING = 3000;

async function findDeaf(listener: Client, speaker: Client, words: string): Promise<string | null> {
  const channel = `waypost_${randomBytes(8).toString("hex")}`;
  let impatient: NodeJS.Timeout | undefined;
  const heard = new Promise<boolean>((resolve) => {
    listener.once("notification", () => resolve(true));
    impatient = setTimeout(() => resolve(false), HEARING);
  });
  try {
    await listener.query(`listen ${channel}`);
    await speaker.query("select pg_notify($1, '')", [channel]);
    return (await heard) ? null : words;
  } finally {
    clearTimeout(impatient);
  }
}

async function readUser(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ user: string }>("select session_user as user");
  return rows[0]?.user;
}

async function findVersionProblem(client: Client): Promise<string | null> {
  const answer = await client.query<{
    version: string;
    encoding: string;
    standby: boolean;
    may_create: boolean;
  }>(
    `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as standby, has_database_privilege(current_database(), 'create') as may_create`,
  );
  const found = answer.rows[0];
  if (!found) return "The database of DATABASE_URL answers nothing: check that it is a PostgreSQL server.";
  if (Number.parseInt(found.version, 10) < oldestVersion) {
    return `The database is PostgreSQL ${found.version.split(" ")[0]}, but Waypost needs ${oldestVersion} or newer.`;
  }
  if (found.standby) return "The database of DATABASE_URL is a read-only standby: name the primary.";
  if (found.encoding !== "UTF8")
    return `The database's encoding is ${found.encoding}, but Waypost needs UTF8.`;
  if (!found.may_create)
    return "The user who owns the tables may not create any in its database: grant it CREATE.";
  return null;
}

function describeError(error: unknown): string {
  // Several addresses tried in turn: the last one's reason stands for all.
  if (error instanceof AggregateError) return describeError(error.errors.at(-1));
  if (readErrorCode(error) === "ECONNREFUSED") return "the connection is refused";
  if (readErrorCode(error) === "ENOENT") return "its socket does not exist";
  const message = error instanceof Error ? error.message : "it gave no reason";
  return /timeout/i.test(message) ? "it did not answer within 10 seconds" : message.replace(/\.$/, "");
}
