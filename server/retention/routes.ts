import { retention } from "#contract/retention.ts";
import { serve, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { readStorage } from "#server/uploads/storage.ts";
import { previewRetention } from "./preview.ts";

/** What is kept for how long; the features that own it take it away, each in a job of its own. */
export function retentionRoutes(router: RouteContext): void {
  serve(router, retention.preview, (ctx, { query }) => previewRetention(ctx, query));
  serve(router, retention.storage, (ctx) => readStorage(ctx.db));
}
