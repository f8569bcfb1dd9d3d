import { randomUUID } from "node:crypto";
import { z } from "zod";
import { maySeeLinks } from "#contract/access/links.ts";
import { LINK_KINDS } from "#contract/link-kinds.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { readOwnAction } from "#server/lib/work/own-action.ts";
import { undoBulk } from "#server/tickets/change/undo-bulk-change.ts";
import { lockTickets } from "#server/tickets/read.ts";
import { deleteLink, insertLink, type LinkRow, recordLink } from "./rows.ts";

/**
 * Undoes one's own change of links: a link goes again, with the closing that came with it, or comes back. Refuses 404 for
 * what is nobody's or somebody else's or undone already, 409 when it is too late.
 */
export async function undoLinking(ctx: Ctx, groupId: string) {
  if (!maySeeLinks(ctx.actor)) throw refuse(403, "auth.not_allowed");
  const events = await readOwnAction(ctx, groupId, ["ticket.linked", "ticket.unlinked", "ticket.changed"]);
  const deed = events.find(({ kind }) => kind !== "ticket.changed");
  if (!deed) throw refuse(404, "ticket.undo_nothing");
  const isAdded = deed.kind === "ticket.linked";
  const { row } = Said.parse(isAdded ? deed.after : deed.before);
  const tickets = await lockTickets(ctx, [row.from_ticket_id, row.to_ticket_id]);
  if (!(await putBack(ctx, row, isAdded, tickets.length))) throw refuse(404, "ticket.undo_nothing");
  const kind = isAdded ? "ticket.unlinked" : "ticket.linked";
  await recordLink(ctx, { kind, link: row, tickets, groupId: randomUUID() });
  const isClosed = events.some((event) => event.kind === "ticket.changed");
  return { kept: isClosed ? (await undoBulk(ctx, groupId)).kept : [] };
}

const Said = z.object({
  row: z.object({
    id: z.string(),
    from_ticket_id: z.string(),
    to_ticket_id: z.string(),
    kind: z.enum(LINK_KINDS),
  }),
});

/** False where nothing is left to undo: the link is as it was before, or one of its tickets is gone. */
function putBack(ctx: Ctx, row: LinkRow, isAdded: boolean, there: number): Promise<boolean> {
  if (isAdded) return deleteLink(ctx.db, row.id);
  return there === 2 ? insertLink(ctx, row) : Promise.resolve(false);
}
