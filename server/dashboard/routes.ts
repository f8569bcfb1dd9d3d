import { dashboard } from "#contract/dashboard.ts";
import { serve, type Floor } from "../lib/serve.ts";
import { readMetrics } from "./read.ts";
import { driftOf, reconcileFigures } from "./reconcile.ts";

export function dashboardRoutes(floor: Floor): void {
  serve(floor, dashboard.metrics, (ctx) => readMetrics(ctx));
  floor.jobs.push({
    name: "dashboard.reconcile",
    every: "17 3 * * *",
    run: async () => {
      const drift = await reconcileFigures(floor.house.pool);
      if (driftOf(drift) > 0) floor.house.log.error({ drift }, "figures had drifted and were mended");
    },
  });
}
