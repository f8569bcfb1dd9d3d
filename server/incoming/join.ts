import type { z } from "zod";
import { isExternal } from "#contract/access/actor.ts";
import { mayAddParticipant } from "#contract/access/tickets.ts";
import type { incoming } from "#contract/incoming.ts";
import { refuseAnswer, writeComment } from "#server/comments/create.ts";
import { getComment } from "#server/comments/read.ts";
import type { ForwardedMail } from "#server/lib/mime/parsed-mail.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx, SignedIn } from "#server/lib/request-context.ts";
import { addParticipant } from "#server/tickets/participants.ts";
import { lockTicket, type TicketRecord } from "#server/tickets/read.ts";
import { actOnMail, nameTicket, writeDecision } from "./act-on-mail.ts";
import { type Author, findAuthor } from "./find-author.ts";
import { heldForward, noteOfColleague, openWritten, writerOf } from "./held-forward.ts";
import { takeContent } from "./processing/act.ts";
import { isClosedLongAgo } from "./processing/as-client.ts";
import { bringRecipients, listRecipients } from "./processing/colleagues.ts";
import { contextOf } from "./processing/mail-context.ts";
import { readNamedTicket } from "./processing/named-ticket.ts";
import type { Outcome, ReadMail, Work } from "./processing/work.ts";

type Wish = z.output<typeof incoming.join.body>;

/**
 * Makes a mail a comment of whoever sent it. The person who decides is asked for the rights, as if they had answered and
 * added the sender themselves. To a ticket that was closed too long ago to answer, it becomes the ticket that follows.
 */
export function joinMail(ctx: Ctx, mail: ReadMail, wish: Wish) {
  return actOnMail(ctx, mail, async (work) => {
    const ticket = await lockTicket(ctx, wish.ticket_id);
    refuseAnswer(ctx, ticket);
    const forward = heldForward(mail);
    const author = await findAuthor(work, forward ? forward.from : undefined);
    const sees = await bringSender(ctx, work, { ticket, author, wish });
    const outcome =
      isExternal(author.actor) && isClosedLongAgo(ctx.now, ticket)
        ? await follow(ctx, work, { ticket, author, forward })
        : await answer(work, { ticket, author, forward }, sees);
    if (forward) await noteOfColleague(ctx, work, outcome.ticketId, forward);
    // What a colleague sent on stays their mail: the original holds what they wrote above it.
    const userId = (forward ? null : author.personId) ?? mail.row.user_id ?? undefined;
    await writeDecision(ctx, work, { ...outcome, userId });
    return {
      comment: outcome.commentId === undefined ? null : await getComment(ctx, outcome.commentId),
      ticket: await nameTicket(ctx, outcome.ticketId),
    };
  });
}

type Words = { ticket: TicketRecord; author: Author; forward: ForwardedMail | null };
type Joining = Omit<Words, "forward"> & { wish: Wish };

/**
 * Whether the sender sees the ticket, once they were added where that was asked for. Refuses 409 for somebody of another
 * company, unless that is confirmed, 403 without the right to add people, and 422 to add nobody known.
 */
async function bringSender(ctx: Ctx, work: Work, { ticket, author, wish }: Joining): Promise<boolean> {
  const { actor, personId } = author;
  if (personId === null) {
    if (wish.add_participant) throw refuse(422, "ticket.participant_unfit");
    return false;
  }
  const isSeen = (await readNamedTicket(contextOf(work, actor), ticket.id))?.isSeen === true;
  if (!isSeen && isOfOtherCompany(actor, ticket)) {
    if (!wish.confirm) throw refuse(409, "incoming.other_company", { params: { name: actor.fullname } });
    if (!mayAddParticipant(ctx.actor, ticket)) throw refuse(403, "auth.not_allowed");
  }
  if (!wish.add_participant || personId === ticket.client_id) return isSeen;
  await addParticipant(ctx, ticket.id, personId);
  return true;
}

function isOfOtherCompany(actor: SignedIn, { company_id }: TicketRecord): boolean {
  return isExternal(actor) && company_id !== null && actor.company_id !== company_id;
}

type Joined = Outcome & { ticketId: string };

async function answer(work: Work, { ticket, author, forward }: Words, sees: boolean): Promise<Joined> {
  const ctx = contextOf(work, author.actor);
  const { text, kept } = await takeContent(ctx, work, (forward ?? work.mail.parsed).words);
  // People whom the sender names come along where the sender may bring them: on a ticket that they see.
  const brought = sees
    ? await bringRecipients(ctx, work, { ticketId: ticket.id, isNew: false })
    : await listRecipients(ctx, work, ticket);
  const { id } = await writeComment(ctx, ticket, {
    comment: text,
    visibility: "public",
    attachment_ids: kept.ids,
    ...(author.address !== null && { from_address: author.address }),
  });
  return { state: "done", ticketId: ticket.id, commentId: id, outside: brought.outside };
}

/** The ticket that goes on from a closed one; of the person who wrote, where that is a client. */
function follow(ctx: Ctx, work: Work, { ticket, author: { personId }, forward }: Words): Promise<Joined> {
  return openWritten(ctx, work, forward, {
    follow_up_of_id: ticket.id,
    isConfidential: ticket.confidential,
    ...(personId !== null && { client_id: personId }),
    confirmed: personId === null ? null : writerOf(work, forward),
  });
}
