import { jobs } from "#contract/jobs.ts";
import type { RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { handleJob } from "#server/lib/work/jobs.ts";
import { pruneAllowances } from "./prune.ts";

/** No routes: requests are counted as they arrive. What administrators allow stands in the settings. */
export function allowanceRoutes(router: RouteContext): void {
  handleJob(router, jobs.pruneAllowances, pruneAllowances, { every: "50 3 * * *" });
}
