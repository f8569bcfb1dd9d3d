import { Readable } from "node:stream";
import { LIMITS } from "#contract/limits.ts";
import { tickets } from "#contract/tickets.ts";
import { metaOf, pageOf } from "../lib/page.ts";
import { serve, serveRaw, type Floor, type Wire } from "../lib/serve.ts";
import { listActivity } from "./activity.ts";
import { listAssignableUsers } from "./assignable.ts";
import { changeTickets } from "./bulk.ts";
import { changeTicket } from "./change.ts";
import { exportTickets } from "./export.ts";
import { listTickets } from "./list.ts";
import { addParticipant, listParticipants, removeParticipant } from "./participants.ts";
import { getTicketDetail } from "./read.ts";
import { markRead } from "./reads.ts";
import { reopenTicket, solveTicket } from "./solve.ts";
import { deleteTicket, restoreTicket } from "./trash.ts";
import { undoBulk } from "./undo.ts";
import { announceAssignment, announceTicket } from "./later.ts";
import { forgetWords } from "./forgetting.ts";
import { hasOldWords, renewOldWords } from "./renewal.ts";
import { renewWordsOf } from "./words.ts";
import { createTicket } from "./write.ts";

export function ticketRoutes(floor: Floor): void {
  serve(floor, tickets.list, (ctx, { query }) => listTickets(ctx, query));
  serve(floor, tickets.assignableUsers, async (ctx, { query }) => {
    const page = pageOf(query, LIMITS.pageDefault);
    const { users, total } = await listAssignableUsers(ctx, page, query.search);
    return { users, meta: metaOf(page, total) };
  });
  serve(floor, tickets.get, (ctx, { params }) => getTicketDetail(ctx, params.ticket_id));
  serve(floor, tickets.create, (ctx, { body }) => createTicket(ctx, body));
  for (const verb of [tickets.change, tickets.patch]) {
    serve(floor, verb, (ctx, { params, body }, { request }) =>
      changeTicket(ctx, params.ticket_id, { base_version: ifMatch(request), ...body }),
    );
  }
  serve(floor, tickets.bulk, (ctx, { body }) => changeTickets(ctx, body));
  serve(floor, tickets.undo, (ctx, { params }) => undoBulk(ctx, params.group_id));
  serveRaw(floor, tickets.export, async (ctx, { query }, { reply }) => {
    const rows = await exportTickets(ctx, query);
    const day = ctx.now.toISOString().slice(0, 10);
    await reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", `attachment; filename="tickets-${day}.csv"`)
      .send(Readable.from(rows));
  });
  serve(floor, tickets.delete, (ctx, { params }) => deleteTicket(ctx, params.ticket_id));
  serve(floor, tickets.restore, (ctx, { params }) => restoreTicket(ctx, params.ticket_id));
  serve(floor, tickets.solve, (ctx, { params }) => solveTicket(ctx, params.ticket_id));
  serve(floor, tickets.reopen, (ctx, { params }) => reopenTicket(ctx, params.ticket_id));
  serve(floor, tickets.read, (ctx, { params }) => markRead(ctx, params.ticket_id));
  serve(floor, tickets.history, (ctx, { params }) => listActivity(ctx, params.ticket_id));
  serve(floor, tickets.participants, (ctx, { params }) => listParticipants(ctx, params.ticket_id));
  serve(floor, tickets.addParticipant, (ctx, { params, body }) =>
    addParticipant(ctx, params.ticket_id, body.user_id),
  );
  serve(floor, tickets.removeParticipant, (ctx, { params }) =>
    removeParticipant(ctx, params.ticket_id, params.user_id),
  );
  floor.jobs.push({ name: "tickets.announce", run: (data) => announceTicket(floor.house, data) });
  floor.jobs.push({
    name: "tickets.announce_assignment",
    run: (data) => announceAssignment(floor.house, data),
  });
  floor.jobs.push({ name: "tickets.renew_words", run: (data) => renewWordsOf(floor.house.db, data) });
  floor.jobs.push({
    name: "tickets.renew_old_words",
    run: async () => void (await renewOldWords(floor.house.db)),
  });
  floor.jobs.push({
    name: "tickets.forget_words",
    every: "30 4 * * 0",
    run: async () => void (await forgetWords(floor.house.db)),
  });
  floor.app.addHook("onReady", async () => {
    const { db, jobs } = floor.house;
    if (await hasOldWords(db)) await jobs.send(db, "tickets.renew_old_words", {});
  });
}

/** `If-Match: "7"` says the same as `base_version: 7`. */
function ifMatch(request: Wire["request"]): number | undefined {
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(request.headers["if-match"] ?? "")?.[1];
  return version === undefined ? undefined : Number(version);
}
