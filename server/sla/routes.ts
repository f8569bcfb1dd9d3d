import { jobs } from "#contract/jobs.ts";
import { sla } from "#contract/sla.ts";
import { sendCsv } from "#server/lib/http/csv-download.ts";
import { type RouteContext, serve, serveObject, serveRaw } from "#server/lib/http/serve-endpoint.ts";
import { handleJob } from "#server/lib/work/jobs.ts";
import { getAssignment, listAssignments } from "./assignments/read.ts";
import { assign } from "./assignments/write.ts";
import { applyChange, continueApplication } from "./changes/apply.ts";
import { getApplication } from "./changes/application.ts";
import { previewChange } from "./changes/preview.ts";
import { undoApplication } from "./changes/undo.ts";
import { checkTimeZones } from "./check-zones.ts";
import { requeueServiceLevels } from "./due/requeue.ts";
import { getPolicy, listPolicies } from "./policies/read.ts";
import { changePolicy, createPolicy, deletePolicy } from "./policies/write.ts";
import { judgeAgain } from "./receipt/judge-again.ts";
import { readReceipt } from "./receipt/receipt.ts";
import { exportReport, exportVerdicts } from "./reports/export.ts";
import { readReport } from "./reports/report.ts";
import { listVerdicts } from "./reports/verdicts.ts";
import { reconcileNightly } from "./reconcile.ts";
import { mailWarnings } from "./warn/mail-warnings.ts";

export function slaRoutes(router: RouteContext): void {
  serve(router, sla.listPolicies, (ctx) => listPolicies(ctx));
  serveObject(router, sla.getPolicy, (ctx, { params, query }) => getPolicy(ctx, params.policy_id, query));
  serve(router, sla.createPolicy, (ctx, { body }) => createPolicy(ctx, body));
  serve(router, sla.changePolicy, (ctx, { params, body }) => changePolicy(ctx, params.policy_id, body));
  serve(router, sla.deletePolicy, (ctx, { params }) => deletePolicy(ctx, params.policy_id));
  serve(router, sla.listAssignments, (ctx) => listAssignments(ctx));
  serveObject(router, sla.getAssignment, (ctx, { params }) => getAssignment(ctx, params.scope));
  serve(router, sla.assign, (ctx, { params, body }) => assign(ctx, params.scope, body));
  serve(router, sla.preview, (ctx, { body }) => previewChange(ctx, body));
  serve(router, sla.apply, (ctx, { body }) => applyChange(ctx, body));
  serveObject(router, sla.application, (ctx, { params }) => getApplication(ctx, params.group_id));
  serve(router, sla.undo, (ctx, { params }) => undoApplication(ctx, params.group_id));
  serve(router, sla.receipt, (ctx, { params, query }) => readReceipt(ctx, params.ticket_id, query));
  serve(router, sla.judgeAgain, (ctx, { params, body }) => judgeAgain(ctx, params.ticket_id, body));
  serve(router, sla.report, (ctx, { query }) => readReport(ctx, query));
  serve(router, sla.verdicts, (ctx, { query }) => listVerdicts(ctx, query));
  serveRaw(router, sla.reportExport, async (ctx, { query }, exchange) =>
    sendCsv(exchange, { name: "service-levels", ctx, records: await exportReport(ctx, query) }),
  );
  serveRaw(router, sla.verdictsExport, async (ctx, { query }, exchange) =>
    sendCsv(exchange, { name: "verdicts", ctx, records: await exportVerdicts(ctx, query) }),
  );
  handleJob(router, jobs.applyServiceLevels, continueApplication, { hours: 1 });
  handleJob(router, jobs.requeueServiceLevels, requeueServiceLevels, { hours: 1 });
  handleJob(router, jobs.warnOfServiceLevels, mailWarnings);
  handleJob(router, jobs.reconcileServiceLevels, reconcileNightly, { every: "37 3 * * *", hours: 1 });
  handleJob(router, jobs.checkTimeZones, (app) => checkTimeZones(app), { every: "23 * * * *" });
}
