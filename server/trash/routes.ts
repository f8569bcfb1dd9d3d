import { jobs } from "#contract/jobs.ts";
import type { RouteContext } from "#server/lib/http/serve.ts";
import { handleJob } from "#server/lib/work/jobs.ts";
import { emptyTrash } from "./empty-trash.ts";

/** No addresses: tickets go into the trash and come back from it in the room `tickets`; here the trash is emptied. */
export function trashRoutes(router: RouteContext): void {
  handleJob(router, jobs.emptyTrash, emptyTrash, { every: "50 2 * * *" });
}
