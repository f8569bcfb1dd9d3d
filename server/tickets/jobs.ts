import type { DataOf, jobs } from "#contract/jobs.ts";
import type { App } from "#server/lib/context.ts";
import { queueMail } from "#server/lib/work/outbox.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";
import { buildLink, renderEmail } from "#server/mail/email-template.ts";
import { filterMailReaders } from "#server/settings/read.ts";
import { findMailedTicket, mailReaders, type MailContext } from "./mail/ticket-mail.ts";

/** Mails about a new ticket: a confirmation to its requester, and a notice to its assignee, unless they created it. */
export async function announceTicket(
  app: App,
  { ticket_id, by }: DataOf<typeof jobs.announceTicket>,
): Promise<void> {
  await runWithMail(app, async (context) => {
    const ticket = await findMailedTicket(context.db, ticket_id);
    if (!ticket) return;
    await mailReaders(context, ticket, omitNull([ticket.client_id]), {
      topic: "ticket_created",
      key: `created:${ticket.id}`,
      isAnswer: false,
      lines: [
        `Your ticket ${ticket.uid} has arrived. We will answer as soon as we can.`,
        { quote: ticket.issue },
      ],
      footer: "You get this mail because the ticket is yours.",
    });
    const others = omitNull([ticket.assignee_id]).filter((id) => id !== by);
    await mailAssignment(context, ticket, others, `assigned:${ticket.id}:0`);
  });
}

/** Mails the new assignee: one mail about one ticket, or one about all of them. */
export async function announceAssignment(
  app: App,
  { ticket_ids, assignee_id, deed }: DataOf<typeof jobs.announceAssignment>,
): Promise<void> {
  await runWithMail(app, async (context) => {
    const tickets = (await Promise.all(ticket_ids.map((id) => findMailedTicket(context.db, id)))).filter(
      (ticket) => ticket?.assignee_id === assignee_id,
    );
    const [first] = tickets;
    const key = `assigned:${deed}`;
    if (first && tickets.length === 1) return mailAssignment(context, first, [assignee_id], key);
    if (tickets.length > 1) await mailManyAssigned(context, assignee_id, tickets.length, key);
  });
}

type Mailed = NonNullable<Awaited<ReturnType<typeof findMailedTicket>>>;

async function mailAssignment(
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

async function mailManyAssigned(
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

async function runWithMail(app: App, work: (context: MailContext) => Promise<void>): Promise<void> {
  await runTransaction(app.db, (db) => work({ app, db, now: app.clock.now() }));
}

function omitNull(ids: (string | null)[]): string[] {
  return ids.filter((id) => id !== null);
}
