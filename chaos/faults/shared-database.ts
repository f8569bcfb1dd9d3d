import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { startEmbedded } from "#server/db/embedded/embedded.ts";
import { freePort } from "../../test/support/processes/spawn-app.ts";
import { look, makePlace, type Place } from "../../test/support/database/data-directory-and-database.ts";
import type { Settings } from "../scenario.ts";

/**
 * One database for several instances: of `url`, or an embedded server that this process keeps, which takes as many
 * `connections` as are asked for.
 */
export async function makeShared(
  settings: Settings,
  name: string,
  { connections }: { connections?: number } = {},
): Promise<Place> {
  if (settings.url !== null) return makePlace(settings, name);
  const folder = join(settings.folder, name);
  const start = () => startEmbedded({ dataDir: join(folder, "database"), say: () => {} });
  let embedded = await start();
  if (connections !== undefined) {
    await look(embedded.poolConfig, (client) =>
      client.query(`alter system set max_connections = ${connections}`),
    );
    await embedded.stop();
    embedded = await start();
  }
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
