/*
 * `npm run backup -- DIR`: writes a consistent backup into a new folder below DIR, beside a running Waypost or alone:
 * all tables as they were at one moment, and the attachments.
 */
import { resolve } from "node:path";
import { openAttachments } from "#server/backup/attachments.ts";
import { readManifest } from "#server/backup/manifest.ts";
import { createBackup } from "#server/backup/create-backup.ts";
import { openFileStore } from "#server/lib/file-store/open-file-store.ts";
import { makeBar } from "./command-line/progress-bar.ts";
import { runTool, usage } from "./command-line/run-command.ts";

await runTool(
  (config) => {
    const [folder, ...rest] = process.argv.slice(2);
    if (folder === undefined || rest.length > 0 || folder.startsWith("-"))
      throw usage("write npm run backup -- DIR, with the folder that holds your backups.");
    return async ({ poolConfig }) => {
      const began = performance.now();
      const bar = makeBar();
      const attachments = await openFileStore(config);
      const path = await createBackup(
        { poolConfig, ...openAttachments(attachments) },
        resolve(folder),
        new Date(),
        bar.draw,
      ).finally(() => {
        bar.clear();
        attachments.close();
      });
      const { tables, files } = await readManifest(path);
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      const bytes = [...tables, ...files].reduce((sum, part) => sum + part.bytes, 0);
      process.stdout.write(
        `  ${rows.toLocaleString("en")} rows and ${files.length.toLocaleString("en")} attachments, ${(bytes / 1e6).toFixed(1)} MB in ${((performance.now() - began) / 1000).toFixed(1)} s\nbacked up into ${path}\n`,
      );
    };
  },
  { migrates: false },
);
