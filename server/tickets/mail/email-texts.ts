import { queueMail } from "#server/lib/work/outbox.ts";
import { buildLink, renderEmail } from "#server/mail/email-template.ts";
import { filterMailReaders } from "#server/settings/read.ts";
import { readMessagesFor } from "#server/mail/reader-language.ts";
import { TICKET_MESSAGES } from "./every-language.ts";
import { mailInvolved, type MailContext } from "./mail-thread.ts";
import type { MailedTicket } from "./mailed-ticket.ts";

/** A confirmation to the requester of a new ticket; one that came by mail is confirmed by `confirmTicket`. */
export async function mailConfirmation(
  context: MailContext,
  ticket: MailedTicket,
  readers: string[],
): Promise<void> {
  await mailInvolved(context, ticket, readers, {
    topic: "ticket_created",
    key: `created:${ticket.id}`,
    write: (messages) => ({
      lines: [messages.arrived(ticket.uid), { quote: ticket.issue }],
      footer: messages.isYours,
    }),
  });
}

/** A notice to the new assignee of one ticket. */
export async function mailAssignment(
  context: MailContext,
  ticket: MailedTicket,
  readers: string[],
  key: string,
): Promise<void> {
  await mailInvolved(context, ticket, readers, {
    topic: "assigned",
    key,
    write: (messages) => ({
      lines: [messages.assigned(ticket.uid), { quote: ticket.issue }],
      footer: messages.wasAssigned,
    }),
  });
}

/** A notice that the follow-up date of a ticket has come. */
export async function mailDue(
  context: MailContext,
  ticket: MailedTicket,
  readers: string[],
  key: string,
): Promise<void> {
  await mailInvolved(context, ticket, readers, {
    topic: "due",
    key,
    write: (messages) => ({ lines: [messages.due(ticket.uid)], footer: messages.followsUp }),
  });
}

/** One notice to the new assignee of many tickets. */
export async function mailManyAssigned(
  context: MailContext,
  assignee: string,
  count: number,
  key: string,
): Promise<void> {
  const wanting = await filterMailReaders(context.db, "assigned", [assignee]);
  const reader = await context.db
    .selectFrom("users")
    .select(["id", "email", "fullname"])
    .where("id", "=", assignee)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!reader || !wanting.has(reader.id)) return;
  const { messages, ...look } = await readMessagesFor(context, reader.id, TICKET_MESSAGES);
  const email = renderEmail({
    ...look,
    subject: messages.manyAssigned(count),
    lines: [messages.hello(reader.fullname), `${messages.manyAssigned(count)}.`],
    button: { label: messages.openYours, url: buildLink(context, "/tickets?mine=true") },
    footer: `${messages.wereAssigned} ${messages.switchOff}`,
  });
  await queueMail(context, { ...email, to: reader.email, userId: reader.id, dedupeKey: key });
}
