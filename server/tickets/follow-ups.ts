/*
 * Follow-up dates, as tickets hold them. A date that holds keeps its ticket on hold and remembers the status of before; it
 * ends by its time, by the client's answer, by closing, or by hand. The trigger of migration 0062 looks after the two ends
 * that anybody may bring about: closing, and a status that somebody sets.
 */
import { sql } from "kysely";
import { z } from "zod";
import { isClosed, type Status } from "#contract/statuses.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { type HistoryEvent, recordEvents } from "#server/lib/work/history.ts";
import type { TicketRecord } from "./read.ts";

/** The status of a ticket that waits for its follow-up. */
export const HELD_STATUS: Status = "on_hold";

/** What undo brings back; the columns of the table without their prefix. */
export type FollowUp = {
  at: Date | null;
  by: string | null;
  status: string | null;
  firm: boolean;
  before: Date | null;
  due_at: Date | null;
};

/** The follow-up of a ticket that staff have read. */
export function followUpOf(ticket: TicketRecord): FollowUp {
  return {
    at: ticket.follow_up_at ?? null,
    by: ticket.follow_up_by ?? null,
    status: ticket.follow_up_status ?? null,
    firm: ticket.follow_up_firm ?? false,
    before: ticket.follow_up_before ?? null,
    due_at: ticket.follow_up_due_at ?? null,
  };
}

/** Whether a ticket has a date, or one that has come and waits for somebody. */
export function hasFollowUp({ at, due_at }: Pick<FollowUp, "at" | "due_at">): boolean {
  return at !== null || due_at !== null;
}

/** Writes the follow-ups of locked tickets, in one statement. Neither `updated` nor `version` moves: clients would see it. */
export async function writeFollowUps(db: Db, followUps: ReadonlyMap<string, FollowUp>): Promise<void> {
  if (followUps.size === 0) return;
  const rows = [...followUps].map(([id, followUp]) => ({ id, ...followUp }));
  await sql`
    update tickets t set follow_up_at = w.at, follow_up_by = w.by, follow_up_status = w.status, follow_up_firm = w.firm,
      follow_up_before = w.before, follow_up_due_at = w.due_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as w(id uuid, at timestamptz, by uuid, status text, firm boolean,
      before timestamptz, due_at timestamptz)
    where t.id = w.id`.execute(db);
}

/** Records, before tickets are closed, which follow-ups end with that, so that an undo brings them back. */
export async function recordClosedFollowUps(
  ctx: Ctx,
  closing: readonly { ticket: TicketRecord; status: string | undefined }[],
  groupId?: string,
): Promise<void> {
  const ending = closing.filter(
    ({ ticket, status }) =>
      status !== undefined && isClosed(status) && !isClosed(ticket.status) && hasFollowUp(followUpOf(ticket)),
  );
  await recordEvents(
    ctx,
    ending.map(({ ticket }) => followUpEvent("ticket.follow_up_ended", ticket, { groupId })),
  );
}

type FollowUpKind = "ticket.follow_up_set" | "ticket.follow_up_ended";

/** The record of a change, with all that its undo needs; `after` is absent where the follow-up is over. */
export function followUpEvent(
  kind: FollowUpKind,
  ticket: TicketRecord,
  { after, groupId }: { after?: FollowUp; groupId?: string | undefined },
): HistoryEvent {
  const before = followUpOf(ticket);
  return {
    id: ticket.id,
    kind,
    companyId: ticket.company_id,
    ...(groupId !== undefined && { groupId }),
    before: { follow_up_at: before.at, follow_up: before },
    ...(after && { after: { follow_up_at: after.at, follow_up: after } }),
  };
}

const date = z.coerce.date().nullable();
const Stored = z.object({
  at: date,
  by: z.string().nullable(),
  status: z.string().nullable(),
  firm: z.boolean(),
  before: date,
  due_at: date,
});
const Said = z.object({ follow_up: Stored }).nullable();

/** Reads what an event of `followUpEvent` says; null for one that says nothing of it. */
export function readFollowUpEvent(said: unknown): FollowUp | null {
  return Said.catch(null).parse(said)?.follow_up ?? null;
}
