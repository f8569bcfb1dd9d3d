import type { App } from "#server/lib/request-context.ts";
import { pruneHistoryBatch } from "#server/lib/work/prune-history.ts";
import { daysBefore, readRetention } from "#server/settings/retention-times.ts";

/** Entries a transaction: so many hold their locks for a fraction of a second. */
const BATCH = 1000;

/** Nightly job: takes the details of entries that are older than they are kept. Answers of how many. */
export async function pruneAudit(app: App): Promise<number> {
  const { audit_days: days } = await readRetention(app.db);
  if (days === null) return 0;
  const now = app.clock.now();
  let pruned = 0;
  for (let more = true; more;) {
    const batch = await pruneHistoryBatch(app.db, daysBefore(now, days), now, BATCH);
    pruned += batch;
    more = batch === BATCH;
  }
  return pruned;
}
