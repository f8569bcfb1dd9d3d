import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readIdentity, isRunning, parseIdentity } from "#server/start/pid-and-start-time.ts";

/*
 * A cluster in the making. It is made in a folder of its own and renamed when it is whole. The program that makes
 * it outlives a killed parent, and would go on making it after the next start has swept it away; so it is named in
 * a file beside the draft, and the next start ends it before it sweeps.
 */
const prefix = "postgres.draft-";
const suffix = ".maker";

/** Makes a path in the folder that no draft has. */
export function makeDraftPath(folder: string): string {
  return join(folder, `${prefix}${randomBytes(4).toString("hex")}`);
}

/** Records the process that makes a draft; it has to lead a group of its own, but for Windows. */
export function recordInitProcess(draft: string, pid: number) {
  fs.writeFileSync(`${draft}${suffix}`, JSON.stringify(readIdentity(pid)));
}

/** Removes the record of the process that made a draft, once that process has ended. */
export function removeInitRecord(draft: string) {
  fs.rmSync(`${draft}${suffix}`, { force: true });
}

/** Ends processes that still make drafts here, and removes their drafts. */
export async function removeDrafts(folder: string) {
  const drafts = fs.readdirSync(folder).filter((name) => name.startsWith(prefix));
  for (const name of drafts) if (name.endsWith(suffix)) await endInitProcess(join(folder, name));
  for (const name of drafts)
    // Its helpers may write for a moment longer, into a folder that is emptied under them.
    fs.rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
}

async function endInitProcess(file: string) {
  const maker = parseIdentity(fs.readFileSync(file, "utf8"));
  // Where nobody tells when a process began, the number may be anybody's by now.
  if (maker.began === "") return;
  // Somebody else's process cannot be ended by us; it ends by itself within seconds.
  for (let tries = 0; tries < 500 && isRunning(maker); tries++) {
    try {
      process.kill(-maker.pid, "SIGKILL");
    } catch {
      // It ended between the look and the signal, or it is not ours.
    }
    await pause(10);
  }
}
