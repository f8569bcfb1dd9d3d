import { DEFAULT_STATUS, isClosed } from "#contract/statuses.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { type FollowUp, followUpOf, HELD_STATUS } from "../follow-ups.ts";
import type { TicketRecord } from "../read.ts";

/** A date with its switches. */
export type Deadline = { at: Date; hold: boolean; firm: boolean };

/** What becomes of a ticket: its follow-up and its status. Refuses 409 a date for a closed one, which waits for nothing. */
export function planFollowUp(ctx: Ctx, ticket: TicketRecord, wanted: Deadline | null) {
  const held = followUpOf(ticket);
  const released = held.status !== null && ticket.status === HELD_STATUS ? held.status : ticket.status;
  if (!wanted) {
    const after: FollowUp = { ...NONE, before: held.at ?? held.before };
    return { ticket, status: released, after };
  }
  if (isClosed(ticket.status)) throw refuse(409, "ticket.follow_up_closed", { params: { uid: ticket.uid } });
  const after: FollowUp = {
    ...NONE,
    at: wanted.at,
    by: ctx.actor.id,
    firm: wanted.firm,
    before: held.before,
    // A ticket that somebody put on hold by hand is open afterwards: "until then" says that it ends.
    status: wanted.hold ? (released === HELD_STATUS ? DEFAULT_STATUS : released) : null,
  };
  return { ticket, status: wanted.hold ? HELD_STATUS : released, after };
}

const NONE: FollowUp = { at: null, by: null, status: null, firm: false, before: null, due_at: null };

/** Whether a follow-up differs from another one in what the staff see of it. */
export function isOther(a: FollowUp, b: FollowUp): boolean {
  return sayAll(a) !== sayAll(b);
}

function sayAll({ at, status, firm, due_at }: FollowUp): string {
  return JSON.stringify([at, status, firm, due_at]);
}
