import { mayWriteInternalNote } from "#contract/access/comments.ts";
import type { Language } from "#contract/languages.ts";
import { LIMITS } from "#contract/limits.ts";
import { labelsOf, type MissingPlace, renderReply } from "#contract/replies/render.ts";
import { STARTED_STATUS } from "#contract/statuses.ts";
import { refuseAnswer } from "#server/comments/create.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { type Held, type Plan, planEffects, readHeld } from "#server/macros/plan.ts";
import { type ResolvedEffects, resolveEffects } from "#server/macros/resolve.ts";
import { isAutoInProgressOn } from "#server/tickets/change/auto-in-progress.ts";
import { beginsWork, touchByComment } from "#server/tickets/change/change-by-comment.ts";
import type { TicketRecord } from "#server/tickets/read.ts";
import { type LoadedReply, textIn, visibilityOf } from "./load.ts";
import { type DeskFacts, readDeskFacts, readTicketFacts, type TicketFacts, valuesOf } from "./values.ts";

type Fills = Readonly<Record<string, string>>;

/** Everything by which a reply is shown on tickets, read once for all of them. */
export type Showing = {
  reply: LoadedReply;
  effects: ResolvedEffects;
  held: Held;
  facts: ReadonlyMap<string, TicketFacts>;
  desk: DeskFacts;
  fills: Fills;
};

/** Everything by which it is put on them. */
export type Putting = Showing & {
  /** Whether the first answer brings an open ticket in progress. */
  answerStarts: boolean;
};

/** Reads what putting a reply on tickets needs. */
export async function preparePutting(
  ctx: Ctx,
  reply: LoadedReply,
  tickets: readonly TicketRecord[],
  fills: Fills = {},
): Promise<Putting> {
  const effects = await resolveEffects(ctx, reply.effects);
  return {
    reply,
    effects,
    fills,
    held: await readHeld(ctx, tickets, effects),
    facts: await readTicketFacts(
      ctx,
      tickets.map(({ id }) => id),
    ),
    desk: await readDeskFacts(ctx),
    answerStarts: await isAutoInProgressOn(ctx),
  };
}

/** A text as it reads on a ticket. */
export type RenderedText = { text: string | null; language: Language | null; missing: MissingPlace[] };

/** Fills a reply's text in for a ticket, in its client's language where there is one, unless another one is asked for. */
export function renderOn(
  { reply, effects, facts, desk, fills }: Showing,
  ticketId: string,
  asked?: Language,
): RenderedText {
  const ticket = facts.get(ticketId);
  const text = textIn(reply, asked ?? ticket?.language ?? null);
  if (!text || !ticket) return { text: null, language: null, missing: [] };
  const values = valuesOf(withEffects(ticket, effects), desk, text.language);
  return { ...renderReply(text.body, values, fills), language: text.language };
}

/** What a reply sets is so by the time that its text is read. */
function withEffects(
  ticket: TicketFacts,
  { effects, assignee, team, followUp }: ResolvedEffects,
): TicketFacts {
  return {
    ...ticket,
    ...(effects.assignee !== undefined && { assignee: assignee?.fits ? assignee.name : null }),
    ...(effects.team !== undefined && { team: team?.fits ? team.name : null }),
    ...(followUp !== undefined && { follow_up_at: followUp?.at ?? null }),
  };
}

/**
 * Plans a rendered reply on a ticket. Refuses as an answer by hand would be refused, 422 a text without a client and one with
 * a place that is not filled in, and what `planEffects` refuses.
 */
export function planReply(ctx: Ctx, ticket: TicketRecord, putting: Putting, rendered: RenderedText): Plan {
  const { effects, held, reply } = putting;
  if (rendered.text === null) return planEffects(ctx, ticket, effects, { held });
  const visibility = visibilityOf(reply);
  refuseText(ctx, ticket, visibility, rendered);
  const automatic = putting.answerStarts && beginsWork(ctx, ticket, visibility) ? STARTED_STATUS : null;
  return planEffects(ctx, touchByComment(ctx, ticket, visibility), effects, { held, automatic });
}

function refuseText(
  ctx: Ctx,
  ticket: TicketRecord,
  visibility: "public" | "internal",
  { text, missing }: RenderedText,
): void {
  const { uid } = ticket;
  refuseAnswer(ctx, ticket);
  if (visibility === "internal" && !mayWriteInternalNote(ctx.actor))
    throw refuse(403, "comment.internal_staff_only");
  if (visibility === "public" && ticket.client_id === null)
    throw refuse(422, "reply.without_client", { params: { uid } });
  if (missing.length > 0)
    throw refuse(422, "reply.places_missing", { params: { labels: labelsOf(missing) } });
  if ((text ?? "").length > LIMITS.comment)
    throw refuse(422, "reply.too_long", { params: { uid, max: LIMITS.comment } });
}
