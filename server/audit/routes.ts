import { Readable } from "node:stream";
import { audit } from "#contract/audit.ts";
import { serve, serveRaw, type RouteContext } from "#server/lib/http/serve.ts";
import { exportAudit, listAudit } from "./read.ts";

export function auditRoutes(router: RouteContext): void {
  serve(router, audit.list, (ctx, { query }) => listAudit(ctx, query));
  serveRaw(router, audit.export, async (ctx, { query }, { reply }) => {
    const day = ctx.now.toISOString().slice(0, 10);
    await reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", `attachment; filename="audit-${day}.csv"`)
      .send(Readable.from(exportAudit(ctx, query)));
  });
}
