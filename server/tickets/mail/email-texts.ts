import { queueMail } from "#server/lib/work/outbox.ts";
import { buildLink, renderEmail } from "#server/mail/email-template.ts";
import { filterMailReaders } from "#server/settings/read.ts";
import { type findMailedTicket, mailReaders, type MailContext } from "./mail-thread.ts";

type Mailed = NonNullable<Awaited<ReturnType<typeof findMailedTicket>>>;

/** A confirmation to the requester of a new ticket. */
export async function mailConfirmation(
  context: MailContext,
  ticket: Mailed,
  readers: string[],
): Promise<void> {
  await mailReaders(context, ticket, readers, {
    topic: "ticket_created",
    key: `created:${ticket.id}`,
    isAnswer: false,
    lines: [
      `Your ticket ${ticket.uid} has arrived. We will answer as soon as we can.`,
      { quote: ticket.issue },
    ],
    footer: "You get this mail because the ticket is yours.",
  });
}

/** A notice to the new assignee of one ticket. */
export async function mailAssignment(
  context: MailContext,
  ticket: Mailed,
  readers: string[],
  key: string,
): Promise<void> {
  await mailReaders(context, ticket, readers, {
    topic: "assigned",
    key,
    isAnswer: false,
    lines: [`${ticket.uid} is assigned to you.`, { quote: ticket.issue }],
    footer: "You get this mail because the ticket was assigned to you.",
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
  const email = await renderEmail(context, {
    subject: `${count} tickets are assigned to you`,
    lines: [`Hello ${reader.fullname},`, `${count} tickets are assigned to you.`],
    button: { label: "Open your tickets", url: buildLink(context, "/tickets?mine=true") },
    footer:
      "You get this mail because tickets were assigned to you. You can switch these mails off in your settings.",
  });
  await queueMail(context, { ...email, to: reader.email, userId: reader.id, dedupeKey: key });
}
