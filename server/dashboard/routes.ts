import { dashboard } from "#contract/dashboard.ts";
import { serve, type RouteContext } from "#server/lib/http/serve.ts";
import { readMetrics } from "./read.ts";
import { driftOf, reconcileFigures } from "./reconcile.ts";

export function dashboardRoutes(router: RouteContext): void {
  serve(router, dashboard.metrics, (ctx) => readMetrics(ctx));
  router.jobs.push({
    name: "dashboard.reconcile",
    every: "17 3 * * *",
    run: async () => {
      const drift = await reconcileFigures(router.app.pool);
      if (driftOf(drift) > 0) router.app.log.error({ drift }, "figures had drifted and were mended");
    },
  });
}
