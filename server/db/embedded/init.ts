import { spawn } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { StartError, wordsForSystemError } from "#server/start/start-error.ts";
import { databaseOwner, writeSecret } from "./connection.ts";
import { forgetMaker, nameMaker, newDraft, sweepDrafts } from "./init-draft.ts";
import { type Home, makePrivateFolder } from "./paths.ts";
import { environment, onWindows, program } from "./binaries.ts";

/** Makes the cluster where there is none; a start killed half way leaves nothing that looks like one. */
export async function initCluster(home: Home, signal?: AbortSignal) {
  const cluster = join(home.folder, "postgres");
  await sweepDrafts(home.folder);
  if (fs.existsSync(join(cluster, "PG_VERSION"))) return;
  const draft = newDraft(home.folder);
  makePrivateFolder(draft, home.user);
  const secret = onWindows ? writeSecret(home.folder) : null;
  try {
    await runInitdb(
      home,
      [...initdbOptions(draft), ...(secret ? [`--pwfile=${secret}`] : [])],
      (pid) => nameMaker(draft, pid),
      signal,
    );
    fs.renameSync(draft, cluster);
    flushFolder(home.folder);
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    throw error;
  } finally {
    forgetMaker(draft);
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

async function runInitdb(
  home: Home,
  parameters: string[],
  began: (pid: number) => void,
  signal?: AbortSignal,
) {
  const child = spawn(program(home, "initdb"), parameters, {
    ...home.user,
    cwd: home.folder,
    env: environment(home),
    stdio: ["ignore", "pipe", "pipe"],
    // Its own group, so that its helpers end with it when a later start has to end it.
    detached: !onWindows,
    windowsHide: true,
  });
  if (child.pid !== undefined) began(child.pid);
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

function flushFolder(folder: string) {
  if (onWindows) return;
  const handle = fs.openSync(folder, "r");
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}
