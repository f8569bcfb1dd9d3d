import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const programs = "/usr/lib/postgresql/15/bin";

/** Why the oldest supported server cannot be tried here, or null when it can. */
export const noPostgres15 = existsSync(join(programs, "postgres")) ? null : `no PostgreSQL 15 in ${programs}`;

/** A throwaway PostgreSQL 15 on a port of its own, run by somebody who is not root; `url` is its DATABASE_URL. */
export async function startPostgres15() {
  const folder = mkdtempSync(join(tmpdir(), "waypost-pg15-"));
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const cluster = join(folder, "cluster");
  mkdirSync(cluster, { mode: 0o700 });
  for (const path of [folder, cluster]) {
    if (user.uid) chownSync(path, user.uid, user.gid);
    chmodSync(path, 0o700);
  }
  const options = { ...user, cwd: folder, env: { LC_ALL: "C.UTF-8", PATH: "/usr/bin:/bin" } };
  const parameters = [
    "-D",
    cluster,
    "-U",
    "waypost",
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C.UTF-8",
    "--no-sync",
  ];
  const made = spawnSync(join(programs, "initdb"), parameters, { ...options, encoding: "utf8" });
  if (made.status !== 0) throw new Error(`initdb of PostgreSQL 15: ${made.stderr}`);
  const port = await freePort();
  const settings = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${folder}`,
    "fsync=off",
  ];
  const server = spawn(
    join(programs, "postgres"),
    ["-D", cluster, ...settings.flatMap((each) => ["-c", each])],
    {
      ...options,
      stdio: "ignore",
    },
  );
  await untilReady(server, cluster);
  const stop = async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGINT");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: `postgres://waypost@127.0.0.1:${port}/postgres`, stop };
}

async function untilReady(server: ChildProcess, cluster: string) {
  const pidFile = join(cluster, "postmaster.pid");
  while (server.exitCode === null) {
    if (existsSync(pidFile) && readFileSync(pidFile, "utf8").includes("ready")) return;
    await pause(20);
  }
  throw new Error("PostgreSQL 15 did not start");
}

/** A port that nothing uses at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
