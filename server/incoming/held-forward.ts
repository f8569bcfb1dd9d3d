import { isExternal } from "#contract/access/actor.ts";
import type { ForwardedMail } from "#server/lib/mime/parsed-mail.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { findAuthor } from "./find-author.ts";
import { openTicket, type TicketByMail } from "./processing/act.ts";
import { senderOf } from "./processing/as-client.ts";
import { noteAbove, openForward } from "./processing/forwards.ts";
import { contextOf } from "./processing/mail-context.ts";
import type { ReadMail, Work } from "./processing/work.ts";

/** What a colleague sent on, of a mail that waits because nobody knew whose it was; it waits for that also once ignored. */
export function heldForward({ row, parsed }: ReadMail): ForwardedMail | null {
  return (row.held_reason ?? row.reason) === "forward_unknown" ? parsed.forward : null;
}

/** Opens a ticket by mail: of what was sent on with the words and the subject of whoever wrote it. */
export function openWritten(
  ctx: Ctx,
  work: Work,
  forward: ForwardedMail | null,
  wanted: Omit<TicketByMail, "words">,
) {
  const byMail: Ctx = { ...ctx, via: "mail" };
  return forward
    ? openForward(byMail, work, { forward, ...wanted })
    : openTicket(byMail, work, { words: work.mail.parsed.words, ...wanted });
}

/** Whom a confirmation answers. */
export function writerOf(work: Work, forward: ForwardedMail | null) {
  return forward
    ? { fromAddress: forward.from?.address ?? null, messageId: forward.messageId }
    : senderOf(work);
}

/** The colleague's own note; of whoever decides, where the desk does not know the colleague by their mail (rule 1048). */
export async function noteOfColleague(ctx: Ctx, work: Work, ticketId: string, forward: ForwardedMail) {
  const { actor } = await findAuthor(work);
  await noteAbove(isExternal(actor) ? ctx : contextOf(work, actor), ticketId, forward);
}
