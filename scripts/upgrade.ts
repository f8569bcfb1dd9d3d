/*
 * `npm run upgrade`: a backup into DATA_DIR/backups, then the new tables. `npm run upgrade -- --rehearse` changes
 * nothing: it does the same on a restored copy, on a database server of its own, and tells how it went.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAttachments } from "#server/backup/attachments.ts";
import { restoreAndMigrate } from "#server/backup/restore.ts";
import { createBackup } from "#server/backup/create-backup.ts";
import { sumDrift, reconcileCounters } from "#server/dashboard/reconcile.ts";
import { startEmbedded } from "#server/db/embedded/embedded.ts";
import { prepareDatabase } from "#server/lib/db/prepare-database.ts";
import { makePool, type OpenDatabase } from "#server/db/open-database.ts";
import type { Config } from "#server/config.ts";
import { openFolderStore } from "#server/lib/file-store/folder-store.ts";
import { openFileStore } from "#server/lib/file-store/open-file-store.ts";
import { makeBar } from "./command-line/progress-bar.ts";
import { runTool, usage } from "./command-line/run-command.ts";

await runTool(
  (config) => {
    const [option, ...rest] = process.argv.slice(2);
    if ((option !== undefined && option !== "--rehearse") || rest.length > 0)
      throw usage("write npm run upgrade, or npm run upgrade -- --rehearse to try it on a copy first.");
    return option === "--rehearse"
      ? (database) => rehearse(database, config)
      : (database) => upgrade(database, config);
  },
  { migrates: false, needsDesk: true },
);

async function upgrade({ pool, poolConfig }: OpenDatabase, config: Config): Promise<void> {
  const kept = await backUp(poolConfig, config, join(config.dataDir, "backups"));
  const count = await prepareDatabase(pool, () => {});
  process.stdout.write(`${changed(count)}; the desk as it was is in ${kept}\n`);
}

async function rehearse({ poolConfig }: OpenDatabase, config: Config): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "waypost-rehearsal-"));
  // As root the copy's server runs under another account, which must get through.
  chmodSync(folder, 0o711);
  try {
    const backup = await backUp(poolConfig, config, join(folder, "backups"));
    const copy = await startEmbedded({ dataDir: join(folder, "copy"), say: () => {} });
    try {
      process.stdout.write(`${await tryOn(copy.poolConfig, join(folder, "copy"), backup)}\n`);
    } finally {
      await copy.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function backUp(
  poolConfig: OpenDatabase["poolConfig"],
  config: Config,
  parent: string,
): Promise<string> {
  const bar = makeBar();
  const attachments = await openFileStore(config);
  try {
    return await createBackup({ poolConfig, ...openAttachments(attachments) }, parent, new Date(), bar.draw);
  } finally {
    bar.clear();
    attachments.close();
  }
}

/** In words: what the copy went through, and whether its figures are right afterwards. */
async function tryOn(
  connection: OpenDatabase["poolConfig"],
  dataDir: string,
  backup: string,
): Promise<string> {
  const { pool } = makePool(connection);
  const bar = makeBar();
  try {
    const began = performance.now();
    const { tables, migrations } = await restoreAndMigrate(
      pool,
      // A folder of its own, also where the desk's files are in a store.
      { poolConfig: connection, ...openAttachments(openFolderStore(join(dataDir, "files"))) },
      backup,
      bar.draw,
    ).finally(bar.clear);
    const { rows } = await pool.query<{ n: number }>("select count(*)::int as n from schema_migrations");
    const count = (rows[0]?.n ?? 0) - migrations.length;
    const drift = sumDrift(await reconcileCounters(pool));
    const total = tables.reduce((sum, table) => sum + table.rows, 0);
    const took = ((performance.now() - began) / 1000).toFixed(1);
    return [
      `  ${total.toLocaleString("en")} rows copied and upgraded in ${took} s`,
      `  ${changed(count)}; figures recounted, ${drift} of them wrong`,
      "rehearsed: nothing was changed",
    ].join("\n");
  } finally {
    await pool.end();
  }
}

function changed(count: number): string {
  return count === 0 ? "The tables were up to date" : `${count} migration${count === 1 ? "" : "s"} applied`;
}
