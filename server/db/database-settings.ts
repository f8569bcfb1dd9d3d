import { readHosts } from "./several-hosts.ts";
import { ConfigError } from "#server/start/setting-values.ts";

/** The value of a setting; null where it is not set. */
type Read = (name: string) => string | null;

export type DatabaseSettings = {
  /** Null: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null;
  /** The owner of the tables, where `databaseUrl` is not; migrations run as it. Null: the user of `databaseUrl` is. */
  databaseOwnerUrl: string | null;
  /** The login of external users' requests. Null: they share the connections of `databaseUrl`. */
  databaseGuestUrl: string | null;
  /** The same user's way to the server itself, past a pooler. Null: `databaseUrl` keeps what a session is given. */
  databaseListenUrl: string | null;
  /** A streaming standby of `databaseUrl` that reports are read from. Null: they are read from the primary. */
  reportsDatabaseUrl: string | null;
};

/** Reads the addresses of the database. No sentence repeats one: it may hold a password. */
export function readDatabaseSettings(read: Read): DatabaseSettings {
  const databaseUrl = readDatabaseUrl(read);
  return {
    databaseUrl,
    databaseOwnerUrl: readSecondUrl(read, "DATABASE_OWNER_URL", databaseUrl),
    databaseGuestUrl: readSecondUrl(read, "DATABASE_GUEST_URL", databaseUrl),
    databaseListenUrl: readSecondUrl(read, "DATABASE_LISTEN_URL", databaseUrl),
    reportsDatabaseUrl: readReportsDatabaseUrl(read, databaseUrl),
  };
}

function readDatabaseUrl(read: Read, name = "DATABASE_URL"): string | null {
  const value = readPostgresUrl(read, name);
  if (value !== null && readHosts(value)?.wanted === "standby")
    throw new ConfigError(`${name} leads to a server that writes: leave target_session_attrs out of it.`);
  return value;
}

function readPostgresUrl(read: Read, name: string): string | null {
  const value = read(name);
  if (value === null) return null;
  if (!/^postgres(ql)?:\/\/\S+$/.test(value))
    throw new ConfigError(`${name} must look like postgres://user:password@host:5432/database.`);
  if (readHosts(value) === null)
    throw new ConfigError(`${name} asks by target_session_attrs for a kind of server that there is not.`);
  return value;
}

/** Another user's way to the database of DATABASE_URL. */
function readSecondUrl(read: Read, name: string, databaseUrl: string | null): string | null {
  const value = readDatabaseUrl(read, name);
  if (value !== null && databaseUrl === null)
    throw new ConfigError(`${name} leads to the database of DATABASE_URL: set that as well.`);
  return value;
}

function readReportsDatabaseUrl(read: Read, databaseUrl: string | null): string | null {
  const value = readPostgresUrl(read, "REPORTS_DATABASE_URL");
  if (value === null) return null;
  if (databaseUrl === null)
    throw new ConfigError("REPORTS_DATABASE_URL is a copy of the server of DATABASE_URL: set that as well.");
  if (readHosts(value)?.wanted === "any") return value;
  if (/[?&]target_session_attrs=(standby|read-only)(&|$)/.test(value)) return value;
  if (value.includes("target_session_attrs="))
    throw new ConfigError(
      "REPORTS_DATABASE_URL leads to a standby: let its target_session_attrs say standby.",
    );
  return `${value}${value.includes("?") ? "&" : "?"}target_session_attrs=standby`;
}
