/*
 * Recounts every figure of the desk and mends what differs (`npm run reconcile`), beside a running Waypost or alone.
 * Nobody has to wait for it. It also runs by itself each night; a drift of anything but 0 means that somebody wrote
 * around the triggers, as a restore by hand does.
 */
import { readConfig, readEnvironment } from "#server/config.ts";
import { type Drift, sumDrift, reconcileCounters } from "#server/dashboard/reconcile.ts";
import { migrate } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open-database.ts";
import type { Db } from "#server/lib/request-context.ts";
import { openKnownVersions } from "#server/sla/known.ts";
import { reconcileServiceLevels } from "#server/sla/reconcile.ts";

try {
  await reconcile();
} catch (error) {
  process.stderr.write(`waypost: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function reconcile() {
  const database = await openDatabase(readConfig(readEnvironment()), () => {}, { attach: true });
  try {
    await migrate(database.pool, () => {});
    const began = performance.now();
    const drift = [...(await reconcileCounters(database.pool)), ...(await reconcileDueTimes(database))];
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    for (const each of drift) {
      process.stdout.write(`${each.figures.padEnd(16)} drift ${each.drift}\n`);
    }
    process.stdout.write(`recounted in ${seconds} s, drift ${sumDrift(drift)}${mended(sumDrift(drift))}\n`);
  } finally {
    await database.stop();
  }
}

function mended(drift: number): string {
  return drift === 0 ? "" : " (mended)";
}

/** What is queued right now counts as drift too: a running Waypost computes it within a second. */
async function reconcileDueTimes({ db }: { db: Db }): Promise<Drift> {
  const versions = await openKnownVersions(db, { warn: () => {} });
  if (!versions.isOn()) return [];
  const found = await reconcileServiceLevels(db, versions, new Date());
  return [
    { figures: "due times", drift: found.due_times },
    { figures: "sla reports", drift: found.reports },
  ];
}
