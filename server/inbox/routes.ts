import { inbox } from "#contract/inbox.ts";
import { jobs } from "#contract/jobs.ts";
import { serve, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { handleJob } from "#server/lib/work/jobs.ts";
import { pruneInbox } from "./jobs.ts";
import { countUnread, listInbox } from "./read.ts";
import { done, doneAll, remind, undone, undoneAll, unread } from "./write.ts";

export function inboxRoutes(router: RouteContext): void {
  serve(router, inbox.list, (ctx, { query }) => listInbox(ctx, query));
  serve(router, inbox.count, (ctx) => countUnread(ctx));
  serve(router, inbox.doneAll, (ctx, { body }) => doneAll(ctx, body.before));
  serve(router, inbox.undoneAll, (ctx, { body }) => undoneAll(ctx, body.done_at));
  serve(router, inbox.done, (ctx, { params }) => done(ctx, params.ticket_id));
  serve(router, inbox.undone, (ctx, { params }) => undone(ctx, params.ticket_id));
  serve(router, inbox.unread, (ctx, { params }) => unread(ctx, params.ticket_id));
  serve(router, inbox.remind, (ctx, { params, body }) => remind(ctx, params.ticket_id, body.at));
  handleJob(router, jobs.pruneInbox, pruneInbox, { every: "45 2 * * *" });
}
