import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfig } from "#server/config.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { raiseLimits } from "../../test/support/app/set-limits.ts";
import { AS_SHIPPED, freePort } from "../../test/support/processes/spawn-app.ts";

const inBench = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const DAY = "2026-11-20";

const HERE = fileURLToPath(new URL("../..", import.meta.url));

/**
 * A running Waypost on a data directory, filled with `tickets` invented ones unless it holds some already; `root` is the
 * checkout whose build it is, `more` are further settings of it.
 */
export async function startFilledDesk(
  dataDir: string,
  tickets: number,
  say: (words: string) => void,
  root: string = HERE,
  more: Record<string, string> = {},
) {
  const usual = { PATH: process.env["PATH"] ?? "", DATA_DIR: dataDir, LOG_LEVEL: "error", DEMO: "on" };
  const settings = { ...usual, ...more };
  const database = await openDatabase(readConfig(settings), () => {}, {});
  const isEmpty = await database.pool.query("select 1 from tickets limit 1").then(
    ({ rowCount }) => rowCount === 0,
    () => true,
  );
  await database.stop();
  if (isEmpty) {
    say(`inventing ${tickets} tickets in ${dataDir}`);
    await run([join(root, "scripts/seed.ts"), "--tickets", String(tickets), "--until", DAY], settings);
  }
  const port = await freePort();
  const child = spawn(process.execPath, [...AS_SHIPPED.flags, join(root, "server/main.ts")], {
    env: {
      ...settings,
      ...AS_SHIPPED.env,
      NODE_COMPILE_CACHE: join(root, "node_modules/.cache/code"),
      PORT: String(port),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.setEncoding("utf8");
  for (let printed = ""; !printed.includes("is ready");) {
    const [chunk]: unknown[] = await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
    if (typeof chunk !== "string") throw new Error("the app did not start");
    printed += chunk;
  }
  child.stdout.resume();
  const beside = await openDatabase(readConfig(settings), () => {}, { attach: true });
  // A few people do the work of many.
  await raiseLimits(beside.pool);
  return {
    address: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    pool: beside.pool,
    poolConfig: beside.poolConfig,
    async end() {
      await beside.stop();
      await end(child);
    },
  };
}

/** As somebody of the demo, its administrator unless another is named. */
export async function signIn(
  address: string,
  email = "admin@waypost.example",
): Promise<{ token: string; id: string }> {
  const send = async (path: string, init: RequestInit) => {
    const response = await fetch(`${address}/api${path}`, init);
    const body: { access_token?: string; id?: string } = JSON.parse(await response.text());
    return body;
  };
  const { access_token: token = "" } = await send("/auth/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: "waypost-demo" }),
  });
  const { id = "" } = await send("/auth/me", { headers: { authorization: `Bearer ${token}` } });
  if (!token || !id) throw new Error(`${email} of the demo cannot sign in`);
  return { token, id };
}

/** A token is good for ten minutes. */
const RENEWAL_MS = 5 * 60_000;

/** A session that outlasts its token: its `headers` stay the same object, and get a new token before the old one ends. */
export async function openSession(address: string, email?: string) {
  const { token, id } = await signIn(address, email);
  const headers = { authorization: `Bearer ${token}` };
  const renew = async () => {
    const renewed = await signIn(address, email);
    headers.authorization = `Bearer ${renewed.token}`;
  };
  // A desk with too much to do refuses sign-ins. The old token is good until the next try; without one what is asked fails.
  const renewal = setInterval(() => void renew().catch(() => {}), RENEWAL_MS);
  return { id, headers, end: () => clearInterval(renewal) };
}

/** Starts a handler of the bench as a process of its own; resolves with its address. */
export async function openBare(
  orders: object,
  handler: "compare/bare-handler.ts" | "mail/bare-listener.ts" | "floor/floor.ts" = "compare/bare-handler.ts",
) {
  const child = spawn(process.execPath, [inBench(handler)], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  child.send(orders);
  const [message]: unknown[] = await once(child, "message");
  const port = typeof message === "object" && message !== null && "port" in message ? message.port : 0;
  return { address: `http://127.0.0.1:${String(port)}`, pid: child.pid ?? 0, end: () => end(child) };
}

async function run(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "inherit", "inherit"] });
  const [status]: unknown[] = await once(child, "exit");
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${String(status)}`);
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}
