import type { DataOf, jobs } from "#contract/jobs.ts";
import type { App } from "#server/lib/context.ts";
import { queueMail } from "#server/lib/work/outbox.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";
import { buildLink, renderEmail } from "#server/mail/email-template.ts";
import { filterMailReaders } from "#server/settings/read.ts";
import { findMailedTicket, mailReaders, type Told } from "./mail/ticket-mail.ts";

/** A new ticket: its requester gets a confirmation, its assignee, unless that is who raised it, the news. */
export async function announceTicket(
  app: App,
  { ticket_id, by }: DataOf<typeof jobs.announceTicket>,
): Promise<void> {
  await told(app, async (told) => {
    const ticket = await findMailedTicket(told.db, ticket_id);
    if (!ticket) return;
    await mailReaders(told, ticket, present([ticket.client_id]), {
      topic: "ticket_created",
      key: `created:${ticket.id}`,
      isAnswer: false,
      lines: [
        `Your ticket ${ticket.uid} has arrived. We will answer as soon as we can.`,
        { quote: ticket.issue },
      ],
      footer: "You get this mail because the ticket is yours.",
    });
    const others = present([ticket.assignee_id]).filter((id) => id !== by);
    await mailAssignment(told, ticket, others, `assigned:${ticket.id}:0`);
  });
}

/** Assigned tickets: one mail about one, or one about them all. */
export async function announceAssignment(
  app: App,
  { ticket_ids, assignee_id, deed }: DataOf<typeof jobs.announceAssignment>,
): Promise<void> {
  await told(app, async (told) => {
    const tickets = (await Promise.all(ticket_ids.map((id) => findMailedTicket(told.db, id)))).filter(
      (ticket) => ticket?.assignee_id === assignee_id,
    );
    const [first] = tickets;
    const key = `assigned:${deed}`;
    if (first && tickets.length === 1) return mailAssignment(told, first, [assignee_id], key);
    if (tickets.length > 1) await mailManyAssigned(told, assignee_id, tickets.length, key);
  });
}

type Mailed = NonNullable<Awaited<ReturnType<typeof findMailedTicket>>>;

async function mailAssignment(told: Told, ticket: Mailed, readers: string[], key: string): Promise<void> {
  await mailReaders(told, ticket, readers, {
    topic: "assigned",
    key,
    isAnswer: false,
    lines: [`${ticket.uid} is assigned to you.`, { quote: ticket.issue }],
    footer: "You get this mail because the ticket was assigned to you.",
  });
}

async function mailManyAssigned(told: Told, assignee: string, count: number, key: string): Promise<void> {
  const wanting = await filterMailReaders(told.db, "assigned", [assignee]);
  const reader = await told.db
    .selectFrom("users")
    .select(["id", "email", "fullname"])
    .where("id", "=", assignee)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!reader || !wanting.has(reader.id)) return;
  const letter = await renderEmail(told, {
    subject: `${count} tickets are assigned to you`,
    lines: [`Hello ${reader.fullname},`, `${count} tickets are assigned to you.`],
    button: { label: "Open your tickets", url: buildLink(told, "/tickets?mine=true") },
    footer:
      "You get this mail because tickets were assigned to you. You can switch these mails off in your settings.",
  });
  await queueMail(told, { ...letter, to: reader.email, userId: reader.id, dedupeKey: key });
}

async function told(app: App, work: (told: Told) => Promise<void>): Promise<void> {
  await runTransaction(app.db, (db) => work({ app, db, now: app.clock.now() }));
}

function present(ids: (string | null)[]): string[] {
  return ids.filter((id) => id !== null);
}
