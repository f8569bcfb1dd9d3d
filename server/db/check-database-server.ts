import { Client, type PoolConfig } from "pg";
import { readErrorCode } from "#server/start/start-error.ts";

const oldestVersion = 15;

/** Finds one sentence why this server cannot be used, or null. The address is named, a password never. */
export async function findServerProblem(
  connection: PoolConfig,
  setting = "DATABASE_URL",
): Promise<string | null> {
  let client: Client;
  try {
    client = new Client({
      ...connection,
      connectionTimeoutMillis: 10_000,
      application_name: "waypost start",
    });
  } catch {
    return `${setting} cannot be understood: it must look like postgres://user:password@host:5432/database.`;
  }
  client.on("error", () => {});
  try {
    await client.connect();
    return await findVersionProblem(client);
  } catch (error) {
    return explainConnectError(error, client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Explains why a connection failed, for the person who set it up. */
export function explainConnectError(
  error: unknown,
  to: { host?: string; port?: number; database?: string; user?: string },
) {
  const address = `${to.host ?? "localhost"}:${to.port ?? 5432}`;
  const code = readErrorCode(error) ?? "";
  if (["28P01", "28000"].includes(code))
    return `The database at ${address} refuses the user ${to.user} of DATABASE_URL.`;
  if (code === "3D000")
    return `There is no database "${to.database}" at ${address}: create it, or correct DATABASE_URL.`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return `DATABASE_URL names the host ${to.host}, which cannot be found.`;
  if (code === "53300")
    return `The database at ${address} accepts no more connections: raise its max_connections.`;
  if (code === "57P03") return `The database at ${address} is starting or stopping: try again in a moment.`;
  return `The database at ${address} cannot be reached (${describeError(error)}): check DATABASE_URL and that it runs.`;
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
