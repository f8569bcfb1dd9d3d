import { merges } from "#contract/merges.ts";
import { serve, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { listMerges } from "./list.ts";
import { mergeTickets } from "./merge.ts";
import { previewMerge } from "./preview.ts";
import { previewSplit } from "./split-choice.ts";
import { splitTicket } from "./split.ts";
import { undoMerges } from "./undo.ts";

export function mergeRoutes(router: RouteContext): void {
  serve(router, merges.preview, (ctx, { params, body }) => previewMerge(ctx, params.ticket_id, body));
  serve(router, merges.merge, (ctx, { params, body }) => mergeTickets(ctx, params.ticket_id, body));
  serve(router, merges.undo, (ctx, { body }) => undoMerges(ctx, body));
  serve(router, merges.list, (ctx, { params }) => listMerges(ctx, params.ticket_id));
  serve(router, merges.splitPreview, (ctx, { params, body }) => previewSplit(ctx, params.ticket_id, body));
  serve(router, merges.split, (ctx, { params, body }) => splitTicket(ctx, params.ticket_id, body));
}
