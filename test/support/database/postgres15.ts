import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeServer15, missing15 } from "./postgres15-server.ts";
import { findQuickFolder } from "../quick-folder.ts";

/** Why the oldest supported server cannot be tried here, or null when it can. */
export const noPostgres15 = missing15;

/** A throwaway PostgreSQL 15 that does not wait for its disk; `url` is its DATABASE_URL. */
export async function startPostgres15() {
  const folder = mkdtempSync(join(findQuickFolder(), "waypost-pg15-"));
  chmodSync(folder, 0o711);
  const server = await makeServer15(folder, { settings: ["fsync=off"] });
  await server.start();
  const stop = async () => {
    await server.stop("fast");
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: server.url, server, stop };
}
