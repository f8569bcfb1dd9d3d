import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { mayBulkChange } from "#contract/access/tickets.ts";
import type { replies } from "#contract/replies.ts";
import { addComment } from "#server/comments/create.ts";
import { holdAnswers } from "#server/comments/scheduled/hold-many.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { checkTickets } from "#server/macros/check-tickets.ts";
import type { Plan } from "#server/macros/plan.ts";
import { saveEffects } from "#server/macros/save.ts";
import { holdTargets } from "#server/macros/targets.ts";
import { countUses, holdUsedReply } from "#server/macros/used-reply.ts";
import { keepTags } from "#server/tags/lock-tags.ts";
import { readRows } from "#server/tickets/list-row-columns.ts";
import { lockTickets, type TicketRecord } from "#server/tickets/read.ts";
import { gatherTokensOf } from "#server/tickets/search-index/gather-tokens.ts";
import { type LoadedReply, loadReply, visibilityOf } from "./load.ts";
import { planReply, preparePutting, renderOn } from "./put-on-ticket.ts";

/**
 * Answers tickets with a saved reply and sets its effects, all or nothing, as one action. Tickets gone meanwhile are
 * `missing`. Refuses 404 when none is there any more; a ticket that cannot take it refuses the whole, as it would be refused
 * by hand.
 */
export async function applyReply(
  ctx: Ctx,
  id: string,
  { ticket_ids, fills, hold_seconds }: z.output<typeof replies.apply.body>,
) {
  if (ticket_ids.length > 1 && !mayBulkChange(ctx.actor)) throw refuse(403, "auth.not_allowed");
  await holdUsedReply(ctx, id);
  const reply = await loadReply(ctx, id);
  await holdTargets(ctx.db, reply.effects, ctx.actor.id);
  const tickets = (await lockTickets(ctx, ticket_ids)).filter((ticket) => !ticket.deleted);
  if (tickets.length === 0) throw refuse(404, "ticket.not_found");
  await keepTags(ctx.db);
  const putting = await preparePutting(ctx, reply, tickets, fills);
  const planned = checkTickets(tickets, (ticket) => {
    const rendered = renderOn(putting, ticket.id);
    return { ticket, text: rendered.text, plan: planReply(ctx, ticket, putting, rendered) };
  });
  const group_id = randomUUID();
  const isHeld = hold_seconds > 0 && reply.texts.length > 0 && visibilityOf(reply) === "public";
  const written = isHeld
    ? { comments: [], scheduled: await hold(ctx, reply, planned, { group_id, seconds: hold_seconds }) }
    : { comments: await setAndAnswer(ctx, reply, planned, group_id), scheduled: [] };
  const found = tickets.map((ticket) => ticket.id);
  return {
    tickets: await readRows(ctx, found),
    group_id,
    ...written,
    missing: ticket_ids.filter((asked) => !found.includes(asked)),
  };
}

type Planned = { ticket: TicketRecord; text: string | null; plan: Plan };

/** Keeps the answers for a moment; what they set is set when they go, and counted then. */
async function hold(
  ctx: Ctx,
  { id, effects }: LoadedReply,
  planned: readonly Planned[],
  { group_id, seconds }: { group_id: string; seconds: number },
) {
  const answers = planned.flatMap(({ ticket, text }) =>
    text === null ? [] : [{ ticket_id: ticket.id, comment: text }],
  );
  const held = await holdAnswers(ctx, answers, { effects, saved_reply_id: id, group_id, seconds });
  return held.map((answer) => ({ ...answer, send_at: answer.send_at.toISOString() }));
}

async function setAndAnswer(ctx: Ctx, reply: LoadedReply, planned: readonly Planned[], groupId: string) {
  const comments = await writeAnswers(ctx, reply, planned);
  await saveEffects(
    ctx,
    planned.map(({ plan }) => plan),
    groupId,
  );
  await countUses(ctx, reply.id, planned.length);
  return comments;
}

/** One after the other, in the order of the tickets, on which their order in the history depends. */
async function writeAnswers(
  ctx: Ctx,
  reply: LoadedReply,
  answers: readonly Planned[],
): Promise<{ id: string; ticket_id: string }[]> {
  if (reply.texts.length > 0) await gatherTokensOf(ctx, answers.length);
  const written: { id: string; ticket_id: string }[] = [];
  for (const { ticket, text } of answers) {
    if (text === null) continue;
    const answer = { comment: text, visibility: visibilityOf(reply), saved_reply_id: reply.id };
    const { id } = await addComment(ctx, ticket, answer);
    written.push({ id, ticket_id: ticket.id });
  }
  return written;
}
