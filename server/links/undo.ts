import { randomUUID } from "node:crypto";
import { z } from "zod";
import { maySeeLinks } from "#contract/access/links.ts";
import { LINK_KINDS } from "#contract/links/link-kinds.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { type ActionEvent, readOwnAction } from "#server/lib/work/own-action.ts";
import { undoBulk } from "#server/tickets/change/undo-bulk-change.ts";
import { lockTickets, type TicketRecord } from "#server/tickets/read.ts";
import { refuseUnfit } from "./children.ts";
import { deleteLink, insertLink, type LinkRow, recordLink } from "./rows.ts";

/**
 * Undoes one's own change of links: links go again, with the closing that came with one, or come back. Refuses 404 for
 * what is nobody's or somebody else's or undone already, 409 when it is too late.
 */
export async function undoLinking(ctx: Ctx, groupId: string) {
  if (!maySeeLinks(ctx.actor)) throw refuse(403, "auth.not_allowed");
  const events = await readOwnAction(ctx, groupId, ["ticket.linked", "ticket.unlinked", "ticket.changed"]);
  const deeds = readDeeds(events);
  if (deeds.length === 0) throw refuse(404, "ticket.undo_nothing");
  const ends = deeds.flatMap(({ row }) => [row.from_ticket_id, row.to_ticket_id]);
  const tickets = await lockTickets(ctx, [...new Set(ends)]);
  const undoGroup = randomUUID();
  let undone = 0;
  // One after the other on the transaction's connection.
  // oxlint-disable-next-line no-await-in-loop
  for (const deed of deeds) if (await undoOne(ctx, deed, tickets, undoGroup)) undone += 1;
  if (undone === 0) throw refuse(404, "ticket.undo_nothing");
  const isClosed = events.some((event) => event.kind === "ticket.changed");
  return { kept: isClosed ? (await undoBulk(ctx, groupId)).kept : [] };
}

type Deed = { row: LinkRow; isAdded: boolean };

/** Each link once: both of its tickets have an event of it. */
function readDeeds(events: readonly ActionEvent[]): Deed[] {
  const deeds = events
    .filter(({ kind }) => kind !== "ticket.changed")
    .map((event) => {
      const isAdded = event.kind === "ticket.linked";
      return { row: Said.parse(isAdded ? event.after : event.before).row, isAdded };
    });
  return [...new Map(deeds.map((deed) => [deed.row.id, deed])).values()];
}

const Said = z.object({
  row: z.object({
    id: z.string(),
    from_ticket_id: z.string(),
    to_ticket_id: z.string(),
    kind: z.enum(LINK_KINDS),
  }),
});

/** Refuses where the ticket belongs to another incident by now, or has become one. */
async function putBack(ctx: Ctx, row: LinkRow, tickets: readonly TicketRecord[]): Promise<boolean> {
  const [from, to] = [row.from_ticket_id, row.to_ticket_id].map((end) =>
    tickets.find(({ id }) => id === end),
  );
  if (!from || !to) return false;
  if (row.kind === "child" && (await refuseUnfit(ctx, to, [from])).length === 0) return false;
  return insertLink(ctx, row);
}

/** False where nothing is left to undo: the link is as it was before, or one of its tickets is gone. */
async function undoOne(
  ctx: Ctx,
  { row, isAdded }: Deed,
  locked: readonly TicketRecord[],
  groupId: string,
): Promise<boolean> {
  const tickets = locked.filter(({ id }) => id === row.from_ticket_id || id === row.to_ticket_id);
  const isUndone = isAdded ? await deleteLink(ctx.db, row.id) : await putBack(ctx, row, tickets);
  if (isUndone)
    await recordLink(ctx, {
      kind: isAdded ? "ticket.unlinked" : "ticket.linked",
      link: row,
      tickets,
      groupId,
    });
  return isUndone;
}
