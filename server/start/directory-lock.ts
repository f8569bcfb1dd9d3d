/*
 * One process per data directory, without the operating system's help (Node has no flock).
 *
 * The lock is a file that names its holder. It is placed with link(2), which fails when the name is taken, so
 * of two starters one wins. A holder that was killed leaves its file behind; its successor is the process that first
 * places the claim file named after that very dead holder, and only then is the lock replaced. A claimant that
 * dies half way is itself succeeded the same way. A claim placed too late (after a successor had finished and
 * cleaned up) is noticed because the lock then no longer names the dead holder.
 *
 * Example: `waypost.lock` names 41 (dead). 50 and 51 start. Both try `waypost.lock.claim-<hash of 41>`; 50 places
 * it, replaces the lock, removes the claim. 51 either finds 50's claim, or 50's lock, and refuses.
 */
import { createHash, randomUUID } from "node:crypto";
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isRunning, readOwnIdentity, parseIdentity, type ProcessIdentity } from "./pid-and-start-time.ts";
import { readErrorCode, StartError } from "./start-error.ts";

type Holder = ProcessIdentity & { raw: string };

/** Locks the directory for this process and returns the release. Refuses at once, naming the holder's pid. */
export function lockDirectory(directory: string): () => void {
  const lock = lockPath(directory);
  const own = `${JSON.stringify({ ...readOwnIdentity(), token: randomUUID() })}\n`;
  const first = readHolder(lock);
  const taken = first === null ? placeFile(lock, own) : replaceDeadHolder(directory, first, own);
  // Another process was quicker: look again which one.
  if (!taken) return lockDirectory(directory);
  removeClaims(lock);
  return () => {
    if (readHolder(lock)?.raw === own) rmSync(lock, { force: true });
  };
}

/** Finds the live process that holds the directory, or null. */
export function findHolder(directory: string): ProcessIdentity | null {
  const holder = readHolder(lockPath(directory));
  return holder !== null && isRunning(holder) ? holder : null;
}

export function explainHeld(directory: string, pid: number): string {
  return `The data directory ${directory} is in use by process ${pid}: stop that one first, or set DATA_DIR to another.`;
}

function lockPath(directory: string): string {
  return join(directory, "waypost.lock");
}

function replaceDeadHolder(directory: string, dead: Holder, own: string): boolean {
  const lock = lockPath(directory);
  let last = dead;
  for (;;) {
    if (isRunning(last)) throw new StartError(explainHeld(directory, last.pid));
    const claim = claimPath(lock, last);
    if (placeFile(claim, own)) break;
    const claimant = readHolder(claim);
    if (claimant !== null) last = claimant;
  }
  if (readHolder(lock)?.raw !== dead.raw) {
    rmSync(claimPath(lock, last), { force: true });
    return false;
  }
  const fresh = `${lock}.${process.pid}`;
  writeFileSync(fresh, own);
  renameSync(fresh, lock);
  return true;
}

function claimPath(lock: string, holder: Holder): string {
  return `${lock}.claim-${createHash("sha256").update(holder.raw).digest("hex").slice(0, 16)}`;
}

/** Safe for the holder of the lock: a claim on another's succession is checked against the lock afterwards. */
function removeClaims(lock: string) {
  for (const name of readdirSync(dirname(lock))) {
    if (name.startsWith(`${basename(lock)}.`)) rmSync(join(dirname(lock), name), { force: true });
  }
}

/** Places a whole file under a free name; false when the name is taken. */
function placeFile(path: string, content: string): boolean {
  const draft = `${path}.${process.pid}.${randomUUID()}`;
  writeFileSync(draft, content);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (readErrorCode(error) === "EEXIST") return false;
    return placeFileWithoutLinks(path, content);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Some file systems (exFAT, some shared folders) have no hard links. */
function placeFileWithoutLinks(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: "wx" });
    return true;
  } catch (error) {
    if (readErrorCode(error) === "EEXIST") return false;
    throw error;
  }
}

function readHolder(path: string): Holder | null {
  let raw: string;
  try {
    raw = readFileSync(path, "utf8");
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(readErrorCode(error) ?? "")) return null;
    throw error;
  }
  return { ...parseIdentity(raw), raw };
}
