/*
 * Recounts every figure of the desk and mends what differs (`npm run reconcile`), beside a running Waypost or alone.
 * Nobody has to wait for it. It also runs by itself each night; a drift of anything but 0 means that somebody wrote
 * around the triggers, as a restore by hand does.
 */
import type { OpenDatabase } from "#server/db/open-database.ts";
import { type Drift, sumDrift, reconcileCounters } from "#server/dashboard/reconcile.ts";
import type { Db } from "#server/lib/request-context.ts";
import { openKnownVersions } from "#server/sla/known.ts";
import { reconcileServiceLevels } from "#server/sla/reconcile.ts";
import { runTool, usage } from "./command-line/run-command.ts";

await runTool(
  () => {
    if (process.argv.length > 2) throw usage("write npm run reconcile: it takes nothing beside it.");
    return reconcile;
  },
  { needsDesk: true },
);

async function reconcile(database: OpenDatabase): Promise<void> {
  const began = performance.now();
  const drift = [...(await reconcileCounters(database.pool)), ...(await reconcileDueTimes(database))];
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  for (const each of drift) {
    process.stdout.write(`${each.figures.padEnd(16)} drift ${each.drift}\n`);
  }
  process.stdout.write(`recounted in ${seconds} s, drift ${sumDrift(drift)}${mended(sumDrift(drift))}\n`);
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
