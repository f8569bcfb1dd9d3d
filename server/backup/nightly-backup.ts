import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { App } from "#server/lib/request-context.ts";
import { readFreeBytes, MIN_FREE_BYTES } from "#server/lib/guard/disk-space.ts";
import { readSetting } from "#server/settings/read.ts";
import { openAttachments } from "./attachments.ts";
import { createBackup } from "./create-backup.ts";

/** Daily backups that are kept. */
export const KEPT_BACKUPS = 7;
const DAY = 24 * 3_600_000;

/**
 * The nightly job: a backup below DATA_DIR/backups, then the oldest go. Answers its folder; null where the setting
 * `nightly_backup` is false, or where the disk has no room for it beside what the desk needs.
 */
export async function backUpNightly(app: App): Promise<string | null> {
  if ((await readSetting(app.db, "nightly_backup")) === false) return null;
  const parent = join(app.config.dataDir, "backups");
  await removeUnfinished(parent);
  const needed = (await estimateSize(app)) + MIN_FREE_BYTES;
  const free = await readFreeBytes(app.config.dataDir);
  if (free !== null && free < needed) {
    app.log.warn({ free, needed }, "no nightly backup: the disk has no room for it");
    return null;
  }
  const source = { poolConfig: app.sessions.options, ...openAttachments(app.files) };
  const made = await createBackup(source, parent, app.clock.now());
  await removeOldest(parent);
  return made;
}

/** Bytes: tables shrink to less than a third, attachments hardly at all. */
async function estimateSize({ db }: App): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (pg_database_size(current_database()) / 3 + coalesce((select sum(bytes) from blobs), 0))::bigint as bytes`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}

/** Removes only backups under our own names: those that somebody put there by hand under other names stay. */
async function removeOldest(parent: string): Promise<void> {
  const ours = (await listNames(parent)).filter((name) => /^waypost-\d{4}-.*Z$/.test(name)).toSorted();
  for (const name of ours.slice(0, -KEPT_BACKUPS))
    await rm(join(parent, name), { recursive: true, force: true });
}

/** Removes what a killed process left; a backup under way is younger. */
async function removeUnfinished(parent: string): Promise<void> {
  for (const name of await listNames(parent)) {
    if (!name.startsWith(".unfinished-")) continue;
    const found = await stat(join(parent, name)).catch(() => null);
    if (found && Date.now() - found.mtimeMs > DAY)
      await rm(join(parent, name), { recursive: true, force: true });
  }
}

async function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
