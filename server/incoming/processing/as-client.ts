import { isClosed } from "#contract/statuses.ts";
import { LIMITS } from "#contract/limits.ts";
import type { SignedIn } from "#server/lib/request-context.ts";
import { comment, openTicket } from "./act.ts";
import { isFlood } from "./floods.ts";
import { judgeSender, type SenderKind, type Verdict } from "./judge-sender.ts";
import { contextOf } from "./mail-context.ts";
import type { Found } from "./match-ticket.ts";
import { type NamedTicket, readNamedTicket } from "./named-ticket.ts";
import type { Outcome, Work } from "./work.ts";
import { hold } from "./write-outcome.ts";

/** What a person of a client company may do with their mail, and that. */
export async function settleClient(work: Work, actor: SignedIn, found: Found): Promise<Outcome> {
  const { match } = found;
  const ctx = contextOf(work, actor);
  const ticket = match && (await readNamedTicket(ctx, match.ticketId));
  const names = { person: actor.fullname, ...(ticket && { ticket: ticket.uid }), ...noteOf(found) };
  const about = { sender: actor, ticketId: ticket?.id, matchedBy: match?.by ?? null, detail: names };
  const verdict = judge(work, { kind: relate(ticket), matchedBy: match?.by ?? null });
  if ("hold" in verdict) return hold(verdict.hold, about);
  if ("spam" in verdict) return { state: "spam", reason: verdict.spam, ...about };
  if (isOfOtherMailbox(work, actor)) return hold("mailbox_of_other_company", about);
  if (ticket?.deleted) return hold("ticket_in_trash", about);
  const isLate = ticket !== null && isClosedLongAgo(work.now, ticket);
  const isNew = match === null || ticket === null || isLate;
  if (await isFlood(work, isNew ? null : ticket.id)) return hold("too_many", about);
  const { words } = work.mail.parsed;
  if (!isNew) return comment(ctx, work, { ...match, ticketId: ticket.id }, { words });
  return openTicket(ctx, work, {
    words,
    // An answer to a number that nobody has would tell which numbers there are.
    confirmed: found.namesAbsent ? null : senderOf(work),
    ...(isLate && { follow_up_of_id: ticket.id }),
    isConfidential: isLate && ticket.confidential,
  });
}

/** Whom a confirmation answers. */
export function senderOf({ mail: { parsed } }: Work) {
  return { fromAddress: parsed.from?.address ?? null, messageId: parsed.messageId };
}

function judge(
  work: Work,
  { kind, matchedBy }: { kind: SenderKind; matchedBy: Outcome["matchedBy"] },
): Verdict {
  const { unprovenClients } = work.settings;
  return judgeSender({ sender: kind, proof: work.mail.proof, matchedBy: matchedBy ?? null, unprovenClients });
}

function relate(ticket: NamedTicket | null): SenderKind {
  if (ticket === null) return "client_without_ticket";
  if (ticket.isSeen) return "client_on_ticket";
  return ticket.isOfCompany ? "client_of_same_company" : "client_of_other_company";
}

/** A mailbox of one company takes nothing of another's people. */
function isOfOtherMailbox({ mailbox }: Work, { company_id }: SignedIn): boolean {
  return mailbox !== null && mailbox.company_id !== null && mailbox.company_id !== company_id;
}

/** The same days after which the app refuses an answer and offers a follow-up ticket. */
export function isClosedLongAgo(now: Date, ticket: Pick<NamedTicket, "closed" | "status">): boolean {
  if (!isClosed(ticket.status) || ticket.closed === null) return false;
  return now.getTime() - ticket.closed.getTime() > LIMITS.replyReopensDays * 86_400_000;
}

export function noteOf({ hasWrongSignature }: Found): Record<string, string> {
  return hasWrongSignature ? { note: "wrong_signature" } : {};
}
