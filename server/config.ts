import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { parseSealingKey } from "#server/lib/crypto/sealing-key.ts";
import { type DatabaseSettings, readDatabaseSettings } from "#server/db/database-settings.ts";
import { type ObjectStoreSettings, readFilesIn, readFilesUrl } from "#server/start/files-settings.ts";
import { ConfigError, parseUrl } from "#server/start/setting-values.ts";
import { type MailListen, readMailFrom, readMailListen, readSmtpUrl } from "#server/start/mail-settings.ts";
import { readErrorCode } from "#server/start/start-error.ts";

/** The checked settings; no other file reads the environment. */
export type Config = DatabaseSettings & {
  port: number;
  host: string;
  /** Absolute path. */
  dataDir: string;
  /** False: no named statements and nothing set on a session, for a pooler that hands connections around by transaction. */
  preparedStatements: boolean;
  /** The object store that attachments are in, or on their way from. Null: all are in `dataDir`. */
  filesStore: ObjectStoreSettings | null;
  /** Where new attachments go. */
  filesIn: "folder" | "store";
  /** Without a slash at the end. */
  publicUrl: string;
  demo: boolean;
  /** Others than this machine can come here: production, an open address, or a public name. */
  isReachable: boolean;
  /** Null: mail is captured and shown to administrators. */
  smtpUrl: string | null;
  mailFrom: string;
  /** Where other mail servers hand in mail. Null: nowhere. */
  mailListen: MailListen | null;
  brandName: string;
  brandLogo: string | null;
  allowedOrigins: string[];
  logLevel: LogLevel;
  /** Addresses or networks whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  /** Null: there is no `/metrics`. */
  metricsKey: string | null;
  /** The key that passwords of mailboxes are sealed with. Null: a file of `dataDir`, where the database is there too. */
  secretKey: Buffer | null;
  production: boolean;
};

export type LogLevel = (typeof logLevels)[number];
export type Environment = Record<string, string | undefined>;

/** The process's environment over the `.env` file of the working directory. Refuses a file with unknown settings. */
export function readEnvironment(folder = process.cwd(), outer: Environment = process.env): Environment {
  const file = readEnvFile(resolve(folder, ".env"));
  for (const name of Object.keys(file)) {
    if (!settingNames.includes(name))
      throw new ConfigError(`.env sets ${name}, which is not a setting: ${findNearest(name)}`);
  }
  return { ...file, ...outer };
}

/** Reads every setting. Refuses with `ConfigError`: one sentence that names the setting and what it may be. */
export function readConfig(env: Environment): Config {
  refuseUnknownSettings(env);
  const production =
    oneOf(env, "NODE_ENV", ["production", "development", "test"], "development") === "production";
  const read = (name: string) => readText(env, name);
  const database = readDatabaseSettings(read);
  const demo = oneOf(env, "DEMO", ["on", "off"], database.databaseUrl || production ? "off" : "on") === "on";
  const port = readPort(env);
  const publicUrl = readPublicUrl(env, port, production);
  const host = readHost(env, demo, production);
  const filesStore = readFilesUrl(read);
  return {
    port,
    host,
    dataDir: resolve(readText(env, "DATA_DIR") ?? "data"),
    ...database,
    preparedStatements: oneOf(env, "PREPARED_STATEMENTS", ["on", "off"], "on") === "on",
    filesStore,
    filesIn: readFilesIn(read, filesStore),
    publicUrl,
    demo,
    isReachable: production || !loopback.includes(host) || !isLocal(new URL(publicUrl).hostname),
    smtpUrl: readSmtpUrl(read),
    mailFrom: readMailFrom(read, publicUrl),
    mailListen: readMailListen(read),
    brandName: readText(env, "BRAND_NAME") ?? "Waypost",
    brandLogo: readText(env, "BRAND_LOGO"),
    allowedOrigins: readOrigins(env),
    // The demo is tried in a terminal, which the log would fill; elsewhere a collector reads the log.
    logLevel: oneOf(env, "LOG_LEVEL", logLevels, demo ? "warn" : "info"),
    trustedProxies: readTrustedProxies(env),
    metricsKey: readMetricsKey(env),
    secretKey: readSecretKey(env),
    production,
  };
}

const logLevels = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;

const settingNames = [
  "PORT",
  "HOST",
  "DATA_DIR",
  "DATABASE_URL",
  "DATABASE_OWNER_URL",
  "DATABASE_GUEST_URL",
  "DATABASE_LISTEN_URL",
  "REPORTS_DATABASE_URL",
  "PREPARED_STATEMENTS",
  "FILES_URL",
  "FILES_IN",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "PUBLIC_URL",
  "DEMO",
  "SMTP_URL",
  "MAIL_FROM",
  "MAIL_LISTEN",
  "MAIL_LISTEN_CERT",
  "MAIL_LISTEN_KEY",
  "BRAND_NAME",
  "BRAND_LOGO",
  "ALLOWED_ORIGINS",
  "LOG_LEVEL",
  "TRUSTED_PROXIES",
  "METRICS_KEY",
  "SECRET_KEY",
  "NODE_ENV",
];

const loopback = ["127.0.0.1", "::1", "localhost"];

