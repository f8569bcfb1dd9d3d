import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { spawnApp } from "../test/support/processes/app-for-one-test.ts";
import { newFolder } from "../test/support/temporary-folder.ts";
import { freePort } from "../test/support/processes/spawn-app.ts";
import { isAlive } from "#server/start/pid-and-start-time.ts";

describe("a start that cannot be says so in one sentence, ends with 1 and leaves nothing running", () => {
  test("a bad setting", async () => {
    await expectRefusal({ PORT: "http" }, 'PORT is "http", but it must be a number from 1 to 65535.');
  });

  test("a port in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const dataDir = join(newFolder(), "data");
    await expectRefusal({ PORT: String(port), DATA_DIR: dataDir }, `Port ${port} is already in use`);
    expect(existsSync(dataDir)).toBe(false);
    other.close();
  });

  test("an address that is not of this machine", async () => {
    await expectRefusal({ HOST: "192.0.2.1", DATA_DIR: newFolder() }, "which is no address of this machine");
  });

  test("a held data directory, within a second or so, naming the process", async () => {
    const dataDir = join(newFolder(), "data");
    const first = await spawnApp({ DATA_DIR: dataDir });
    await first.untilReady();
    await expectRefusal({ DATA_DIR: dataDir }, `is in use by process ${first.child.pid}`);
    expect((await fetch(`${first.address}/readyz`)).status).toBe(200);
  });

  test("a DATABASE_URL that nobody answers", async () => {
    const port = await freePort();
    await expectRefusal(
      { DATABASE_URL: `postgres://u@127.0.0.1:${port}/d`, DATA_DIR: newFolder() },
      `The database at 127.0.0.1:${port} cannot be reached`,
    );
  });

  test("a data directory that is a file", async () => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    await expectRefusal({ DATA_DIR: file }, "is not a directory");
  });

  test.skipIf(process.platform !== "linux")("a data directory where no folder can be made", async () => {
    await expectRefusal({ DATA_DIR: "/proc/waypost/data" }, "Waypost may not write to /proc/waypost/data");
  });

  const isRoot = process.getuid?.() === 0;
  test.skipIf(!isRoot)(
    "a data directory below a read-only one (as root, who may mount one)",
    async (context) => {
      const disk = newFolder();
      const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "ro", "tmpfs", disk]);
      context.skip(mounted.status !== 0, "nothing can be mounted here");
      try {
        const dataDir = join(disk, "waypost", "data");
        await expectRefusal({ DATA_DIR: dataDir }, `The file system that holds ${dataDir} is read-only`);
      } finally {
        spawnSync("umount", [disk]);
      }
    },
  );

  test.skipIf(!isRoot)(
    "a full disk, on a first start and on a later one (as root, who may mount one)",
    async (context) => {
      const disk = newFolder();
      const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=12m,mode=711", "tmpfs", disk]);
      if (mounted.status !== 0) context.skip("this machine mounts nothing");
      try {
        const words = `The disk that holds ${join(disk, "data")} is full`;
        await expectRefusal({ DATA_DIR: join(disk, "data") }, words);
        spawnSync("mount", ["-o", "remount,size=200m", disk]);
        const app = await spawnApp({ DATA_DIR: join(disk, "data") });
        await app.untilReady();
        app.child.kill("SIGTERM");
        await app.closed;
        spawnSync("dd", ["if=/dev/zero", `of=${join(disk, "filler")}`, "bs=1M"], { stdio: "ignore" });
        await expectRefusal({ DATA_DIR: join(disk, "data") }, words);
      } finally {
        spawnSync("umount", ["-l", disk]);
      }
    },
  );
});

describe("a start that holds", () => {
  test("serves, says where, and ends with 0 and nothing left running", async () => {
    const dataDir = join(newFolder(), "data");
    const app = await spawnApp({ DATA_DIR: dataDir });
    const printed = await app.untilReady();
    expect(printed).toContain(`Address   http://localhost:${app.port}`);
    expect(printed).toContain(`Data      ${dataDir}`);
    expect(await (await fetch(`${app.address}/healthz`)).json()).toEqual({ status: "ok" });
    expect((await fetch(`${app.address}/readyz`)).status).toBe(200);
    const database = postmaster(dataDir);
    app.child.kill("SIGTERM");
    expect(await app.closed).toMatchObject({ status: 0, err: "" });
    expect(isAlive(database)).toBe(false);
  });

  test("an interrupted start, at any moment, ends with 0 and nothing left running", async () => {
    const dataDir = join(newFolder(), "data");
    for (const delay of [150, 300, 450, 600]) {
      const app = await spawnApp({ DATA_DIR: dataDir });
      await pause(delay);
      app.child.kill("SIGINT");
      expect(await app.closed).toMatchObject({ status: 0, err: "" });
      expect(processesOf(dataDir)).toBe("");
    }
  });

  test("an empty demo is filled once, and everybody it shows can sign in", async () => {
    const dataDir = join(newFolder(), "data");
    const first = await spawnApp({ DATA_DIR: dataDir, DEMO: "on" });
    const printed = await first.untilReady();
    expect(printed).toContain("Filling the demo");
    const emails = printed.match(/\S+@\S+\.example/g) ?? [];
    expect(emails).toHaveLength(8);
    for (const email of emails) expect(await signIn(first.address, email)).toBe(200);
    first.child.kill("SIGTERM");
    await first.closed;
    const second = await spawnApp({ DATA_DIR: dataDir, DEMO: "on" });
    expect(await second.untilReady()).not.toContain("Filling the demo");
  });

  test("a killed app starts again on what it left", async () => {
    const dataDir = join(newFolder(), "data");
    const killed = await spawnApp({ DATA_DIR: dataDir });
    await killed.untilReady();
    killed.child.kill("SIGKILL");
    await killed.closed;
    const next = await spawnApp({ DATA_DIR: dataDir });
    await next.untilReady();
    expect((await fetch(`${next.address}/readyz`)).status).toBe(200);
  });

  test("two first starts on one directory: one serves, the other refuses", async () => {
    const dataDir = join(newFolder(), "data");
    const both = await Promise.all([spawnApp({ DATA_DIR: dataDir }), spawnApp({ DATA_DIR: dataDir })]);
    const outcomes = await Promise.all(
      both.map((app) =>
        Promise.race([app.untilReady().then(() => "serves"), app.closed.then(({ err }) => err)]),
      ),
    );
    expect(outcomes.filter((each) => each === "serves")).toHaveLength(1);
    expect(outcomes.filter((each) => each.includes("is in use by process"))).toHaveLength(1);
  });
});

async function signIn(address: string, email: string): Promise<number> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: "waypost-demo" }),
  });
  return answer.status;
}

async function expectRefusal(settings: Record<string, string>, words: string) {
  const app = await spawnApp(settings);
  const ended = await app.closed;
  expect(ended.err).toContain(words);
  expect(ended.err).toMatch(/^waypost: [^\n]+\.\n$/);
  expect(ended.status).toBe(1);
  const isHeld = words.includes("in use by process");
  if (settings["DATA_DIR"] && !isHeld) expect(processesOf(settings["DATA_DIR"])).toBe("");
}

/** Every process that names the directory in its command. */
function processesOf(dataDir: string): string {
  return spawnSync("pgrep", ["-f", dataDir], { encoding: "utf8" }).stdout;
}

function postmaster(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);
}
