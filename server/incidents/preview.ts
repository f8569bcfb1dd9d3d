import type { z } from "zod";
import { maySeeIncidents } from "#contract/access/incidents.ts";
import { mayComment } from "#contract/access/comments.ts";
import type { incidents } from "#contract/incidents.ts";
import { isClosed } from "#contract/statuses.ts";
import { digestOf } from "#server/comments/audience.ts";
import { readersOfEach } from "#server/comments/broadcast/readers.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { findTicket, findTickets, type TicketRecord } from "#server/tickets/read.ts";
import { readReporters } from "./reporters.ts";
import { renderWords, resolveWords } from "./words.ts";

/** Shows an answer on every ticket of an incident. Nothing is locked or written. */
export async function previewAnswer(
  ctx: Ctx,
  ticketId: string,
  asked: z.output<typeof incidents.preview.body>,
) {
  if (!maySeeIncidents(ctx.actor)) throw refuse(403, "auth.not_allowed");
  await findTicket(ctx, ticketId);
  const words = await resolveWords(ctx, asked);
  const reporters = await readReporters(ctx, ticketId);
  const ids = reporters.map(({ id }) => id);
  const tickets = new Map((await findTickets(ctx, ids)).map((ticket) => [ticket.id, ticket]));
  const rendered = words ? await renderWords(ctx, words, ids) : null;
  const readers = await readersOfEach(ctx.db, [...tickets.values()], ctx.actor.id);
  const shown = reporters.flatMap(({ link_id: _, news: __, checklist: ___, ...reporter }) => {
    const ticket = tickets.get(reporter.id);
    if (!ticket) return [];
    const own = rendered?.get(reporter.id);
    const mailed = (readers.get(reporter.id) ?? []).filter(
      ({ is_silent, is_unreachable }) => !is_silent && !is_unreachable,
    );
    return [
      {
        ...reporter,
        text: own?.text ?? null,
        language: own?.language ?? null,
        missing: (own?.missing ?? []).map(({ token, label, start }) => ({ token, label, at: start })),
        readers: byNearness(mailed, ticket).map(({ id, fullname, email, user_type }) => ({
          user_id: id,
          fullname,
          address: email,
          user_type,
        })),
        digest: digestOf(mailed),
        ...judge(ctx, ticket),
      },
    ];
  });
  return {
    tickets: shown,
    languages: [...new Set(shown.flatMap(({ language }) => (language ? [language] : [])))].toSorted(),
  };
}

/** Closed tickets are not ticked by themselves; those without a client, or where the caller may not answer, not at all. */
function judge({ actor }: Ctx, ticket: TicketRecord) {
  if (ticket.client_id === null) return { why: "no_client" as const, can_take: false };
  if (!mayComment(actor, ticket)) return { why: "not_allowed" as const, can_take: false };
  return { why: isClosed(ticket.status) ? ("closed" as const) : null, can_take: true };
}

type Named = { id: string; fullname: string; user_type: "internal" | "external" };

/** The requester first, then others from outside, then staff, each by name. */
function byNearness<Person extends Named>(readers: readonly Person[], { client_id }: TicketRecord): Person[] {
  const rank = ({ id, user_type }: Named) => (id === client_id ? 0 : user_type === "external" ? 1 : 2);
  return readers.toSorted((a, b) => rank(a) - rank(b) || a.fullname.localeCompare(b.fullname));
}
