import type { z } from "zod";
import { maySeeReplies } from "#contract/access/replies.ts";
import { mayBulkChange } from "#contract/access/tickets.ts";
import type { replies } from "#contract/replies.ts";
import { findBlanks, type MissingPlace, renderReply } from "#contract/replies/render.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { describeRefusal, tryOn } from "#server/macros/check-tickets.ts";
import { findTickets, type TicketRecord } from "#server/tickets/read.ts";
import { readHeld } from "#server/macros/plan.ts";
import { resolveEffects } from "#server/macros/resolve.ts";
import { type LoadedReply, loadReply, visibilityOf } from "./load.ts";
import {
  planReply,
  preparePutting,
  type Putting,
  renderOn,
  type RenderedText,
  type Showing,
} from "./put-on-ticket.ts";
import { readForTicket } from "./read-for-ticket.ts";
import { readReaders, showReaders } from "./readers.ts";
import { showEffects } from "./show-effects.ts";
import { readDeskFacts, readTicketFacts, valuesOf } from "./values.ts";

/** Shows a saved reply on one ticket. Refuses 404 for either that the caller does not see. */
export async function renderForTicket(
  ctx: Ctx,
  id: string,
  { ticket_id, language }: z.output<typeof replies.render.body>,
) {
  const { reply, ticket, facts, desk, readers } = await readForTicket(ctx, id, ticket_id);
  const effects = await resolveEffects(ctx, reply.effects);
  const held = await readHeld(ctx, [ticket], effects);
  const showing = { reply, effects, held, facts: new Map([[ticket.id, facts]]), desk, fills: {} };
  const rendered = renderOn(showing, ticket.id, language);
  return showOn(ticket, showing, rendered, isMailed(reply) ? showReaders(ticket, readers) : []);
}

/** Fills in a text that is not saved. Refuses 404 for a ticket that the caller does not see. */
export async function renderUnsaved(
  ctx: Ctx,
  { ticket_id, language, body }: z.output<typeof replies.renderText.body>,
) {
  if (!maySeeReplies(ctx.actor)) throw refuse(403, "auth.not_allowed");
  const facts = (await readTicketFacts(ctx, [ticket_id])).get(ticket_id);
  if (!facts) throw refuse(404, "ticket.not_found");
  const { text, missing } = renderReply(body, valuesOf(facts, await readDeskFacts(ctx), language));
  return { text, missing: missing.map(toMissing) };
}

/** Shows a saved reply on many tickets, and why one cannot take it. Nothing is locked or written. */
export async function previewReply(
  ctx: Ctx,
  id: string,
  { ticket_ids, fills }: z.output<typeof replies.preview.body>,
) {
  if (!mayBulkChange(ctx.actor)) throw refuse(403, "auth.not_allowed");
  const reply = await loadReply(ctx, id);
  const tickets = await findTickets(ctx, ticket_ids);
  const putting = await preparePutting(ctx, reply, tickets, fills);
  const readers = isMailed(reply) ? await readReaders(ctx, tickets) : null;
  const shown = tickets.map((ticket) => {
    const rendered = renderOn(putting, ticket.id);
    const tried = tryOn(() => planReply(ctx, ticket, putting, rendered));
    return {
      ...showOn(ticket, putting, rendered, readers?.get(ticket.id) ?? []),
      stale: putting.effects.stale,
      ...describeTicket(ticket, putting),
      refusal: "refusal" in tried ? describeRefusal(ticket, tried.refusal) : null,
    };
  });
  return {
    // In the order in which they were chosen.
    tickets: ticket_ids.flatMap((asked) => shown.filter((ticket) => ticket.id === asked)),
    blanks: [...new Set(reply.texts.flatMap(({ body }) => findBlanks(body)))],
    gone: ticket_ids.filter((asked) => !tickets.some((ticket) => ticket.id === asked)),
  };
}

function describeTicket({ id, uid, subject }: TicketRecord, { facts }: Putting) {
  return { id, uid, subject, client_fullname: facts.get(id)?.client ?? null };
}

function showOn(
  ticket: TicketRecord,
  { effects, held }: Showing,
  { text, language, missing }: RenderedText,
  readers: ReturnType<typeof showReaders>,
) {
  return {
    text,
    language,
    missing: missing.map(toMissing),
    effects: showEffects(ticket, effects, held),
    readers,
  };
}

/** Nobody is mailed a note, nor what sets fields alone. */
function isMailed(reply: LoadedReply): boolean {
  return reply.texts.length > 0 && visibilityOf(reply) !== "internal";
}

function toMissing({ token, label, start }: MissingPlace) {
  return { token, label, at: start };
}
