import { roles } from "#contract/roles.ts";
import { buildMeta } from "#server/lib/http/pagination.ts";
import { sendCsv } from "#server/lib/http/csv-download.ts";
import { ACCOUNTS, serve, serveRaw, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { exportRoleHistory } from "./export-history.ts";
import { getRolePermissions, getRolesOfUser, listRoles } from "./read.ts";
import { listRoleHistory } from "./role-history.ts";
import { setRoles } from "./write.ts";

export function roleRoutes(router: RouteContext): void {
  serve(router, roles.list, async (ctx) => {
    const all = await listRoles(ctx);
    return {
      roles: all,
      meta: buildMeta({ page: 1, limit: Math.max(all.length, 1), offset: 0 }, all.length),
    };
  });
  serve(router, roles.permissions, (ctx, { params }) => getRolePermissions(ctx, params.role_id));
  serve(router, roles.ofUser, async (ctx, { params }) => ({
    roles: await getRolesOfUser(ctx, params.user_id),
  }));
  serve(router, roles.set, (ctx, { params, body }) => setRoles(ctx, params.user_id, body), ACCOUNTS);
  serve(router, roles.history, async (ctx, { params, query }) => {
    const { history, total } = await listRoleHistory(ctx, params.user_id, query.limit);
    return { history, meta: buildMeta({ page: 1, limit: query.limit, offset: 0 }, total) };
  });
  serveRaw(router, roles.exportHistory, async (ctx, { params }, exchange) =>
    sendCsv(exchange, {
      name: "role-history",
      ctx,
      records: await exportRoleHistory(ctx, params.user_id),
    }),
  );
}
