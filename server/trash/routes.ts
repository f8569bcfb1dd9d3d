import { jobs } from "#contract/jobs.ts";
import { tickets } from "#contract/tickets.ts";
import { users } from "#contract/users.ts";
import { ACCOUNTS, type RouteContext, serve } from "#server/lib/http/serve-endpoint.ts";
import { handleJob } from "#server/lib/work/jobs.ts";
import { emptyTrash } from "./empty-trash.ts";
import { erasePerson, previewErasure } from "./erase-person.ts";
import { restoreFromTrash } from "./restore-ticket.ts";

/** The features `tickets` and `users` delete; a ticket comes back here, and here is erased for good what was deleted. */
export function trashRoutes(router: RouteContext): void {
  serve(router, tickets.restore, (ctx, { params }) => restoreFromTrash(ctx, params.ticket_id));
  serve(router, users.previewErasure, (ctx, { params }) => previewErasure(ctx, params.user_id), ACCOUNTS);
  serve(router, users.erase, (ctx, { params }) => erasePerson(ctx, params.user_id), ACCOUNTS);
  handleJob(router, jobs.emptyTrash, emptyTrash, { every: "50 2 * * *" });
}
