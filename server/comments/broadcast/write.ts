import { STARTED_STATUS } from "#contract/statuses.ts";
import { LEFT_OUT_WORDS } from "#contract/incidents/left-out-words.ts";
import { LEFT_OUT_WORDS as GERMAN_LEFT_OUT_WORDS } from "#contract/incidents/left-out-words.de.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { countUses } from "#server/macros/used-reply.ts";
import { readMessagesFor } from "#server/mail/reader-language.ts";
import { isAutoInProgressOn } from "#server/tickets/change/auto-in-progress.ts";
import { saveTickets } from "#server/tickets/change/bulk.ts";
import { beginsWork, touchByComment } from "#server/tickets/change/change-by-comment.ts";
import { findStatusEffects } from "#server/tickets/change/save-ticket.ts";
import type { TicketRecord } from "#server/tickets/read.ts";
import { gatherTokensOf } from "#server/tickets/search-index/gather-tokens.ts";
import { claimDrafts, copyDrafts } from "#server/uploads/write.ts";
import { addComment } from "../create.ts";
import { BROADCAST_MESSAGES } from "./messages.ts";
import { BROADCAST_MESSAGES as GERMAN_MESSAGES } from "./messages.de.ts";
import type { LeftOut } from "./kept.ts";

type Wanted = {
  /** The note's, which every answer names. */
  id: string;
  groupId: string;
  incident: TicketRecord;
  answers: readonly { ticket: TicketRecord; text: string }[];
  leftOut: readonly LeftOut[];
  /** The words as they were written. */
  written: string;
  files: string[];
  status: string | null;
  savedReplyId: string | null;
};

type Reached = { id: string; uid: string; comment_id: string };

/**
 * Answers locked tickets of a locked incident, each with its own words and files, and keeps a note on the incident. Answers
 * on which tickets. The callers have asked who may.
 */
export async function writeBroadcast(ctx: Ctx, wanted: Wanted): Promise<Reached[]> {
  const reached = await writeAnswers(ctx, wanted);
  await copyDrafts(
    ctx,
    wanted.files,
    reached.map(({ id, comment_id }) => ({ ticketId: id, commentId: comment_id })),
  );
  await setStatus(ctx, wanted);
  await writeNote(ctx, wanted, reached);
  if (wanted.savedReplyId) await countUses(ctx, wanted.savedReplyId, reached.length);
  return reached;
}

/** One after the other, in the order of the tickets, on which their order in the history depends. */
async function writeAnswers(ctx: Ctx, { id, answers, savedReplyId }: Wanted): Promise<Reached[]> {
  await gatherTokensOf(ctx, answers.length);
  const reached: Reached[] = [];
  for (const { ticket, text } of answers) {
    // oxlint-disable-next-line no-await-in-loop
    const comment = await addComment(ctx, ticket, {
      comment: text,
      visibility: "public",
      broadcast_id: id,
      ...(savedReplyId !== null && { saved_reply_id: savedReplyId }),
    });
    reached.push({ id: ticket.id, uid: ticket.uid, comment_id: comment.id });
  }
  return reached;
}

/** The status that was asked for, or that a first answer brings a ticket to, as one action. */
async function setStatus(ctx: Ctx, { answers, status, groupId }: Wanted): Promise<void> {
  const starts = status === null && (await isAutoInProgressOn(ctx));
  const saves = answers.flatMap(({ ticket }) => {
    const next = status ?? (starts && beginsWork(ctx, ticket, "public") ? STARTED_STATUS : null);
    if (next === null) return [];
    const touched = touchByComment(ctx, ticket, "public");
    return [{ ticket: touched, fields: { status: next }, besides: findStatusEffects(ctx, ticket, next) }];
  });
  await saveTickets(ctx, saves, groupId);
}

const CATALOGUES = {
  en: { ...BROADCAST_MESSAGES, reasons: LEFT_OUT_WORDS },
  de: { ...GERMAN_MESSAGES, reasons: GERMAN_LEFT_OUT_WORDS },
};

/** The words last: whatever they leave open, such as a block of code, closes nothing of what stands above. */
async function writeNote(ctx: Ctx, wanted: Wanted, reached: readonly Reached[]): Promise<void> {
  const { id, incident, leftOut, written, files, groupId } = wanted;
  const { messages } = await readMessagesFor(ctx, ctx.actor.id, CATALOGUES);
  const uids = reached.map(({ uid }) => uid).join(", ");
  const omitted = leftOut
    .map(({ uid, why }) => `${uid ?? messages.unnamed}, ${messages.reasons[why]}`)
    .join("; ");
  const lines = [
    messages.answered(reached.length, uids),
    ...(omitted === "" ? [] : [messages.leftOut(omitted)]),
    written,
  ];
  const note = { id, comment: lines.join("\n\n"), visibility: "internal" as const, broadcast_id: id };
  await addComment(ctx, incident, note);
  await claimDrafts(ctx, files, { ticketId: incident.id, commentId: id });
  await recordEvent(ctx, {
    id: incident.id,
    kind: "ticket.answered_all",
    companyId: incident.company_id,
    groupId,
    after: { reached: uids, ...(omitted !== "" && { left_out: omitted }) },
  });
}