function readEnvFile(path: string): Environment {
  try {
    return parseEnv(readFileSync(path, "utf8"));
  } catch (error) {
    if (readErrorCode(error) === "ENOENT") return {};
    throw new ConfigError(`The settings in ${path} cannot be read: check that it is a readable file.`);
  }
}

/** A shell carries many names that are not ours; only one that claims to be ours can be a slip. */
function refuseUnknownSettings(env: Environment) {
  const stray = Object.keys(env).find((name) => name.startsWith("WAYPOST_"));
  if (stray) throw new ConfigError(`${stray} is not a setting: ${findNearest(stray)}`);
}

function findNearest(name: string): string {
  const bare = name.replace(/^WAYPOST_/, "");
  const same = settingNames.find((known) => known === bare.toUpperCase());
  return same ? `write ${same}.` : `the settings are ${settingNames.join(", ")}.`;
}

/** An empty value counts as not set, as in most shells' scripts. */
function readText(env: Environment, name: string): string | null {
  const value = env[name]?.trim() ?? "";
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(value)) throw new ConfigError(`${name} contains a control character.`);
  return value === "" ? null : value;
}

function oneOf<const Value extends string>(
  env: Environment,
  name: string,
  allowed: readonly Value[],
  fallback: Value,
) {
  const value = readText(env, name);
  if (value === null) return fallback;
  const found = allowed.find((each) => each === value);
  if (found === undefined)
    throw new ConfigError(`${name} is "${value}", but it may only be ${joinWords(allowed)}.`);
  return found;
}

function joinWords(words: readonly string[]): string {
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

function readPort(env: Environment): number {
  const value = readText(env, "PORT") ?? "3000";
  const port = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (port < 1 || port > 65_535)
    throw new ConfigError(`PORT is "${value}", but it must be a number from 1 to 65535.`);
  return port;
}

function readHost(env: Environment, demo: boolean, production: boolean): string {
  const host = readText(env, "HOST") ?? "127.0.0.1";
  if (!/^[\w.:%-]+$/.test(host))
    throw new ConfigError(`HOST is "${host}", but it must be an address or a host name.`);
  if (demo && production)
    throw new ConfigError("DEMO is on, but its passwords are public: it never runs in production.");
  if (demo && !loopback.includes(host)) {
    throw new ConfigError(
      `HOST is "${host}", but the demo answers only on this machine: set DEMO=off to open it.`,
    );
  }
  return host;
}

function readPublicUrl(env: Environment, port: number, production: boolean): string {
  const value = readText(env, "PUBLIC_URL") ?? `http://localhost:${port}`;
  const url = parseUrl(value);
  if (
    !url ||
    !["http:", "https:"].includes(url.protocol) ||
    url.pathname !== "/" ||
    url.search ||
    url.hash ||
    url.username
  ) {
    throw new ConfigError(
      `PUBLIC_URL is "${value}", but it must look like https://desk.example.com, without a path.`,
    );
  }
  if (production && url.protocol === "http:" && !isLocal(url.hostname)) {
    throw new ConfigError(
      `PUBLIC_URL is "${value}", but sign-in over plain http is safe on localhost only: serve it over https.`,
    );
  }
  return url.origin;
}

function isLocal(hostname: string): boolean {
  return [...loopback, "[::1]"].includes(hostname) || hostname.endsWith(".localhost");
}

function readOrigins(env: Environment): string[] {
  const values = (readText(env, "ALLOWED_ORIGINS") ?? "").split(",").map((value) => value.trim());
  return values.filter((value) => value !== "").map(readOrigin);
}

function readOrigin(value: string): string {
  const url = parseUrl(value);
  if (url && ["http:", "https:"].includes(url.protocol) && url.origin === value.replace(/\/$/, ""))
    return url.origin;
  throw new ConfigError(
    `ALLOWED_ORIGINS holds "${value}", but each must look like https://portal.example.com.`,
  );
}

function readTrustedProxies(env: Environment): string[] {
  const values = (readText(env, "TRUSTED_PROXIES") ?? "").split(",").map((value) => value.trim());
  return values.filter((value) => value !== "").map(readNetwork);
}

function readNetwork(value: string): string {
  const [address = "", bits, ...rest] = value.split("/");
  const widest = isIP(address) === 4 ? 32 : 128;
  const isNetwork =
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= widest);
  if (isIP(address) !== 0 && isNetwork && rest.length === 0) return value;
  throw new ConfigError(
    `TRUSTED_PROXIES holds "${value}", but each must be an address or a network such as 10.0.0.0/8.`,
  );
}

function readMetricsKey(env: Environment): string | null {
  const value = readText(env, "METRICS_KEY");
  // The value is never repeated: it is a secret.
  if (value !== null && !/^[\x21-\x7e]{16,200}$/.test(value))
    throw new ConfigError("METRICS_KEY must be 16 to 200 visible characters without spaces.");
  return value;
}

function readSecretKey(env: Environment): Buffer | null {
  const value = readText(env, "SECRET_KEY");
  if (value === null) return null;
  const key = parseSealingKey(value);
  // The value is never repeated: it is a secret.
  if (!key)
    throw new ConfigError(
      "SECRET_KEY must be 32 bytes in base64 or hex, as `openssl rand -hex 32` prints them.",
    );
  return key;
}
