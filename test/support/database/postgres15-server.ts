import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../processes/spawn-app.ts";

export const programs15 = "/usr/lib/postgresql/15/bin";
export const missing15 = existsSync(join(programs15, "postgres"))
  ? null
  : `no PostgreSQL 15 in ${programs15}`;

/** Nobody, where the caller is root: PostgreSQL refuses to run as root. */
export const account: { uid?: number; gid?: number } =
  process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** A PostgreSQL 15 of our own that waits for its disk, and that can be ended in every way. */
export type Server15 = {
  url: string;
  cluster: string;
  port: number;
  pid(): number;
  start(): Promise<void>;
  /** smart, fast or immediate, as pg_ctl calls them. */
  stop(mode: "fast" | "immediate"): Promise<void>;
  /** Without asking: the postmaster and everything it started. */
  kill(): Promise<void>;
};

const living = new Set<number>();
process.once("exit", () => living.forEach((pid) => signalGroup(pid, "SIGKILL")));

export type Server15Options = {
  /** As in postgresql.conf, each `name=value`. */
  settings?: string[];
  /** For its processes, such as a clock of their own. */
  env?: Record<string, string>;
};

/** Makes a cluster in the folder, or takes one that lies there; does not start it. */
export async function makeServer15(
  folder: string,
  { settings = [], env = {} }: Server15Options = {},
): Promise<Server15> {
  const cluster = join(folder, "cluster");
  if (!existsSync(join(cluster, "PG_VERSION"))) initCluster(folder, cluster);
  const port = await freePort();
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    const all = [
      `port=${port}`,
      "listen_addresses=127.0.0.1",
      `unix_socket_directories=${folder}`,
      "fsync=on",
      ...settings,
    ];
    const log = openSync(join(folder, "server.log"), "a");
    const started = spawn(
      join(programs15, "postgres"),
      ["-D", cluster, ...all.flatMap((each) => ["-c", each])],
      {
        ...account,
        cwd: folder,
        env: { LC_ALL: "C.UTF-8", PATH: "/usr/bin:/bin", ...env },
        stdio: ["ignore", log, log],
        detached: true,
      },
    );
    child = started;
    living.add(started.pid ?? 0);
    started.once("exit", () => living.delete(started.pid ?? 0));
    const pidFile = join(cluster, "postmaster.pid");
    while (started.exitCode === null && started.signalCode === null) {
      const lines = existsSync(pidFile) ? readFileSync(pidFile, "utf8").split("\n") : [];
      if (Number(lines[0]) === started.pid && /^(ready|standby)$/.test(lines[7]?.trim() ?? "")) return;
      await pause(20);
    }
    throw new Error(`PostgreSQL 15 did not start: see ${join(folder, "server.log")}`);
  }

  async function end(signal: NodeJS.Signals, group: boolean): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    if (group) signalGroup(child.pid ?? 0, signal);
    else child.kill(signal);
    await ended;
  }

  return {
    url: `postgres://waypost@127.0.0.1:${port}/postgres`,
    cluster,
    port,
    pid: () => child?.pid ?? 0,
    start,
    stop: (mode) => end(mode === "fast" ? "SIGINT" : "SIGQUIT", false),
    kill: () => end("SIGKILL", true),
  };
}

/** The postmaster leads a session; its children have left the group and are found by their parent. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  if (pid <= 1) return;
  const listed = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  const children = listed.stdout
    .split("\n")
    .map(Number)
    .filter((each) => each > 1);
  for (const each of [pid, ...children]) {
    try {
      process.kill(each, signal);
    } catch {
      // It ended between the look and the signal.
    }
  }
}

function initCluster(folder: string, cluster: string): void {
  mkdirSync(cluster, { recursive: true, mode: 0o700 });
  for (const path of [folder, cluster]) {
    if (account.uid) chownSync(path, account.uid, account.gid ?? account.uid);
    chmodSync(path, path === cluster ? 0o700 : 0o711);
  }
  const made = spawnSync(
    join(programs15, "initdb"),
    [
      "-D",
      cluster,
      "-U",
      "waypost",
      "--auth=trust",
      "--encoding=UTF8",
      "--locale=C.UTF-8",
      "--data-checksums",
    ],
    { ...account, cwd: folder, env: { LC_ALL: "C.UTF-8", PATH: "/usr/bin:/bin" }, encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`initdb of PostgreSQL 15: ${made.stderr}`);
}
