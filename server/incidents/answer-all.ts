import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { maySeeIncidents } from "#contract/access/incidents.ts";
import { maySetStatus } from "#contract/access/tickets.ts";
import type { incidents } from "#contract/incidents.ts";
import { LIMITS } from "#contract/limits.ts";
import { labelsOf } from "#contract/replies/render.ts";
import { digestOf } from "#server/comments/audience.ts";
import type { LeftOut } from "#server/comments/broadcast/kept.ts";
import { outsideOf, readersOfEach } from "#server/comments/broadcast/readers.ts";
import { lockIncident, sortOut } from "#server/comments/broadcast/sort-out.ts";
import { writeBroadcast } from "#server/comments/broadcast/write.ts";
import { refuseAnswer } from "#server/comments/create.ts";
import { dropSentDraft } from "#server/comments/drafts/drop-sent.ts";
import { holdBroadcast } from "#server/comments/scheduled/schedule.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { refuseGone } from "#server/links/children.ts";
import { checkTickets } from "#server/macros/check-tickets.ts";
import { holdUsedReply } from "#server/macros/used-reply.ts";
import type { Reader } from "#server/tickets/mail/audience.ts";
import type { TicketRecord } from "#server/tickets/read.ts";
import { type Rendered, renderWords, resolveWords, type Words } from "./words.ts";

export type Body = z.output<typeof incidents.answerAll.body>;

/**
 * Answers tickets of an incident, each with its own words, at once or after a moment in which it can be undone. Those that
 * changed since they were chosen are left out and named. Refuses 422 a ticket that never was of the incident and words with a
 * place that is not filled in, 409 where nobody is left.
 */
export async function answerAll(ctx: Ctx, ticketId: string, body: Body) {
  if (!maySeeIncidents(ctx.actor)) throw refuse(403, "auth.not_allowed");
  if (body.status !== undefined && !maySetStatus(ctx.actor)) throw refuse(403, "comment.status_staff_only");
  if (body.saved_reply_id !== undefined) await holdUsedReply(ctx, body.saved_reply_id);
  const words = await resolveWords(ctx, body);
  if (!words) throw refuse(422, "incident.choose_one");
  const chosen = await chooseTickets(ctx, ticketId, body);
  const answers = await fillIn(ctx, chosen.ready, words);
  const { incident, leftOut, readers } = chosen;
  const id = randomUUID();
  const files = body.attachment_ids ?? [];
  const [status, savedReplyId] = [body.status ?? null, body.saved_reply_id ?? null];
  await dropSentDraft(ctx, incident.id, words.text).execute();
  if (body.hold_seconds !== undefined) {
    const scheduled = await holdBroadcast(ctx, incident, {
      id,
      comment: words.text,
      files,
      holdSeconds: body.hold_seconds,
      broadcast: {
        answers: answers.map(({ ticket, text }) => ({ ticket_id: ticket.id, text })),
        closed_ids: body.closed_ids ?? [],
        readers: Object.fromEntries(
          answers.map(({ ticket }) => [ticket.id, outsideOf(readers.get(ticket.id))]),
        ),
        left_out: leftOut,
        status,
        saved_reply_id: savedReplyId,
      },
    });
    const reached = answers.map(({ ticket }) => ({ id: ticket.id, uid: ticket.uid, comment_id: null }));
    return { group_id: id, reached, left_out: leftOut, scheduled };
  }
  const wanted = { id, groupId: id, incident, answers, leftOut, written: words.text, files };
  const reached = await writeBroadcast(ctx, { ...wanted, status, savedReplyId });
  return { group_id: id, reached, left_out: leftOut, scheduled: null };
}

type Chosen = {
  incident: TicketRecord;
  ready: TicketRecord[];
  leftOut: LeftOut[];
  readers: ReadonlyMap<string, Reader[]>;
};

/** Locks the tickets that were chosen, and sorts out those that changed since. */
async function chooseTickets(
  ctx: Ctx,
  ticketId: string,
  { child_ids, closed_ids = [], seen = {} }: Body,
): Promise<Chosen> {
  const { incident, tickets } = await lockIncident(ctx, ticketId, child_ids);
  if (!incident || incident.merged_into_id !== null) return refuseGone(ctx, ticketId);
  refuseAnswer(ctx, incident);
  const sorted = await sortOut(ctx, incident.id, tickets, { ids: child_ids, closedIds: closed_ids });
  refuseStrangers(sorted.strangers);
  const readers = await readersOfEach(ctx.db, sorted.ready, ctx.actor.id);
  const isOther = ({ id }: TicketRecord) => {
    const mailed = (readers.get(id) ?? []).filter(
      ({ is_silent, is_unreachable }) => !is_silent && !is_unreachable,
    );
    return seen[id] !== undefined && seen[id] !== digestOf(mailed);
  };
  const ready = sorted.ready.filter((ticket) => !isOther(ticket));
  const leftOut = [
    ...sorted.leftOut,
    ...sorted.ready.filter(isOther).map(({ id, uid }) => ({ id, uid, why: "readers_changed" as const })),
  ];
  if (ready.length === 0)
    throw refuse(409, "incident.nobody_left", { extensions: { facts: { left_out: leftOut } } });
  return { incident, ready, leftOut, readers };
}

/** Refuses 422 for tickets that never were of the incident. */
export function refuseStrangers(strangers: readonly TicketRecord[]): void {
  const [first] = strangers;
  if (first) throw refuse(422, "incident.not_part", { params: { uid: first.uid } });
}

async function fillIn(ctx: Ctx, tickets: readonly TicketRecord[], words: Words) {
  const rendered = await renderWords(
    ctx,
    words,
    tickets.map(({ id }) => id),
  );
  return checkTickets(tickets, (ticket) => ({ ticket, text: takeText(ticket, rendered.get(ticket.id)) }));
}

function takeText({ uid }: TicketRecord, rendered: Rendered | undefined): string {
  if (!rendered) throw refuse(404, "ticket.not_found");
  if (rendered.missing.length > 0)
    throw refuse(422, "reply.places_missing", { params: { labels: labelsOf(rendered.missing) } });
  if (rendered.text.length > LIMITS.comment)
    throw refuse(422, "reply.too_long", { params: { uid, max: LIMITS.comment } });
  return rendered.text;
}
