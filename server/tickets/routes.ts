import { tickets } from "#contract/tickets.ts";
import { jobs } from "#contract/jobs.ts";
import { parseIfMatch } from "#server/lib/http/etag.ts";
import { sendCsv } from "#server/lib/http/csv-download.ts";
import { serve, serveObject, serveRaw, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { handleJob } from "#server/lib/work/jobs.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";
import { listActivity } from "./activity.ts";
import { listAssignableUsers } from "./assignable-users.ts";
import { changeTickets } from "./change/bulk.ts";
import { changeTicket } from "./change/change.ts";
import { exportTickets } from "./list/export.ts";
import { listTickets } from "./list/list.ts";
import { addParticipant, listColleagues, listParticipants, removeParticipant } from "./participants.ts";
import { findByNumber } from "./number.ts";
import { getTicketDetail } from "./read.ts";
import { endFollowUp, followUpTickets, setFollowUp } from "./follow-up/set.ts";
import { markRead } from "./unread.ts";
import { reopenTicket, solveTicket } from "./change/solve.ts";
import { deleteTicket } from "./change/trash.ts";
import { announceAssignment, announceDue, announceTicket } from "./jobs.ts";
import { sortTokens } from "./search-index/gather-tokens.ts";
import { pruneSearchIndex } from "./search-index/prune.ts";
import { hasTicketsToReindex, reindexOldTickets } from "./search-index/reindex.ts";
import { reindexTickets } from "./search-index/reindex-ticket.ts";
import { createTicket } from "./create/create.ts";

export function ticketRoutes(router: RouteContext): void {
  serve(router, tickets.list, (ctx, { query }) => listTickets(ctx, query));
  serve(router, tickets.assignableUsers, (ctx, { query }) => listAssignableUsers(ctx, query));
  serveObject(router, tickets.get, (ctx, { params }) => getTicketDetail(ctx, params.ticket_id));
  serveObject(router, tickets.number, (ctx, { params }) => findByNumber(ctx, params.uid));
  serve(router, tickets.create, (ctx, { body }) => createTicket(ctx, body));
  for (const verb of [tickets.change, tickets.patch]) {
    serve(router, verb, (ctx, { params, body }, { request }) =>
      changeTicket(ctx, params.ticket_id, { base_version: parseIfMatch(request), ...body }),
    );
  }
  serve(router, tickets.bulk, (ctx, { body }) => changeTickets(ctx, body));
  serve(router, tickets.followUp, (ctx, { params, body }) => setFollowUp(ctx, params.ticket_id, body));
  serve(router, tickets.endFollowUp, (ctx, { params }) => endFollowUp(ctx, params.ticket_id));
  serve(router, tickets.followUpMany, (ctx, { body }) => followUpTickets(ctx, body));
  serveRaw(router, tickets.export, async (ctx, { query }, exchange) =>
    sendCsv(exchange, { name: "tickets", ctx, records: await exportTickets(ctx, query) }),
  );
  serve(router, tickets.delete, (ctx, { params }) => deleteTicket(ctx, params.ticket_id));
  serve(router, tickets.solve, (ctx, { params }) => solveTicket(ctx, params.ticket_id));
  serve(router, tickets.reopen, (ctx, { params }) => reopenTicket(ctx, params.ticket_id));
  serve(router, tickets.read, (ctx, { params }) => markRead(ctx, params.ticket_id), {
    writesOnce: "every ticket that is opened is marked read, and nobody else sees it",
  });
  serve(router, tickets.history, (ctx, { params }) => listActivity(ctx, params.ticket_id));
  serve(router, tickets.participants, (ctx, { params }) => listParticipants(ctx, params.ticket_id));
  serve(router, tickets.colleagues, (ctx, { params, query }) => listColleagues(ctx, params.ticket_id, query));
  serve(router, tickets.addParticipant, (ctx, { params, body }) =>
    addParticipant(ctx, params.ticket_id, body.user_id),
  );
  serve(router, tickets.removeParticipant, (ctx, { params }) =>
    removeParticipant(ctx, params.ticket_id, params.user_id),
  );
  handleJob(router, jobs.announceTicket, announceTicket, { batch: 10, canWait: true });
  handleJob(router, jobs.announceAssignment, announceAssignment, { canWait: true });
  handleJob(router, jobs.announceDue, announceDue, { canWait: true });
  handleJob(router, jobs.reindexTickets, reindexTickets);
  handleJob(router, jobs.reindexOldTickets, ({ db }) => reindexOldTickets(db));
  handleJob(router, jobs.pruneSearchIndex, ({ db }) => pruneSearchIndex(db), { every: "30 4 * * 0" });
  handleJob(router, jobs.sortTokens, ({ db }) => sortTokens(db));
  router.fastify.addHook("onReady", async () => {
    const { db } = router.app;
    if (await hasTicketsToReindex(db)) await enqueue({ db }, jobs.reindexOldTickets, {});
  });
}
