import { LIMITS } from "#contract/limits.ts";
import { tickets } from "#contract/tickets.ts";
import { metaOf, pageOf } from "../lib/page.ts";
import { serve, type Floor } from "../lib/serve.ts";
import { listTickets } from "./list.ts";
import { getTicket, listAssignableUsers } from "./read.ts";
import { createTicket } from "./write.ts";

export function ticketRoutes(floor: Floor): void {
  serve(floor, tickets.list, (ctx, { query }) => listTickets(ctx, query));
  serve(floor, tickets.assignableUsers, async (ctx, { query }) => {
    const page = pageOf(query, LIMITS.pageDefault);
    const { users, total } = await listAssignableUsers(ctx, page, query.search);
    return { users, meta: metaOf(page, total) };
  });
  serve(floor, tickets.get, (ctx, { params }) => getTicket(ctx, params.ticket_id));
  serve(floor, tickets.create, (ctx, { body }) => createTicket(ctx, body));
}
