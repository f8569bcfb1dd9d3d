import { jobs } from "#contract/jobs.ts";
import { views } from "#contract/views.ts";
import { serve, serveObject, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { handleJob } from "#server/lib/work/jobs.ts";
import { countViews } from "./counts.ts";
import { setPins } from "./pins.ts";
import { pruneViews } from "./prune.ts";
import { getView, listViews } from "./read.ts";
import { restoreView } from "./restore.ts";
import { changeView, createView, deleteView } from "./save.ts";

export function viewRoutes(router: RouteContext): void {
  serve(router, views.list, (ctx) => listViews(ctx));
  serve(router, views.create, (ctx, { body }) => createView(ctx, body));
  serveObject(router, views.get, (ctx, { params }) => getView(ctx, params.view_id));
  serve(router, views.change, (ctx, { params, body }) => changeView(ctx, params.view_id, body));
  serve(router, views.delete, (ctx, { params }) => deleteView(ctx, params.view_id));
  serve(router, views.restore, (ctx, { params }) => restoreView(ctx, params.view_id));
  serve(router, views.pin, (ctx, { body }) => setPins(ctx, body));
  serve(router, views.counts, (ctx, { query }) => countViews(ctx, query.keys));
  handleJob(router, jobs.pruneViews, pruneViews, { every: "45 2 * * *" });
}
