import { macros } from "#contract/macros.ts";
import { tickets } from "#contract/tickets.ts";
import { serve, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { applyEffects } from "./apply.ts";
import { undoEffects } from "./undo.ts";

export function macroRoutes(router: RouteContext): void {
  serve(router, macros.apply, (ctx, { body }) => applyEffects(ctx, body));
  serve(router, tickets.undo, (ctx, { params }) => undoEffects(ctx, params.group_id));
}
