import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { spawnApp } from "../../test/support/processes/app-for-one-test.ts";
import { AS_SHIPPED } from "../../test/support/processes/spawn-app.ts";
import { newFolder } from "../../test/support/temporary-folder.ts";

const PASSWORD = "waypost-demo";
const PEOPLE = [
  "admin@waypost.example",
  "manager@waypost.example",
  "lead@waypost.example",
  "agent@waypost.example",
  "admin@kestrel.example",
  "client@kestrel.example",
  "admin@asterlegal.example",
  "client@asterlegal.example",
];
const PUBLIC = { NODE_ENV: "production", DEMO: "off", PUBLIC_URL: "https://desk.waypost.test" };

describe("a desk that was tried as a demo and then goes live on the same directory", () => {
  // Nine processes in turn: on a busy machine that takes its time.
  const timeout = 180_000;
  test("lets no example in, does not start in public, and is empty after go-live", { timeout }, async () => {
    const dataDir = join(newFolder(), "data");
    const demo = await started({ DATA_DIR: dataDir, DEMO: "on" });
    const session = await signIn(demo.address, PEOPLE[0] ?? "");
    expect(session.status).toBe(200);
    await ended(demo);

    for (const settings of [PUBLIC, { DEMO: "off", HOST: "0.0.0.0" }]) {
      // Each holds the directory.
      // oxlint-disable-next-line no-await-in-loop
      const { status, err } = await (await spawnApp({ DATA_DIR: dataDir, ...settings })).closed;
      expect(status).toBe(1);
      expect(err).toMatch(
        /^waypost: This desk holds \d+ example accounts whose password is public: run [^\n]+\n$/,
      );
    }

    const alone = await started({ DATA_DIR: dataDir, DEMO: "off" });
    expect(await alone.untilReady()).toContain("example accounts cannot sign in");
    for (const email of PEOPLE) {
      // One after the other: the counters of attempts are per network.
      // oxlint-disable-next-line no-await-in-loop
      expect((await signIn(alone.address, email)).status, email).toBe(401);
    }
    expect((await me(alone.address, session.token)).status).toBe(401);
    expect((await refresh(alone.address, session.cookie)).status).toBe(401);
    await ended(alone);

    const backups = newFolder();
    expect((await command("backup", [backups], { DATA_DIR: dataDir })).status).toBe(0);
    const elsewhere = { DATA_DIR: join(newFolder(), "data") };
    const refused = await command("restore", [backups], { ...elsewhere, ...PUBLIC });
    expect(refused).toMatchObject({ status: 1, err: expect.stringContaining("whose password is public") });
    expect((await command("restore", [backups], elsewhere)).status).toBe(0);

    const { out: said } = await command("admin", ["go-live", "maya@provider.test"], { DATA_DIR: dataDir });
    expect(said).toContain("the sample data are gone");
    const password = /Password {2}(\S+)/.exec(said)?.[1] ?? "";
    const live = await started({ DATA_DIR: dataDir, ...PUBLIC });
    expect((await signIn(live.address, "maya@provider.test", password)).status).toBe(200);
    expect((await signIn(live.address, PEOPLE[0] ?? "")).status).toBe(401);
    await ended(live);
  });
});

async function started(settings: Record<string, string>) {
  const app = await spawnApp(settings);
  await app.untilReady();
  return app;
}

async function ended(app: Awaited<ReturnType<typeof spawnApp>>): Promise<void> {
  app.child.kill("SIGTERM");
  expect(await app.closed).toMatchObject({ status: 0 });
}

async function signIn(address: string, email: string, password = PASSWORD) {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const body: { access_token?: string } = JSON.parse(await answer.text());
  const [cookie = ""] = (answer.headers.get("set-cookie") ?? "").split(";");
  return { status: answer.status, token: body.access_token ?? "", cookie };
}

function me(address: string, token: string): Promise<Response> {
  return fetch(`${address}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } });
}

function refresh(address: string, cookie: string): Promise<Response> {
  return fetch(`${address}/api/auth/refresh`, { method: "POST", headers: { cookie } });
}

/** A command of the shell, as `npm run` calls it, with what it prints. */
async function command(name: string, words: string[], settings: Record<string, string>) {
  const script = fileURLToPath(new URL(`../../scripts/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [script, ...words], {
    env: { PATH: "/usr/bin:/bin", ...AS_SHIPPED.env, DEMO: "off", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed.out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (printed.err += text));
  const [status] = await once(child, "close");
  return { status: Number(status), ...printed };
}
