import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { ClientConfig } from "pg";
import { APP_ROLE, GUEST_ROLE } from "#server/db/database-roles.ts";
import { endProcess, isListening } from "../processes/child-process.ts";
import { command } from "./data-directory-and-database.ts";
import { account } from "./postgres15-server.ts";
import { freePort } from "../processes/spawn-app.ts";

const administrator = "waypost";
const console = { host: "127.0.0.1", user: administrator, database: "pgbouncer" };
const program = "/usr/sbin/pgbouncer";
export const missingPgBouncer = existsSync(program) ? null : `no PgBouncer at ${program}`;

export type Pooler = {
  host: string;
  port: number;
  mode: PoolerOptions["mode"];
  /** Opens its connections to the server anew, with what the roles have been given since. */
  reconnect(): Promise<void>;
  stop(): Promise<void>;
};

export type PoolerOptions = {
  mode: "transaction" | "session";
  /** As in pgbouncer.ini, each `name = value`; over those of the tests. */
  settings?: string[];
};

/**
 * A PgBouncer before a server of the tests, which trusts whoever comes. Two connections for each user, of which nothing is
 * reset between two clients: whatever one leaves behind meets the next.
 */
export async function startPgBouncer(
  { host, port, password }: ClientConfig,
  { mode, settings = [] }: PoolerOptions,
): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), "waypost-pooler-"));
  chmodSync(folder, 0o755);
  const listens = await freePort();
  const secret = typeof password === "string" ? password : "";
  const users = ["waypost", APP_ROLE, GUEST_ROLE].map((name) => `"${name}" "${secret}"`);
  const files = {
    users: join(folder, "users.txt"),
    ini: join(folder, "pgbouncer.ini"),
    log: join(folder, "log"),
  };
  writeFileSync(files.users, `${users.join("\n")}\n`, { mode: 0o644 });
  const ini = [
    "[databases]",
    `* = host=${host} port=${port}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${listens}`,
    "unix_socket_dir =",
    "auth_type = trust",
    `auth_file = ${files.users}`,
    `pool_mode = ${mode}`,
    "default_pool_size = 2",
    "server_reset_query =",
    "server_login_retry = 1",
    "max_client_conn = 500",
    `admin_users = ${administrator}`,
    "ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout",
    ...settings,
  ];
  writeFileSync(files.ini, `${ini.join("\n")}\n`, { mode: 0o644 });
  const log = openSync(files.log, "a");
  const child = spawn(program, [files.ini], {
    ...accountFor(host),
    cwd: folder,
    stdio: ["ignore", log, log],
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  while (child.exitCode === null && !(await isListening(listens))) await pause(20);
  if (child.exitCode !== null) throw new Error(`PgBouncer did not start: ${readFileSync(files.log, "utf8")}`);
  const end = async (signal: NodeJS.Signals) => {
    process.off("exit", kill);
    await endProcess(child, signal);
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    host: "127.0.0.1",
    port: listens,
    mode,
    reconnect: () => command({ ...console, port: listens }, "reconnect"),
    stop: () => end("SIGKILL"),
  };
}

/** It never runs as root, and a server's socket may be open to the server's own account alone. */
function accountFor(host: string | undefined): typeof account {
  if (account.uid === undefined || !host?.startsWith("/")) return account;
  const { uid, gid } = statSync(host);
  return { uid, gid };
}
