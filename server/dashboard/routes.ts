import { dashboard } from "#contract/dashboard.ts";
import { jobs } from "#contract/jobs.ts";
import type { App } from "#server/lib/request-context.ts";
import { serve, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { handleJob } from "#server/lib/work/jobs.ts";
import { readDashboard } from "./read.ts";
import { readTeamFigures } from "./team-figures.ts";
import { sumDrift, reconcileCounters } from "./reconcile.ts";

export function dashboardRoutes(router: RouteContext): void {
  serve(router, dashboard.metrics, (ctx) => readDashboard(ctx));
  serve(router, dashboard.teams, (ctx) => readTeamFigures(ctx));
  handleJob(router, jobs.reconcileMetrics, reconcileNightly, { every: "17 3 * * *" });
}

async function reconcileNightly({ sessions, log }: App): Promise<void> {
  const drift = await reconcileCounters(sessions);
  if (sumDrift(drift) > 0) log.error({ drift }, "figures had drifted and were mended");
}
