/*
 * Completes package-lock.json after a change of dependencies (`npm run lock`).
 *
 * npm leaves out of the lock file the optional packages for other machines that the registry in reach does not
 * carry, and `npm ci` then refuses the file ("Missing: ... from lock file") on every machine. Each absent one is
 * added with the exact version that its parent names and the machine that its name tells, so that npm skips it
 * where it does not fit. Addresses of packages are removed: npm finds them where it is configured to look.
 */
import { readFileSync, writeFileSync } from "node:fs";

type Entry = {
  version?: string;
  resolved?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};
export type Lock = { packages: Record<string, Entry> };

const systems: Record<string, string> = {
  android: "android",
  darwin: "darwin",
  freebsd: "freebsd",
  linux: "linux",
  netbsd: "netbsd",
  openbsd: "openbsd",
  openharmony: "openharmony",
  win: "win32",
  win32: "win32",
  windows: "win32",
};
const processors = ["arm", "arm64", "ia32", "loong64", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

const file = new URL("../package-lock.json", import.meta.url);

if (import.meta.main) {
  const lock = readLock();
  const added = completeLock(lock);
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(`lock: added ${added.length}${added.length > 0 ? `: ${added.join(", ")}` : ""}\n`);
}

export function readLock(): Lock {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Adds what is absent and returns its names. Refuses what the registry would have to be asked about. */
export function completeLock({ packages }: Lock): string[] {
  const missing = Object.entries(packages).flatMap(([path, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !isFound(packages, path, name))
      .map(([name, version]) => ({ name, version, dev: entry.dev })),
  );
  for (const { name, version, dev } of missing) {
    packages[`node_modules/${name}`] = makeEntry(name, exactVersion(name, version), dev);
  }
  for (const entry of Object.values(packages)) delete entry.resolved;
  sortByPath(packages);
  return missing.map(({ name }) => name);
}

/** Its fields stand in npm's own order, so that npm does not move them later. */
function makeEntry(name: string, version: string, dev: boolean | undefined): Entry {
  const { os, cpu, libc } = machineOf(name);
  const fields = { version, cpu, dev, libc, optional: true, os };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** As Node would look for it: in the package's own folder first, then in those around it. */
function isFound(packages: Lock["packages"], from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf("/node_modules/"), 0))) {
    if (packages[`${folder === "" ? "" : `${folder}/`}node_modules/${name}`]) return true;
    if (folder === "") return false;
  }
}

function exactVersion(name: string, version: string): string {
  if (/^\d+\.\d+\.\d+[\w.+-]*$/.test(version)) return version;
  throw new Error(
    `${name} is wanted as "${version}": only an exact version can be added without the registry.`,
  );
}

/** `@scope/binding-linux-x64-musl` tells the machine it is for. */
function machineOf(name: string): Pick<Entry, "os" | "cpu" | "libc"> {
  const words = name.split(/[/.-]/);
  const os = words.map((word) => systems[word]).find((each) => each !== undefined);
  const cpu = words.find((word) => processors.includes(word));
  const libc = words.some((word) => word.startsWith("musl"))
    ? ["musl"]
    : words.some((word) => word.startsWith("gnu"))
      ? ["glibc"]
      : undefined;
  if (!os && !cpu) {
    throw new Error(`${name} does not tell which machine it is for: add it to the lock file by hand.`);
  }
  return { os: os ? [os] : undefined, cpu: cpu ? [cpu] : undefined, libc };
}

function sortByPath(packages: Lock["packages"]) {
  const sorted = Object.entries(packages).toSorted(([a], [b]) => a.localeCompare(b, "en"));
  for (const [path] of sorted) delete packages[path];
  Object.assign(packages, Object.fromEntries(sorted));
}
