import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../../server/main.ts", import.meta.url));
const compiled = fileURLToPath(new URL("../../../node_modules/.cache/code", import.meta.url));
/** As `npm start` and the unit of ops/ start it, or pauses and memory would be those of something else. */
export const AS_SHIPPED = {
  flags: ["--max-semi-space-size=4", "--max-old-space-size=512", "--heap-growing-percent=30"],
  env: { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072", NODE_COMPILE_CACHE: compiled },
};

export type Running = {
  child: ChildProcess;
  address: string;
  port: number;
  /** Milliseconds until it served. */
  took: number;
  /** The newest part of its log. */
  errors(): string;
  kill(signal: NodeJS.Signals): Promise<number | null>;
  /** Ends it when the test is over: at once, unless it has a database to stop in order. */
  end(): Promise<number | null>;
};

export type Starting = {
  child: ChildProcess;
  ready: Promise<Running>;
  ended: Promise<number | null>;
  printed(): string;
};

const living = new Set<ChildProcess>();
process.once("exit", () => living.forEach((child) => child.kill("SIGKILL")));

/** Starts Waypost as a process of its own, without waiting for it. */
export function startApp(settings: Record<string, string>): Starting {
  const env = { PATH: "/usr/bin:/bin", ...AS_SHIPPED.env, DEMO: "off", LOG_LEVEL: "error", ...settings };
  const child = spawn(process.execPath, [...AS_SHIPPED.flags, main], {
    env,
    cwd: "/",
    stdio: ["ignore", "pipe", "pipe"],
  });
  living.add(child);
  const began = performance.now();
  const said = { out: "", err: "" };
  child.stdout
    .setEncoding("utf8")
    .on("data", (text: string) => (said.out = (said.out + text).slice(-200_000)));
  child.stderr
    .setEncoding("utf8")
    .on("data", (text: string) => (said.err = (said.err + text).slice(-20_000)));
  const ended = once(child, "close").then(([status]): number | null => {
    living.delete(child);
    return status;
  });
  const port = Number(settings["PORT"]);
  const kill = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  const running = (): Running => ({
    child,
    port,
    address: `http://127.0.0.1:${port}`,
    took: performance.now() - began,
    errors: () => said.out + said.err,
    kill,
    end: () => kill(settings["DATABASE_URL"] === undefined ? "SIGTERM" : "SIGKILL"),
  });
  const ready = new Promise<Running>((resolve, reject) => {
    child.stdout.on("data", () => {
      if (said.out.includes("is ready")) resolve(running());
    });
    ended.then((status) => reject(new Error(`the app ended with ${status}: ${said.err.trim()}`)), reject);
  });
  ready.catch(() => {});
  return { child, ready, ended, printed: () => said.out + said.err };
}

export async function runApp(settings: Record<string, string>): Promise<Running> {
  return startApp(settings).ready;
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
