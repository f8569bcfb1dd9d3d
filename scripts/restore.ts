/*
 * `npm run restore -- DIR`: fills an empty desk from a backup (or the newest backup below DIR): an empty DATA_DIR, or
 * an empty database with DATABASE_URL. All of it comes back, or nothing.
 */
import { resolve } from "node:path";
import type { ClientBase } from "pg";
import { refuseSampleAccounts } from "#server/demo/sample-accounts.ts";
import { openAttachments } from "#server/backup/attachments.ts";
import { readManifest } from "#server/backup/manifest.ts";
import { findBackup, restoreAndMigrate } from "#server/backup/restore.ts";
import { openFileStore } from "#server/lib/file-store/open-file-store.ts";
import { makeBar } from "./command-line/progress-bar.ts";
import { runTool, usage } from "./command-line/run-command.ts";

await runTool(
  async (config) => {
    const [given, ...rest] = process.argv.slice(2);
    if (given === undefined || rest.length > 0 || given.startsWith("-"))
      throw usage(
        "write npm run restore -- DIR, with the folder of a backup, or the one that holds your backups.",
      );
    const folder = await findBackup(resolve(given));
    // Looked at before anything is started: what is no backup leaves no half-made desk behind.
    await readManifest(folder);
    return async ({ pool, poolConfig }) => {
      const began = performance.now();
      const bar = makeBar();
      const attachments = await openFileStore(config);
      const accept = (client: ClientBase) => refuseSampleAccounts(client, config);
      const target = { poolConfig, ...openAttachments(attachments), accept };
      const { tables, files, taken_at } = await restoreAndMigrate(pool, target, folder, bar.draw).finally(
        () => {
          bar.clear();
          attachments.close();
        },
      );
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      process.stdout.write(
        `  ${rows.toLocaleString("en")} rows and ${files.length.toLocaleString("en")} attachments in ${((performance.now() - began) / 1000).toFixed(1)} s\nrestored ${folder}, taken at ${taken_at}; everybody signs in again\n`,
      );
    };
  },
  { migrates: false },
);
