import { mail } from "#contract/mail.ts";
import { jobs } from "#contract/jobs.ts";
import { sendDueMails, sendMail } from "#server/lib/work/outbox.ts";
import { serve, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { handleJob } from "#server/lib/work/jobs.ts";
import { pruneMails } from "./prune.ts";
import { listCaptured, listMails } from "./read.ts";
import { tellUndelivered } from "./undelivered.ts";
import { sendAgain, sendTestMail } from "./write.ts";

export function mailRoutes(router: RouteContext): void {
  serve(router, mail.list, (ctx, { query }) => listMails(ctx, query));
  serve(router, mail.captured, (ctx) => listCaptured(ctx));
  serve(router, mail.test, (ctx) => sendTestMail(ctx));
  serve(router, mail.retry, (ctx, { params }) => sendAgain(ctx, params.mail_id));
  // Each may take two minutes, and all of them a quarter of an hour until they count as lost.
  handleJob(router, jobs.sendMail, (app, { id }) => sendMail(app, id), { batch: 5 });
  handleJob(router, jobs.sendDueMails, sendDueMails, { every: "* * * * *" });
  handleJob(router, jobs.tellUndelivered, tellUndelivered);
  handleJob(router, jobs.pruneMails, pruneMails, { every: "0 3 * * *" });
}
