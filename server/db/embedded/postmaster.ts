import { type ChildProcess, spawn } from "node:child_process";
import * as fs from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readStartTime, isAlive, isNumberTaken } from "#server/start/pid-and-start-time.ts";
import { StartError, explainSystemError } from "#server/start/start-error.ts";
import { type DatabaseAddress, readSecret } from "./connection.ts";
import type { EmbeddedPaths } from "./paths.ts";
import { programEnvironment, onWindows, programPath } from "./postgres-programs.ts";

/** A running postmaster of the cluster, as its own pid file tells; null when there is none. */
export function findRunningServer(
  cluster: string,
): { pid: number; address: DatabaseAddress; ready: boolean } | null {
  const lines = readLines(join(cluster, "postmaster.pid"));
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || !isAlive(pid) || !isPostmasterOf(cluster, pid)) return null;
  const host = (onWindows ? lines[5] : lines[4])?.trim() ?? "";
  const password = onWindows ? readSecret(join(cluster, "..")) : undefined;
  return { pid, address: { host, port: Number(lines[3]), password }, ready: lines[7]?.trim() === "ready" };
}

/** Ends a postmaster that outlived the process that started it: fast first, then without asking. */
export async function stopServer(cluster: string, pid: number) {
  const began = readStartTime(pid);
  const gone = () => !isAlive(pid) || readStartTime(pid) !== began;
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
  paths: EmbeddedPaths,
  address: DatabaseAddress,
  options: { throwaway: boolean; signal?: AbortSignal | undefined },
) {
  const cluster = join(paths.folder, "postgres");
  replaceReusedPid(cluster, join(cluster, "postmaster.pid"));
  if (!onWindows) replaceReusedPid(cluster, join(address.host, `.s.PGSQL.${address.port}.lock`));
  const log = join(paths.folder, "postgres.log");
  const logStart = rotateLog(log);
  const output = fs.openSync(log, "a");
  const child = spawn(
    programPath(paths, "postgres"),
    ["-D", cluster, ...listSettings(address, options.throwaway)],
    {
      ...paths.user,
      cwd: cluster,
      env: programEnvironment(paths),
      stdio: ["ignore", output, output],
      // Its own group: Ctrl-C in a terminal would otherwise end the database before the app has drained.
      detached: !options.throwaway && !onWindows,
      windowsHide: true,
    },
  );
  fs.closeSync(output);
  endServerWithParent(paths, child);
  const failed = new Promise<never>((_, reject) => child.once("error", reject));
  try {
    const reason = () => findReason(log, logStart, paths.folder);
    await Promise.race([waitUntilReady(cluster, child, reason, options.signal), failed]);
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
function endServerWithParent(paths: EmbeddedPaths, server: ChildProcess) {
  if (onWindows || server.pid === undefined) return;
  const watcher = spawn(
    "/bin/sh",
    ["-c", 'read -r line; kill -INT "$1"', "waypost-guard", String(server.pid)],
    {
      ...paths.user,
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

function listSettings(address: DatabaseAddress, throwaway: boolean): string[] {
  const durable = throwaway ? "off" : "on";
  const values = {
    listen_addresses: onWindows ? address.host : "",
    unix_socket_directories: onWindows ? "" : address.host,
    unix_socket_permissions: "0700",
    port: String(address.port),
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

async function waitUntilReady(
  cluster: string,
  child: ChildProcess,
  reason: () => string,
  signal?: AbortSignal,
) {
  while (child.exitCode === null && child.signalCode === null) {
    signal?.throwIfAborted();
    const server = findRunningServer(cluster);
    if (server?.ready && server.pid === child.pid) return;
    await pause(10);
  }
  throw new StartError(reason());
}

/** Finds the last error in the log of this start. */
function findReason(log: string, from: number, folder: string): string {
  const text = fs.readFileSync(log, "utf8").slice(from);
  const lines = text
    .split("\n")
    .filter((line) => /\b(FATAL|PANIC|ERROR)\b|error while loading|cannot|could not/.test(line));
  const last = (lines.at(-1) ?? "").replace(/^.*?\b(?:FATAL|PANIC|ERROR):\s*/, "");
  return (
    explainSystemError(new Error(text), folder) ??
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

/** Above every number that Linux gives to a process. */
const UNUSED_PID = 2 ** 22 + 1;

/**
 * After a power cut the pid file, and the lock beside the socket, name a process of the time before. Where its number
 * belongs to somebody else by now, PostgreSQL would take that one for a running server and refuse. The file itself
 * stays: its other lines keep a server from starting beside what a killed one may have left running.
 */
function replaceReusedPid(cluster: string, path: string) {
  const [number, ...rest] = readLines(path);
  const pid = Number(number);
  // A dead server that its parent has not buried yet looks alive to PostgreSQL too.
  if (!Number.isInteger(pid) || !isNumberTaken(pid) || isPostmasterOf(cluster, pid)) return;
  fs.writeFileSync(path, [UNUSED_PID, ...rest].join("\n"));
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

function readLines(path: string): string[] {
  try {
    return fs.readFileSync(path, "utf8").split("\n");
  } catch {
    return [];
  }
}
