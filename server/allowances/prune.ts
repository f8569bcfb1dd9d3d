import type { App } from "#server/lib/request-context.ts";

/** Counts older than the longest span say nothing any more. */
const KEPT = 2 * 24 * 3_600_000;

/** Nightly job: deletes counts that are over. */
export async function pruneAllowances(app: App): Promise<void> {
  const before = new Date(app.clock.now().getTime() - KEPT);
  await app.db.deleteFrom("allowances").where("at", "<", before).execute();
}
