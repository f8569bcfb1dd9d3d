import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { endProcess } from "./child-process.ts";
import { AS_SHIPPED, freePort } from "./spawn-app.ts";

const main = fileURLToPath(new URL("../../../server/main.ts", import.meta.url));

/** Waypost as a process of its own, with what it printed; whatever is left of it ends with the test. */
export async function spawnApp(settings: Record<string, string>) {
  const port = Number(settings["PORT"] ?? (await freePort()));
  const env = { PATH: "/usr/bin:/bin", ...AS_SHIPPED.env, DEMO: "off", PORT: String(port), ...settings };
  const child = spawn(process.execPath, [main], { env, cwd: "/", stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => endProcess(child, "SIGTERM"));
  const printed = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed.out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (printed.err += text));
  const closed = once(child, "close").then(([status]) => ({ status: Number(status), ...printed }));
  const untilReady = async () => {
    while (!printed.out.includes("is ready")) {
      const ended = await Promise.race([closed, once(child.stdout, "data").then(() => null)]);
      if (ended) throw new Error(`the app ended with ${ended.status}: ${ended.err}`);
    }
    return printed.out;
  };
  return { child, port, address: `http://127.0.0.1:${port}`, closed, untilReady };
}
