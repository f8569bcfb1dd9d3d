import { groups } from "#contract/groups.ts";
import { serve, type Floor } from "../lib/serve.ts";
import { getGroup, listGroups } from "./read.ts";
import { archiveGroup, changeGroup, createGroup, restoreGroup } from "./write.ts";

export function groupRoutes(floor: Floor): void {
  serve(floor, groups.list, (ctx, { query }) => listGroups(ctx, query));
  serve(floor, groups.get, (ctx, { params }) => getGroup(ctx, params.group_id));
  serve(floor, groups.create, (ctx, { body }) => createGroup(ctx, body));
  serve(floor, groups.change, (ctx, { params, body }) => changeGroup(ctx, params.group_id, body));
  serve(floor, groups.delete, (ctx, { params }) => archiveGroup(ctx, params.group_id));
  serve(floor, groups.restore, (ctx, { params }) => restoreGroup(ctx, params.group_id));
}
