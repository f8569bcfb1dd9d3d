import { recordEvent } from "#server/lib/work/history.ts";
import { findTicket } from "#server/tickets/read.ts";
import { Refusal } from "#server/lib/refusal.ts";
import type { Sender } from "./find-sender.ts";
import { contextOf, recordingContext } from "./mail-context.ts";
import type { Found } from "./match-ticket.ts";
import type { Outcome, Work } from "./work.ts";
import { ignore } from "./write-outcome.ts";

/**
 * What a machine wrote does nothing by itself: on a ticket it is one folded line for the staff, without a comment, a
 * status, a mail or a mark of the unread. Without a ticket it is ignored. Null: it goes on as a person's mail does.
 */
export async function settleAutomatic(work: Work, sender: Sender, { match }: Found): Promise<Outcome | null> {
  const { kind } = work.mail;
  if (kind.kind === "message") return null;
  const isKnown = "actor" in sender;
  if (kind.kind === "newsletter") return isKnown ? null : ignore("newsletter");
  const more = isKnown ? { sender: sender.actor } : {};
  if (match) {
    const isReaders = match.by === "address" || match.by === "reference";
    if (!isReaders && !(await seesTicket(work, sender, match.ticketId))) return ignore("automatic", more);
    return recordAutomaticReply(work, match, more);
  }
  // A monitor of a client that reports a fault, as opposed to what answers a mail.
  return isKnown && kind.reason === "auto_generated" ? null : ignore("automatic", more);
}

async function seesTicket(work: Work, sender: Sender, ticketId: string): Promise<boolean> {
  if (!("actor" in sender)) return false;
  try {
    await findTicket(contextOf(work, sender.actor), ticketId);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

async function recordAutomaticReply(
  work: Work,
  { ticketId, by }: NonNullable<Found["match"]>,
  more: Partial<Outcome>,
): Promise<Outcome> {
  const { from } = work.mail.parsed;
  const { company_id } = await work.db
    .selectFrom("tickets")
    .select("company_id")
    .where("id", "=", ticketId)
    .executeTakeFirstOrThrow();
  await recordEvent(recordingContext(work), {
    id: ticketId,
    kind: "ticket.automatic_reply",
    companyId: company_id,
    after: {
      incoming_id: work.mail.row.id,
      name: more.sender?.fullname ?? (from?.name === "" ? from.address : from?.name) ?? null,
    },
  });
  return { state: "done", reason: "automatic", ticketId, matchedBy: by, ...more };
}
