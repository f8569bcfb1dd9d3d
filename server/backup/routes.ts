import { jobs } from "#contract/jobs.ts";
import type { RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { handleJob } from "#server/lib/work/jobs.ts";
import { backUpNightly } from "./nightly-backup.ts";

/** No addresses: a backup holds everything, so it is taken and restored from the shell alone. */
export function backupRoutes(router: RouteContext): void {
  handleJob(router, jobs.backUpNightly, backUpNightly, { every: "10 2 * * *" });
}
