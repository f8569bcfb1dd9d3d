import { links } from "#contract/links.ts";
import { serve, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { listLinks } from "./read.ts";
import { undoLinking } from "./undo.ts";
import { linkTickets, removeLink } from "./write.ts";

export function linkRoutes(router: RouteContext): void {
  serve(router, links.list, (ctx, { params }) => listLinks(ctx, params.ticket_id));
  serve(router, links.create, (ctx, { params, body }) => linkTickets(ctx, params.ticket_id, body));
  serve(router, links.remove, (ctx, { params }) => removeLink(ctx, params.ticket_id, params.link_id));
  serve(router, links.undo, (ctx, { params }) => undoLinking(ctx, params.group_id));
}
