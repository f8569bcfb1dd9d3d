import { jobs } from "#contract/jobs.ts";
import type { RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { handleJob } from "#server/lib/work/jobs.ts";
import { processMail } from "./process.ts";
import { sweepStoredMails } from "./sweep.ts";

export function incomingRoutes(router: RouteContext): void {
  handleJob(router, jobs.processMail, (app, { id }) => processMail(app, id), { retries: 5 });
  handleJob(router, jobs.processStoredMails, sweepStoredMails, { every: "*/5 * * * *" });
}
