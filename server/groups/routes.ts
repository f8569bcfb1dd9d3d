import { groups } from "#contract/groups.ts";
import { serve, serveObject, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { getGroup, listGroups } from "./read.ts";
import { archiveGroup, changeGroup, createGroup, restoreGroup } from "./write.ts";

export function groupRoutes(router: RouteContext): void {
  serve(router, groups.list, (ctx, { query }) => listGroups(ctx, query));
  serveObject(router, groups.get, (ctx, { params }) => getGroup(ctx, params.group_id));
  serve(router, groups.create, (ctx, { body }) => createGroup(ctx, body));
  serve(router, groups.change, (ctx, { params, body }) => changeGroup(ctx, params.group_id, body));
  serve(router, groups.delete, (ctx, { params }) => archiveGroup(ctx, params.group_id));
  serve(router, groups.restore, (ctx, { params }) => restoreGroup(ctx, params.group_id));
}
