import { mailboxes } from "#contract/mailboxes.ts";
import { jobs } from "#contract/jobs.ts";
import { serve, serveObject, servePrepared, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { handleJob } from "#server/lib/work/jobs.ts";
import { changeMailbox } from "./change.ts";
import { checkSaved, checkUnsaved, keepOutcome } from "./check-requests.ts";
import { createMailbox } from "./create.ts";
import { renewHookSecret } from "./hook-secret.ts";
import { deleteMailbox, pauseMailbox, resumeMailbox } from "./pause.ts";
import { awaitPlusMail } from "./plus-mail.ts";
import { getMailbox, listMailboxes } from "./read.ts";
import { tellMailboxesAway } from "./tell-away.ts";

export function mailboxRoutes(router: RouteContext): void {
  serve(router, mailboxes.list, (ctx) => listMailboxes(ctx));
  serveObject(router, mailboxes.get, (ctx, { params }) => getMailbox(ctx, params.mailbox_id));
  serve(router, mailboxes.create, (ctx, { body }) => createMailbox(ctx, body));
  serve(router, mailboxes.change, (ctx, { params, body }) => changeMailbox(ctx, params.mailbox_id, body));
  serve(router, mailboxes.delete, (ctx, { params }) => deleteMailbox(ctx, params.mailbox_id));
  serve(router, mailboxes.pause, (ctx, { params }) => pauseMailbox(ctx, params.mailbox_id));
  serve(router, mailboxes.resume, (ctx, { params }) => resumeMailbox(ctx, params.mailbox_id));
  serve(router, mailboxes.checkUnsaved, (ctx, { body }) => checkUnsaved(ctx, body), {
    withoutTransaction: "it connects to other servers for seconds, and writes nothing",
  });
  servePrepared(
    router,
    mailboxes.check,
    (ctx, { params }) => checkSaved(ctx, params.mailbox_id),
    (ctx, { params }, steps) => keepOutcome(ctx, params.mailbox_id, steps),
  );
  serve(router, mailboxes.renewHookSecret, (ctx, { params }) => renewHookSecret(ctx, params.mailbox_id));
  handleJob(router, jobs.awaitPlusMail, (app, data) => awaitPlusMail(app, data), { retries: 0 });
  handleJob(router, jobs.tellMailboxesAway, tellMailboxesAway, { every: "* * * * *" });
}
