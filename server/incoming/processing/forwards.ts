import { writeComment } from "#server/comments/create.ts";
import { LIMITS } from "#contract/limits.ts";
import type { ForwardedMail } from "#server/lib/mime/parsed-mail.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { lockTicket } from "#server/tickets/read.ts";
import { openTicket, type TicketByMail } from "./act.ts";
import type { Outcome, Work } from "./work.ts";

type Wish = Omit<TicketByMail, "words"> & { forward: ForwardedMail };

/** Opens a ticket of what somebody sent on: with the words and the subject of whoever wrote it. */
export function openForward(
  ctx: Ctx,
  work: Work,
  { forward, ...wanted }: Wish,
): Promise<Outcome & { ticketId: string }> {
  return openTicket(ctx, work, {
    subject: forward.subject ?? dropPrefix(work.mail.parsed.subject),
    ...wanted,
    words: forward.words,
  });
}

/** What a colleague wrote above it is for the staff. */
export async function noteAbove(ctx: Ctx, ticketId: string, { wordsAbove }: ForwardedMail): Promise<void> {
  const comment = wordsAbove.trim().slice(0, LIMITS.comment);
  if (comment === "") return;
  await writeComment(ctx, await lockTicket(ctx, ticketId), { comment, visibility: "internal" });
}

/** `Fwd: Printer` is about the printer. */
function dropPrefix(subject: string): string {
  return subject.replace(/^\s*[\p{L}]{1,12}\s?:\s*/u, "").trim() || subject;
}
