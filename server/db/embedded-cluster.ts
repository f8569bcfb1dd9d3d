import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { join } from "node:path";
import { StartError, wordsForSystemError } from "../start/start-error.ts";
import { databaseOwner, writeSecret } from "./embedded-door.ts";
import { type Home, makePrivateFolder } from "./embedded-home.ts";
import { environment, onWindows, program } from "./embedded-programs.ts";

/** Makes the cluster where there is none; a start killed half way leaves nothing that looks like one. */
export async function makeCluster(home: Home, signal?: AbortSignal) {
  const cluster = join(home.folder, "postgres");
  sweepDrafts(home.folder);
  if (fs.existsSync(join(cluster, "PG_VERSION"))) return;
  const draft = join(home.folder, `postgres.draft-${randomBytes(4).toString("hex")}`);
  makePrivateFolder(draft, home.user);
  const secret = onWindows ? writeSecret(home.folder) : null;
  try {
    await runProgram(
      home,
      "initdb",
      [...initdbOptions(draft), ...(secret ? [`--pwfile=${secret}`] : [])],
      signal,
    );
    fs.renameSync(draft, cluster);
    flushFolder(home.folder);
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

function initdbOptions(draft: string): string[] {
  return [
    `--pgdata=${draft}`,
    `--username=${databaseOwner}`,
    `--auth=${onWindows ? "scram-sha-256" : "trust"}`,
    "--encoding=UTF8",
    // The same order of text on every machine, whatever its own locales are.
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    ...(process.platform === "linux" ? ["--locale=C.UTF-8"] : ["--locale=C"]),
    ...(process.platform === "darwin" ? ["--lc-ctype=en_US.UTF-8"] : []),
    "--data-checksums",
    "--no-instructions",
  ];
}

async function runProgram(home: Home, name: string, parameters: string[], signal?: AbortSignal) {
  const child = spawn(program(home, name), parameters, {
    ...home.user,
    cwd: home.folder,
    env: environment(home),
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  const interrupt = () => child.kill();
  signal?.addEventListener("abort", interrupt);
  const said: string[] = [];
  child.stdout.on("data", (chunk) => said.push(String(chunk)));
  child.stderr.on("data", (chunk) => said.push(String(chunk)));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    // Close, not exit: its own children hold the pipes, and are awaited with it.
    child.once("close", resolve);
  });
  signal?.removeEventListener("abort", interrupt);
  signal?.throwIfAborted();
  if (status === 0) return;
  const text = said.join("");
  const words = wordsForSystemError(new Error(text), home.folder) ?? wordsForNamelessUser(text);
  throw new StartError(words ?? `The database could not be made in ${home.folder} (${lastLine(text)}).`);
}

/** Common in containers that run under a number of their own. */
function wordsForNamelessUser(text: string): string | null {
  const number = /could not look up effective user ID (\d+)/.exec(text)?.[1];
  if (!number) return null;
  return `The user ${number} has no name on this machine, and PostgreSQL needs one: add it to /etc/passwd, or set DATABASE_URL.`;
}

function lastLine(text: string): string {
  return (
    text
      .trim()
      .split("\n")
      .findLast((line) => /error|fatal|could not/i.test(line))
      ?.trim() ?? "no reason given"
  );
}

function sweepDrafts(folder: string) {
  for (const name of fs.readdirSync(folder)) {
    // An initdb that outlived its killed parent may still write there; the next start sweeps again.
    if (name.startsWith("postgres.draft-"))
      fs.rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

function flushFolder(folder: string) {
  if (onWindows) return;
  const handle = fs.openSync(folder, "r");
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}
