import { type Actor, isExternal, mayChangeAnything } from "#contract/access/actor.ts";
import { mayComment } from "#contract/access/comments.ts";
import { LIMITS } from "#contract/limits.ts";
import { CONSEQUENCE_MESSAGES } from "./messages.ts";

/** What the conversation needs to know of its ticket. */
export type CommentedTicket = {
  id: string;
  status: string;
  closed: string | null;
  deleted_at: string | null;
};

export type Consequence = {
  /** What an answer does to the ticket; null when it does nothing else. */
  words: string | null;
  /** False: the ticket takes no answer. */
  isOpen: boolean;
  /** The closed ticket is too old to go on with: a new one follows up on it. */
  offersFollowUp: boolean;
};

const DAY_MS = 24 * 60 * 60_000;

/** What happens when this person answers (rules 72, 88 and 137). */
export function consequenceOf(ticket: CommentedTicket, actor: Actor, nowMs: number): Consequence {
  const closedDays = ticket.closed === null ? 0 : (nowMs - Date.parse(ticket.closed)) / DAY_MS;
  if (ticket.deleted_at !== null) return refused(CONSEQUENCE_MESSAGES.inTrash);
  if (!mayChangeAnything(actor)) return refused(CONSEQUENCE_MESSAGES.readOnly);
  if (!mayComment(actor, {})) return refused(null);
  if (!isExternal(actor)) return open(STAFF_MESSAGES[ticket.status]);
  if (ticket.status === "closed" && closedDays > LIMITS.replyReopensDays)
    return { ...refused(CONSEQUENCE_MESSAGES.tooLate), offersFollowUp: true };
  return open(CLIENT_MESSAGES[ticket.status]);
}

const STAFF_MESSAGES: Record<string, string> = {
  pending: CONSEQUENCE_MESSAGES.staysPending,
  closed: CONSEQUENCE_MESSAGES.staysClosed,
};
const CLIENT_MESSAGES: Record<string, string> = {
  pending: CONSEQUENCE_MESSAGES.opens,
  closed: CONSEQUENCE_MESSAGES.reopens,
};

function open(words: string | undefined): Consequence {
  return { words: words ?? null, isOpen: true, offersFollowUp: false };
}

function refused(words: string | null): Consequence {
  return { words, isOpen: false, offersFollowUp: false };
}
