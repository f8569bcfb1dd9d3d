import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { createServer, Socket } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { PoolConfig } from "pg";
import { beginning, exists } from "../start/process-identity.ts";
import { StartError, wordsForSystemError } from "../start/start-error.ts";
import { type Home, makePrivateFolder } from "./embedded-home.ts";

/** How to reach a cluster: a socket in a private folder, or on Windows a port of this machine with a password. */
export type Door = { host: string; port: number; password: string | undefined };

export const databaseOwner = "waypost";

const onWindows = process.platform === "win32";

/** A socket's whole path must fit into 107 bytes (Linux) or 103 (macOS), its name takes 14. */
const longestSocketFolder = 103 - "/.s.PGSQL.5432".length;

/** Makes the cluster where there is none; a start killed half way leaves nothing that looks like one. */
export async function makeCluster(home: Home, signal?: AbortSignal) {
  const cluster = join(home.folder, "postgres");
  sweepDrafts(home.folder);
  if (fs.existsSync(join(cluster, "PG_VERSION"))) return;
  const draft = join(home.folder, `postgres.draft-${randomBytes(4).toString("hex")}`);
  makePrivateFolder(draft, home.user);
  const secret = onWindows ? writeSecret(home.folder) : null;
  try {
    await runProgram(
      home,
      "initdb",
      [...initdbOptions(draft), ...(secret ? [`--pwfile=${secret}`] : [])],
      signal,
    );
    fs.renameSync(draft, cluster);
    flushFolder(home.folder);
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

/** The folder or port through which a cluster is about to be reached. */
export async function makeDoor(home: Home): Promise<Door> {
  if (onWindows) return { host: "127.0.0.1", port: await freePort(), password: readSecret(home.folder) };
  const inside = join(home.folder, "socket");
  const fits = Buffer.byteLength(inside) <= longestSocketFolder && !/[",]/.test(inside);
  const host = fits ? inside : fs.mkdtempSync(join(tmpdir(), "waypost-socket-"));
  makePrivateFolder(host, home.user);
  return { host, port: 5432, password: undefined };
}

/** Removes a socket folder that had to be made outside of the data directory. */
export function removeDoor(door: Door) {
  const made = dirname(door.host) === tmpdir() && basename(door.host).startsWith("waypost-socket-");
  if (made) fs.rmSync(door.host, { recursive: true, force: true });
}

/** What `pg` needs to pass the door. */
export function throughDoor(door: Door, database: string): PoolConfig {
  // Said outright: a PGSSLMODE in the caller's environment is about some other server.
  return { ...door, user: databaseOwner, database, ssl: false };
}

/** A running postmaster of the cluster, as its own pid file tells; null when there is none. */
export function runningServer(cluster: string): { pid: number; door: Door; ready: boolean } | null {
  const lines = readLines(join(cluster, "postmaster.pid"));
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || !exists(pid) || !isPostmasterOf(cluster, pid)) return null;
  const host = (onWindows ? lines[5] : lines[4])?.trim() ?? "";
  const password = onWindows ? readSecret(join(cluster, "..")) : undefined;
  return { pid, door: { host, port: Number(lines[3]), password }, ready: lines[7]?.trim() === "ready" };
}

/** Ends a postmaster that outlived the process that started it: fast first, then without asking. */
export async function stopServer(cluster: string, pid: number) {
  const began = beginning(pid);
  const gone = () => !exists(pid) || beginning(pid) !== began;
  for (const [signal, seconds] of [
    ["SIGINT", 20],
    ["SIGQUIT", 5],
    ["SIGKILL", 5],
  ] as const) {
    sendSignal(pid, signal);
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(20)) {
      if (gone()) return;
    }
  }
  throw new StartError(`The database process ${pid} of ${cluster} does not end: end it, then start again.`);
}

/** Starts the postmaster and waits until it answers. Refuses with the reason that it wrote into its log. */
export async function launchServer(
  home: Home,
  door: Door,
  options: { throwaway: boolean; signal?: AbortSignal | undefined },
) {
  const cluster = join(home.folder, "postgres");
  const log = join(home.folder, "postgres.log");
  const logStart = rotateLog(log);
  const output = fs.openSync(log, "a");
  const child = spawn(program(home, "postgres"), ["-D", cluster, ...settings(door, options.throwaway)], {
    ...home.user,
    cwd: cluster,
    env: environment(home),
    stdio: ["ignore", output, output],
    // Its own group: Ctrl-C in a terminal would otherwise end the database before the app has drained.
    detached: !options.throwaway && !onWindows,
    windowsHide: true,
  });
  fs.closeSync(output);
  guard(home, child);
  const failed = new Promise<never>((_, reject) => child.once("error", reject));
  try {
    const reason = () => reasonIn(log, logStart, home.folder);
    await Promise.race([untilReady(cluster, child, reason, options.signal), failed]);
    return child;
  } catch (error) {
    if (child.pid !== undefined && child.exitCode === null) await stopServer(cluster, child.pid);
    throw error;
  }
}

/**
 * Ends the server when this process is gone without having done so itself (kill -9): a shell waits for the end of a
 * pipe that only we hold open. In a session of its own, so that a signal to our whole group does not reach it.
 */
function guard(home: Home, server: ChildProcess) {
  if (onWindows || server.pid === undefined) return;
  const watcher = spawn(
    "/bin/sh",
    ["-c", 'read -r line; kill -INT "$1"', "waypost-guard", String(server.pid)],
    {
      ...home.user,
      cwd: "/",
      stdio: ["pipe", "ignore", "ignore"],
      detached: true,
    },
  );
  // Without one the server still ends with the next start.
  watcher.on("error", () => {});
  watcher.unref();
  if (watcher.stdin instanceof Socket) watcher.stdin.unref();
  server.once("exit", () => watcher.kill("SIGKILL"));
}

function initdbOptions(draft: string): string[] {
  return [
    `--pgdata=${draft}`,
    `--username=${databaseOwner}`,
    `--auth=${onWindows ? "scram-sha-256" : "trust"}`,
    "--encoding=UTF8",
    // The same order of text on every machine, whatever its own locales are.
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    ...(process.platform === "linux" ? ["--locale=C.UTF-8"] : ["--locale=C"]),
    ...(process.platform === "darwin" ? ["--lc-ctype=en_US.UTF-8"] : []),
    "--data-checksums",
    "--no-instructions",
  ];
}

function settings(door: Door, throwaway: boolean): string[] {
  const durable = throwaway ? "off" : "on";
  const values = {
    listen_addresses: onWindows ? door.host : "",
    unix_socket_directories: onWindows ? "" : door.host,
    unix_socket_permissions: "0700",
    port: String(door.port),
    fsync: durable,
    synchronous_commit: durable,
    full_page_writes: durable,
    timezone: "UTC",
    log_timezone: "UTC",
    // Terse: the details of an error repeat the values that people wrote.
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
    jit: "off",
    cluster_name: "waypost",
  };
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

async function untilReady(cluster: string, child: ChildProcess, reason: () => string, signal?: AbortSignal) {
  while (child.exitCode === null && child.signalCode === null) {
    signal?.throwIfAborted();
    const server = runningServer(cluster);
    if (server?.ready && server.pid === child.pid) return;
    await pause(10);
  }
  throw new StartError(reason());
}

/** The last word of the log of this start. */
function reasonIn(log: string, from: number, folder: string): string {
  const text = fs.readFileSync(log, "utf8").slice(from);
  const lines = text
    .split("\n")
    .filter((line) => /\b(FATAL|PANIC|ERROR)\b|error while loading|cannot|could not/.test(line));
  const last = (lines.at(-1) ?? "").replace(/^.*?\b(?:FATAL|PANIC|ERROR):\s*/, "");
  return (
    wordsForSystemError(new Error(text), folder) ??
    `The built-in PostgreSQL did not start (${last || "it gave no reason"}): see ${log}.`
  );
}

/** The log never grows without bound; the one before is kept. Returns where this start's part begins, in characters. */
function rotateLog(log: string): number {
  if (!fs.existsSync(log)) return 0;
  const text = fs.readFileSync(log, "utf8");
  if (text.length < 5_000_000) return text.length;
  fs.renameSync(log, `${log}.1`);
  return 0;
}

async function runProgram(home: Home, name: string, parameters: string[], signal?: AbortSignal) {
  const child = spawn(program(home, name), parameters, {
    ...home.user,
    cwd: home.folder,
    env: environment(home),
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  const interrupt = () => child.kill();
  signal?.addEventListener("abort", interrupt);
  const said: string[] = [];
  child.stdout.on("data", (chunk) => said.push(String(chunk)));
  child.stderr.on("data", (chunk) => said.push(String(chunk)));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    // Close, not exit: its own children hold the pipes, and are awaited with it.
    child.once("close", resolve);
  });
  signal?.removeEventListener("abort", interrupt);
  signal?.throwIfAborted();
  if (status === 0) return;
  const text = said.join("");
  const words = wordsForSystemError(new Error(text), home.folder) ?? wordsForNamelessUser(text);
  throw new StartError(words ?? `The database could not be made in ${home.folder} (${lastLine(text)}).`);
}

/** Common in containers that run under a number of their own. */
function wordsForNamelessUser(text: string): string | null {
  const number = /could not look up effective user ID (\d+)/.exec(text)?.[1];
  if (!number) return null;
  return `The user ${number} has no name on this machine, and PostgreSQL needs one: add it to /etc/passwd, or set DATABASE_URL.`;
}

function lastLine(text: string): string {
  return (
    text
      .trim()
      .split("\n")
      .findLast((line) => /error|fatal|could not/i.test(line))
      ?.trim() ?? "no reason given"
  );
}

function program(home: Home, name: string): string {
  return join(home.programs, "bin", onWindows ? `${name}.exe` : name);
}

/** Nothing of the caller's environment changes what the database does; Windows' programs need theirs. */
function environment(home: Home): Record<string, string> | undefined {
  if (onWindows) return undefined;
  return { PATH: "/usr/bin:/bin", LC_ALL: process.platform === "linux" ? "C.UTF-8" : "C", HOME: home.folder };
}

function isPostmasterOf(cluster: string, pid: number): boolean {
  if (process.platform !== "linux") return true;
  try {
    // A killed server's number may since belong to anybody.
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(cluster);
  } catch {
    return false;
  }
}

function sendSignal(pid: number, signal: "SIGINT" | "SIGQUIT" | "SIGKILL") {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended between the look and the signal.
  }
}

function sweepDrafts(folder: string) {
  for (const name of fs.readdirSync(folder)) {
    // An initdb that outlived its killed parent may still write there; the next start sweeps again.
    if (name.startsWith("postgres.draft-"))
      fs.rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

function flushFolder(folder: string) {
  if (onWindows) return;
  const handle = fs.openSync(folder, "r");
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}

function readLines(path: string): string[] {
  try {
    return fs.readFileSync(path, "utf8").split("\n");
  } catch {
    return [];
  }
}

function writeSecret(folder: string): string {
  const path = join(folder, "postgres.secret");
  fs.writeFileSync(path, `${randomBytes(24).toString("hex")}\n`, { mode: 0o600 });
  return path;
}

function readSecret(folder: string): string {
  return fs.readFileSync(join(folder, "postgres.secret"), "utf8").trim();
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
