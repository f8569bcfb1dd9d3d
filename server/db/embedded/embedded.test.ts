import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Client, Pool, type PoolConfig } from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { newFolder } from "../../../test/support/temporary-folder.ts";
import { isAlive } from "#server/start/pid-and-start-time.ts";
import { attachEmbedded, startEmbedded } from "./embedded.ts";
import { openDatabase } from "../open-database.ts";

describe("what is refused", () => {
  test("a second start on a held directory, within a second, naming the process", async () => {
    const dataDir = newDataDir();
    const first = await start(dataDir);
    const times: number[] = [];
    // A machine that is busy for a moment gets two more tries.
    while (times.length < 3 && !times.some((time) => time < 1000)) {
      const before = performance.now();
      await expect(start(dataDir)).rejects.toThrow(`${dataDir} is in use by process ${process.pid}`);
      times.push(performance.now() - before);
    }
    expect(Math.min(...times)).toBeLessThan(1000);
    await first.stop();
  });

  test("a data directory that is a file", async () => {
    const file = join(newDataDir(), "..", "file");
    writeFileSync(file, "");
    await expect(start(join(file, "data"))).rejects.toThrow(
      "is not a directory: set DATA_DIR to another place.",
    );
  });

  test("a cluster of another PostgreSQL", async () => {
    const dataDir = newDataDir();
    mkdirSync(join(dataDir, "postgres"), { recursive: true });
    writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "15\n");
    await expect(start(dataDir)).rejects.toThrow("was made by PostgreSQL 15, and this Waypost brings 18");
    expect(readdirSync(dataDir)).not.toContain("waypost.lock");
  });
});

describe("what holds", () => {
  test("data survive a stop and a start, and nothing keeps running", async () => {
    const dataDir = newDataDir();
    const first = await start(dataDir);
    await query(first.poolConfig, "create table kept (n int); insert into kept values (7)");
    const pid = postmaster(dataDir);
    await first.stop();
    expect(isAlive(pid)).toBe(false);
    const second = await start(dataDir);
    expect(await query(second.poolConfig, "select n from kept")).toEqual([{ n: 7 }]);
    await second.stop();
  });

  test.skipIf(process.platform !== "linux")(
    "a start after a power cut, when the number of the server of before is another process's",
    async () => {
      const dataDir = newDataDir();
      await (await start(dataDir)).stop();
      const cluster = join(dataDir, "postgres");
      const { uid, gid } = statSync(cluster);
      const other = spawn("sleep", ["60"], { uid, gid, stdio: "ignore" });
      onTestFinished(() => void other.kill("SIGKILL"));
      writeFileSync(
        join(cluster, "postmaster.pid"),
        [other.pid, cluster, 1, 5432, "", "", "", ""].join("\n"),
      );
      chownSync(join(cluster, "postmaster.pid"), uid, gid);
      const next = await start(dataDir);
      expect(await query(next.poolConfig, "select 1 as n")).toEqual([{ n: 1 }]);
      await next.stop();
      expect(isAlive(other.pid ?? 0)).toBe(true);
    },
  );

  test("checksums are on, the order of text is that of C.UTF-8, and no port is open", async () => {
    const server = await start(newDataDir());
    const settings = await query(
      server.poolConfig,
      `select current_setting('data_checksums') as checksums, current_setting('listen_addresses') as addresses,
        (select datlocale from pg_database where datname = current_database()) as locale`,
    );
    expect(settings).toEqual([{ checksums: "on", addresses: "", locale: "C.UTF-8" }]);
    await server.stop();
  });

  test("a path longer than a socket's may be still works", async () => {
    const server = await start(join(newDataDir(), "long-".repeat(30)));
    expect(await query(server.poolConfig, "select 1 as n")).toEqual([{ n: 1 }]);
    const folder = server.poolConfig.host ?? "";
    await server.stop();
    expect(existsSync(folder)).toBe(false);
  });

  test("a database whose app was killed is taken over with all that it had acknowledged", async () => {
    const dataDir = newDataDir();
    const app = await startInChild(dataDir);
    const attached = attachEmbedded(dataDir);
    if (!attached) throw new Error("the running server was not found");
    await query(attached, "create table kept (n int); insert into kept values (7)");
    const orphan = postmaster(dataDir);
    app.kill("SIGKILL");
    await once(app, "exit");
    expect(attachEmbedded(dataDir)).toBeNull();
    const next = await start(dataDir);
    expect(isAlive(orphan)).toBe(false);
    expect(await query(next.poolConfig, "select n from kept")).toEqual([{ n: 7 }]);
    await next.stop();
  });

  test("a killed app leaves no server running, even when nobody starts again", async () => {
    const dataDir = newDataDir();
    const app = await startInChild(dataDir);
    const orphan = postmaster(dataDir);
    app.kill("SIGKILL");
    await expect.poll(() => isAlive(orphan), { timeout: 10_000 }).toBe(false);
  });

  test("a tool works beside the running app, and leaves its database running", async () => {
    const dataDir = newDataDir();
    const app = await startInChild(dataDir);
    const tool = await openDatabase({ databaseUrl: null, dataDir }, () => {}, { attach: true });
    expect((await tool.pool.query("select 1 as n")).rows).toEqual([{ n: 1 }]);
    await tool.stop();
    expect(isAlive(postmaster(dataDir))).toBe(true);
    app.kill("SIGTERM");
    await once(app, "exit");
  });

  test("a database that dies is brought back in the same place", async () => {
    const dataDir = newDataDir();
    const server = await start(dataDir);
    const pool = new Pool(server.poolConfig);
    pool.on("error", () => {});
    await pool.query("select 1");
    process.kill(postmaster(dataDir), "SIGKILL");
    await expect
      .poll(
        () =>
          pool.query("select 1 as n").then(
            (answer) => answer.rows,
            () => null,
          ),
        { timeout: 10_000 },
      )
      .toEqual([{ n: 1 }]);
    await pool.end();
    await server.stop();
  });

  test("a first start that is killed leaves nothing that the next one stumbles over", async () => {
    const dataDir = newDataDir();
    for (const delay of [50, 150, 300, 450]) {
      const app = spawnStart(dataDir);
      setTimeout(() => app.kill("SIGKILL"), delay);
      await once(app, "exit");
    }
    const server = await start(dataDir);
    expect(await query(server.poolConfig, "select 1 as n")).toEqual([{ n: 1 }]);
    await server.stop();
    expect(readdirSync(dataDir).toSorted()).toEqual(["postgres", "postgres.log", "socket"]);
  });
});

function start(dataDir: string) {
  return startEmbedded({ dataDir, say: () => {}, throwaway: true });
}

function newDataDir(): string {
  return join(newFolder(), "data");
}

function postmaster(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);
}

async function query(connection: PoolConfig, sql: string): Promise<unknown[]> {
  const client = new Client(connection);
  await client.connect();
  const answer = await client.query(sql);
  await client.end();
  return answer.rows;
}

function spawnStart(dataDir: string): ChildProcess {
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(new URL("embedded.ts", import.meta.url).href)});
    const server = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, say: () => {} });
    process.once("SIGTERM", () => server.stop());
    process.send("ready");
    process.disconnect();
    setInterval(() => {}, 1000).unref();
    await new Promise((resolve) => process.once("SIGTERM", resolve));`;
  return spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

async function startInChild(dataDir: string): Promise<ChildProcess> {
  const child = spawnStart(dataDir);
  await once(child, "message");
  return child;
}
