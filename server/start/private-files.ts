import { chmodSync, existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Makes whatever this process writes from now on readable for its own account alone, unless a mode is said. */
export function writePrivately(): void {
  // Windows goes by access lists, which a folder hands down.
  if (process.platform !== "win32") process.umask(0o077);
}

/** Names in a data directory beside the cluster, which PostgreSQL keeps private itself. */
const PRIVATE = ["files", "backups", "secret.key", "postgres.log", "postgres.log.1"];

/**
 * Takes from everybody else what an earlier version left open below a data directory. The directory itself stays as it
 * is: PostgreSQL passes through it, as another account where this process is root.
 */
export function closeToOthers(dataDir: string): void {
  if (process.platform === "win32") return;
  for (const path of PRIVATE.map((name) => join(dataDir, name)).filter(existsSync)) {
    closeOne(path);
    if (!lstatSync(path).isDirectory()) continue;
    // The 256 folders of the attachments, or the backups: what is in them cannot be reached from outside.
    for (const name of readdirSync(path)) closeOne(join(path, name));
  }
}

/** Another account's file is left alone: its owner opened it. */
function closeOne(path: string): void {
  const found = lstatSync(path);
  if (found.isSymbolicLink() || found.uid !== process.getuid?.() || (found.mode & 0o077) === 0) return;
  chmodSync(path, found.mode & 0o700);
}
