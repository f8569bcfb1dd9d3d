import { Readable } from "node:stream";
import { audit } from "#contract/audit.ts";
import { serve, serveRaw, type Floor } from "../lib/serve.ts";
import { exportAudit, listAudit } from "./read.ts";

export function auditRoutes(floor: Floor): void {
  serve(floor, audit.list, (ctx, { query }) => listAudit(ctx, query));
  serveRaw(floor, audit.export, async (ctx, { query }, { reply }) => {
    const day = ctx.now.toISOString().slice(0, 10);
    await reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", `attachment; filename="audit-${day}.csv"`)
      .send(Readable.from(exportAudit(ctx, query)));
  });
}
