/*
 * `npm run backup -- DIR`: writes a consistent backup into a new folder below DIR, beside a running Waypost or alone:
 * all tables as they were at one moment, and the attachments; with --without-attachments those are named alone, for a
 * move that leaves them where they are.
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
    const [folder, option, ...rest] = process.argv.slice(2);
    const isKnown = option === undefined || option === "--without-attachments";
    if (folder === undefined || !isKnown || rest.length > 0 || folder.startsWith("-"))
      throw usage(
        "write npm run backup -- DIR, with the folder that holds your backups, and --without-attachments where a move leaves them where they are.",
      );
    return async ({ poolConfig }) => {
      const began = performance.now();
      const bar = makeBar();
      const attachments = await openFileStore(config);
      const path = await createBackup(
        { poolConfig, readFile: option === undefined ? openAttachments(attachments).readFile : null },
        resolve(folder),
        new Date(),
        bar.draw,
      ).finally(() => {
        bar.clear();
        attachments.close();
      });
      const { tables, files } = await readManifest(path);
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      const carried = option === undefined ? files : [];
      const bytes = [...tables, ...carried].reduce((sum, part) => sum + part.bytes, 0);
      process.stdout.write(
        `  ${rows.toLocaleString("en")} rows and ${carried.length.toLocaleString("en")} attachments, ${(bytes / 1e6).toFixed(1)} MB in ${((performance.now() - began) / 1000).toFixed(1)} s\nbacked up into ${path}\n`,
      );
    };
  },
  { migrates: false, needsDesk: true },
);
