import { roles } from "#contract/roles.ts";
import { metaOf } from "../lib/page.ts";
import { serve, type Floor } from "../lib/serve.ts";
import { getRolePermissions, getRolesOfUser, listRoleHistory, listRoles } from "./read.ts";
import { setRoles } from "./write.ts";

export function roleRoutes(floor: Floor): void {
  serve(floor, roles.list, async (ctx) => {
    const all = await listRoles(ctx);
    return { roles: all, meta: metaOf({ page: 1, limit: Math.max(all.length, 1), offset: 0 }, all.length) };
  });
  serve(floor, roles.permissions, (ctx, { params }) => getRolePermissions(ctx, params.role_id));
  serve(floor, roles.ofUser, async (ctx, { params }) => ({
    roles: await getRolesOfUser(ctx, params.user_id),
  }));
  serve(floor, roles.set, (ctx, { params, body }) => setRoles(ctx, params.user_id, body));
  serve(floor, roles.history, async (ctx, { params, query }) => {
    const { history, total } = await listRoleHistory(ctx, params.user_id, query.limit);
    return { history, meta: metaOf({ page: 1, limit: query.limit, offset: 0 }, total) };
  });
}
