import { incoming } from "#contract/incoming.ts";
import { type DataOf, jobs } from "#contract/jobs.ts";
import { asCallerInTurn } from "#server/lib/db/row-level-security.ts";
import {
  serve,
  serveObject,
  servePrepared,
  serveRaw,
  type RouteContext,
} from "#server/lib/http/serve-endpoint.ts";
import type { App, Ctx } from "#server/lib/request-context.ts";
import { handleJob } from "#server/lib/work/jobs.ts";
import { blockSender, listBlocked, unblockSender } from "./block.ts";
import { decideOnMany, ignoreMail, restoreMail } from "./decide.ts";
import { listIncoming } from "./list.ts";
import { findOriginal, sendOriginal } from "./original.ts";
import { pruneIncoming } from "./prune.ts";
import { getIncoming } from "./read.ts";
import { assignSender, retryMail } from "./retry.ts";
import { summarizeIncoming } from "./summary.ts";
import { sweepStoredMails } from "./sweep.ts";
import { findTicketOriginal, listTicketMails } from "./ticket-mails.ts";

/** Hours: three minutes, many times what the longest mail takes; where an app died over a mail, its client waits so long. */
const LOST_AFTER = 0.05;

/**
 * Mails that a process works on at once. Each may wait for a name server for seconds, and the others go on meanwhile; more
 * would take connections from people who wait.
 */
const AT_ONCE = 3;

export function incomingRoutes(router: RouteContext): void {
  serve(router, incoming.list, (ctx, { query }) => listIncoming(ctx, query));
  serveObject(router, incoming.get, (ctx, { params }) => getIncoming(ctx, params.mail_id));
  serveRaw(router, incoming.original, async (ctx, { params }, { reply }) =>
    sendOriginal(router.app.files, await findOriginal(ctx, params.mail_id), reply),
  );
  serve(router, incoming.ignore, (ctx, { params }) => ignoreMail(ctx, params.mail_id));
  serve(router, incoming.restore, (ctx, { params }) => restoreMail(ctx, params.mail_id));
  serve(router, incoming.block, (ctx, { params, body }) => blockSender(ctx, params.mail_id, body.what));
  servePrepared(router, incoming.makeTicket, prepareLazily, async (ctx, { body }, mail) =>
    (await import("./make-ticket.ts")).makeTicket(ctx, mail, body),
  );
  servePrepared(router, incoming.join, prepareLazily, async (ctx, { body }, mail) =>
    (await import("./join.ts")).joinMail(ctx, mail, body),
  );
  serve(router, incoming.samePerson, (ctx, { params, body }) =>
    assignSender(ctx, params.mail_id, body.user_id),
  );
  serve(router, incoming.retry, (ctx, { params }) => retryMail(ctx, params.mail_id));
  serve(router, incoming.bulk, (ctx, { body }) => decideOnMany(ctx, body));
  serve(router, incoming.summary, (ctx) => summarizeIncoming(ctx));
  serve(router, incoming.blocked, (ctx) => listBlocked(ctx));
  serve(router, incoming.unblock, (ctx, { params }) => unblockSender(ctx, params.block_id));
  serve(router, incoming.mailsOfTicket, (ctx, { params }) => listTicketMails(ctx, params.ticket_id));
  serveRaw(router, incoming.originalOfTicket, async (ctx, { params }, { reply }) => {
    const mail = await asCallerInTurn(ctx, (db) => findTicketOriginal({ ...ctx, db }, params));
    await sendOriginal(router.app.files, mail, reply);
  });
  handleJob(router, jobs.processMail, processLazily, {
    retries: 5,
    hours: LOST_AFTER,
    atOnce: AT_ONCE,
    canWait: true,
  });
  handleJob(router, jobs.pruneIncoming, pruneIncoming, { every: "10 3 * * *" });
  handleJob(router, jobs.processStoredMails, sweepStoredMails, { every: "*/5 * * * *" });
}

async function prepareLazily(ctx: Ctx, { params }: { params: { mail_id: string } }) {
  const { prepareMail } = await import("./act-on-mail.ts");
  return prepareMail(ctx, params.mail_id);
}

/** What takes mails apart is loaded with the first one: a desk without a mailbox loads none of it. */
async function processLazily(app: App, { id }: DataOf<typeof jobs.processMail>): Promise<void> {
  const { processMail } = await import("./process.ts");
  await processMail(app, id);
}
