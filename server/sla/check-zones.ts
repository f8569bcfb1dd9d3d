import { randomUUID } from "node:crypto";
import { jobs } from "#contract/jobs.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";
import type { App } from "#server/lib/request-context.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";
import { recordDeskEvent } from "#server/lib/work/history.ts";

/**
 * At the start: where the time zone data are others than those of the last clocks, open clocks are computed again. What was
 * decided stays, and names the data that decided it.
 */
export async function checkTimeZones(app: App, tz: string = process.versions.tz ?? ""): Promise<void> {
  if (!app.serviceLevels.isOn()) return;
  await runTransaction(app.db, async (db) => {
    const state = await db.selectFrom("sla_state").select("tz").forUpdate().executeTakeFirstOrThrow();
    if (state.tz === tz) return;
    await db.updateTable("sla_state").set({ tz }).execute();
    // Before the first start with service levels there are no clocks.
    if (state.tz === null) return;
    const now = app.clock.now();
    await recordDeskEvent(
      { db, now, actor: null, ip: null, requestId: randomUUID(), via: "system" },
      {
        kind: "settings.time_zones_updated",
        before: { time_zone_data: state.tz },
        after: { time_zone_data: tz },
      },
    );
    await enqueue({ db }, jobs.requeueServiceLevels, { all: true });
  });
}
