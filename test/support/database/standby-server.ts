import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { command } from "./data-directory-and-database.ts";
import {
  account,
  makeServer15,
  programs15,
  type Server15,
  type Server15Options,
} from "./postgres15-server.ts";

/** A folder that the server's account gets through to. */
export function folderFor(parent: string, name: string): string {
  const path = join(parent, name);
  mkdirSync(path, { recursive: true });
  if (account.uid) chownSync(path, account.uid, account.gid ?? account.uid);
  chmodSync(path, 0o711);
  return path;
}

/** A copy of a running server that follows it by streaming replication. */
export async function makeStandby(
  primary: Server15,
  folder: string,
  options: Server15Options = {},
): Promise<Server15> {
  const parameters = ["-D", join(folder, "cluster"), "-R", "-X", "stream", "-c", "fast"];
  const reach = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", "waypost"];
  const copied = spawnSync(join(programs15, "pg_basebackup"), [...parameters, ...reach], {
    ...account,
    cwd: folder,
    encoding: "utf8",
  });
  if (copied.status !== 0) throw new Error(`pg_basebackup: ${copied.stderr}`);
  const standby = await makeServer15(folder, options);
  await standby.start();
  return standby;
}

/** Changes a setting of a running server. */
export async function configure({ url }: Server15, sql: string): Promise<void> {
  await command({ connectionString: url }, sql);
  await command({ connectionString: url }, "select pg_reload_conf()");
}
