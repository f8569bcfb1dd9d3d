import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { PoolConfig } from "pg";
import { type EmbeddedPaths, makePrivateFolder } from "./paths.ts";
import { onWindows } from "./postgres-programs.ts";

/** The address of a cluster: a socket in a private folder, or on Windows a port of this machine with a password. */
export type DatabaseAddress = { host: string; port: number; password: string | undefined };

export const databaseOwner = "waypost";

/** A socket's whole path must fit into 107 bytes (Linux) or 103 (macOS), its name takes 14. */
const longestSocketFolder = 103 - "/.s.PGSQL.5432".length;

/** Makes the socket folder, or picks the port, for a cluster that is about to start. */
export async function prepareAddress(paths: EmbeddedPaths): Promise<DatabaseAddress> {
  if (onWindows) return { host: "127.0.0.1", port: await findFreePort(), password: readSecret(paths.folder) };
  const inside = join(paths.folder, "socket");
  const fits = Buffer.byteLength(inside) <= longestSocketFolder && !/[",]/.test(inside);
  const host = fits ? inside : fs.mkdtempSync(join(tmpdir(), "waypost-socket-"));
  makePrivateFolder(host, paths.user);
  return { host, port: 5432, password: undefined };
}

/** Removes a socket folder that had to be made outside of the data directory. */
export function removeSocketFolder(address: DatabaseAddress) {
  const made = dirname(address.host) === tmpdir() && basename(address.host).startsWith("waypost-socket-");
  if (made) fs.rmSync(address.host, { recursive: true, force: true });
}

/** The settings of `pg` for an address. */
export function toPoolConfig(
  address: DatabaseAddress,
  database: string,
  user: string = databaseOwner,
): PoolConfig {
  // Said outright: a PGSSLMODE in the caller's environment is about some other server.
  return { ...address, user, database, ssl: false };
}

export function writeSecret(folder: string): string {
  const path = join(folder, "postgres.secret");
  fs.writeFileSync(path, `${randomBytes(24).toString("hex")}\n`, { mode: 0o600 });
  return path;
}

export function readSecret(folder: string): string {
  return fs.readFileSync(join(folder, "postgres.secret"), "utf8").trim();
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
