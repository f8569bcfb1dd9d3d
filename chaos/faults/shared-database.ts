import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { startEmbedded } from "#server/db/embedded/embedded.ts";
import { freePort } from "../../test/support/spawn-app.ts";
import { makePlace, type Place } from "../../test/support/data-directory-and-database.ts";
import type { Settings } from "../scenario.ts";

/** One database for several instances: of `url`, or an embedded server that this process keeps. */
export async function makeShared(settings: Settings, name: string): Promise<Place> {
  if (settings.url !== null) return makePlace(settings, name);
  const folder = join(settings.folder, name);
  const embedded = await startEmbedded({ dataDir: join(folder, "database"), say: () => {} });
  const { host } = embedded.poolConfig;
  const url = `postgres://waypost@/waypost?host=${encodeURIComponent(host ?? "")}`;
  const dataDir = join(folder, "data");
  mkdirSync(dataDir, { recursive: true });
  const port = await freePort();
  return {
    env: { DATABASE_URL: url, DATA_DIR: dataDir, PORT: String(port) },
    dataDir,
    port,
    address: `http://127.0.0.1:${port}`,
    connection: () => embedded.poolConfig,
    drop: () => embedded.stop(),
  };
}
