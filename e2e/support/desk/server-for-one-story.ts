import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findQuickFolder } from "../../../test/support/quick-folder.ts";
import { sendAtOnce } from "./send-at-once.ts";
import { freePort } from "../../../test/support/processes/spawn-app.ts";

/** Waypost with the demo for one story that changes the whole desk, or needs other settings; `end` it afterwards. */
export async function startOwnServer(
  settings: Record<string, string> = {},
  { holdsAnswers = false }: { holdsAnswers?: boolean } = {},
) {
  const folder = mkdtempSync(join(findQuickFolder(), "waypost-own-"));
  // As root the database runs under another account, which must get through.
  chmodSync(folder, 0o711);
  const port = await freePort();
  const env = {
    PATH: process.env["PATH"],
    DEMO: "on",
    LOG_LEVEL: "warn",
    PORT: String(port),
    DATA_DIR: join(folder, "data"),
    ...settings,
  };
  const child = spawn(process.execPath, ["server/main.ts"], { env, stdio: ["ignore", "pipe", "inherit"] });
  const end = async () => {
    await endProcess(child);
    rmSync(folder, { recursive: true, force: true });
  };
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  while (!printed.includes("is ready")) {
    // oxlint-disable-next-line no-await-in-loop
    const [status] = await Promise.race([once(child, "exit"), once(child.stdout, "data").then(() => [null])]);
    if (status !== null) throw new Error(`the desk ended with ${status}: ${printed}`);
  }
  const address = `http://localhost:${port}`;
  if (env.DEMO === "on" && !holdsAnswers) await sendAtOnce(address);
  return {
    address,
    /** The set-up code that the start printed for the first administrator. */
    setupCode: async (): Promise<string> => {
      while (!SETUP_CODE.test(printed)) await once(child.stdout, "data");
      return SETUP_CODE.exec(printed)?.[1] ?? "";
    },
    end,
  };
}

const SETUP_CODE = /with the code (\S+), which works once/;

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
