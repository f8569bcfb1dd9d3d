import { type Actor, isExternal, mayChangeAnything } from "#contract/access/actor.ts";
import { mayComment } from "#contract/access/comments.ts";
import { LIMITS } from "#contract/limits.ts";
import { categoryOf, isClosed, type StatusCategory } from "#contract/statuses.ts";
import { REPLY_EFFECT_MESSAGES } from "./messages.ts";

/** The attributes of a ticket that decide on the effect of a reply. */
export type CommentedTicket = {
  id: string;
  status: string;
  closed: string | null;
  deleted_at: string | null;
};

export type ReplyEffect = {
  /** The effect of a reply as a sentence; null if the ticket stays as it is. */
  note: string | null;
  /** False: the ticket takes no answer. */
  isOpen: boolean;
  /** The closed ticket is too old to go on with: a new one follows up on it. */
  offersFollowUp: boolean;
};

const DAY_MS = 24 * 60 * 60_000;

/** Finds the effect of this person's reply on the ticket (rules 72, 88 and 137). */
export function findReplyEffect(ticket: CommentedTicket, actor: Actor, nowMs: number): ReplyEffect {
  const closedDays = ticket.closed === null ? 0 : (nowMs - Date.parse(ticket.closed)) / DAY_MS;
  if (ticket.deleted_at !== null) return refused(REPLY_EFFECT_MESSAGES.inTrash);
  if (!mayChangeAnything(actor)) return refused(REPLY_EFFECT_MESSAGES.readOnly);
  if (!mayComment(actor, {})) return refused(null);
  if (!isExternal(actor)) return open(messageIn(STAFF_MESSAGES, ticket));
  if (isClosed(ticket.status) && closedDays > LIMITS.replyReopensDays)
    return { ...refused(REPLY_EFFECT_MESSAGES.tooLate), offersFollowUp: true };
  return open(messageIn(CLIENT_MESSAGES, ticket));
}

type CategoryMessages = Partial<Record<StatusCategory, string>>;
const STAFF_MESSAGES: CategoryMessages = {
  waiting_for_client: REPLY_EFFECT_MESSAGES.staysPending,
  closed: REPLY_EFFECT_MESSAGES.staysClosed,
};
const CLIENT_MESSAGES: CategoryMessages = {
  waiting_for_client: REPLY_EFFECT_MESSAGES.opens,
  closed: REPLY_EFFECT_MESSAGES.reopens,
};

function messageIn(messages: CategoryMessages, { status }: CommentedTicket): string | undefined {
  const category = categoryOf(status);
  return category === null ? undefined : messages[category];
}

function open(note: string | undefined): ReplyEffect {
  return { note: note ?? null, isOpen: true, offersFollowUp: false };
}

function refused(note: string | null): ReplyEffect {
  return { note, isOpen: false, offersFollowUp: false };
}
