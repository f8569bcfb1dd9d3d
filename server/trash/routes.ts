import { jobs } from "#contract/jobs.ts";
import type { RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { handleJob } from "#server/lib/work/jobs.ts";
import { emptyTrash } from "./empty-trash.ts";

/** No endpoints: the feature `tickets` deletes and restores; this one empties the trash. */
export function trashRoutes(router: RouteContext): void {
  handleJob(router, jobs.emptyTrash, emptyTrash, { every: "50 2 * * *" });
}
