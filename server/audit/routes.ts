import { audit } from "#contract/audit.ts";
import { jobs } from "#contract/jobs.ts";
import { handleJob } from "#server/lib/work/jobs.ts";
import { serve, serveRaw, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { sendCsv } from "#server/lib/http/csv-download.ts";
import { pruneAudit } from "./prune.ts";
import { exportAudit, listAudit } from "./read.ts";

export function auditRoutes(router: RouteContext): void {
  serve(router, audit.list, (ctx, { query }) => listAudit(ctx, query));
  serveRaw(router, audit.export, (ctx, { query }, exchange) =>
    sendCsv(exchange, { name: "audit", ctx, records: exportAudit(ctx, query) }),
  );
  handleJob(router, jobs.pruneAudit, pruneAudit, { every: "10 3 * * *" });
}
