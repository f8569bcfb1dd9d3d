import { spawn } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { StartError, explainSystemError } from "#server/start/start-error.ts";
import { databaseOwner, writeSecret } from "./connection.ts";
import { removeInitRecord, recordInitProcess, makeDraftPath, removeDrafts } from "./unfinished-cluster.ts";
import { type EmbeddedPaths, makePrivateFolder } from "./paths.ts";
import { programEnvironment, onWindows, programPath } from "./postgres-programs.ts";

/** Makes the cluster where there is none; a start killed half way leaves nothing that looks like one. */
export async function initCluster(paths: EmbeddedPaths, signal?: AbortSignal) {
  const cluster = join(paths.folder, "postgres");
  await removeDrafts(paths.folder);
  if (fs.existsSync(join(cluster, "PG_VERSION"))) return;
  const draft = makeDraftPath(paths.folder);
  makePrivateFolder(draft, paths.user);
  const secret = onWindows ? writeSecret(paths.folder) : null;
  try {
    await runInitdb(
      paths,
      [...listInitdbOptions(draft), ...(secret ? [`--pwfile=${secret}`] : [])],
      (pid) => recordInitProcess(draft, pid),
      signal,
    );
    fs.renameSync(draft, cluster);
    flushFolder(paths.folder);
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    throw error;
  } finally {
    removeInitRecord(draft);
  }
  // A start that was killed before it could record its process left one that made its folder anew after the sweep.
  await removeDrafts(paths.folder);
}

function listInitdbOptions(draft: string): string[] {
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
  paths: EmbeddedPaths,
  parameters: string[],
  began: (pid: number) => void,
  signal?: AbortSignal,
) {
  const child = spawn(programPath(paths, "initdb"), parameters, {
    ...paths.user,
    cwd: paths.folder,
    env: programEnvironment(paths),
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
  const words = explainSystemError(new Error(text), paths.folder) ?? explainNamelessUser(text);
  throw new StartError(words ?? `The database could not be made in ${paths.folder} (${findLastLine(text)}).`);
}

/** Common in containers that run under a number of their own. */
function explainNamelessUser(text: string): string | null {
  const number = /could not look up effective user ID (\d+)/.exec(text)?.[1];
  if (!number) return null;
  return `The user ${number} has no name on this machine, and PostgreSQL needs one: add it to /etc/passwd, or set DATABASE_URL.`;
}

function findLastLine(text: string): string {
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
