import type { DataOf, jobs } from "#contract/jobs.ts";
import type { App } from "#server/lib/request-context.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";
import { mailAssignment, mailConfirmation, mailDue, mailManyAssigned } from "./mail/email-texts.ts";
import type { MailContext } from "./mail/mail-thread.ts";
import { findMailedTicket } from "./mail/mailed-ticket.ts";

/** Mails about a new ticket: a confirmation to its requester, and a notice to its assignee, unless they created it. */
export async function announceTicket(
  app: App,
  { ticket_id, by }: DataOf<typeof jobs.announceTicket>,
): Promise<void> {
  await runWithMail(app, async (context) => {
    const ticket = await findMailedTicket(context.db, ticket_id);
    if (!ticket) return;
    if (ticket.source !== "mail") await mailConfirmation(context, ticket, omitNull([ticket.client_id]));
    const others = omitNull([ticket.assignee_id]).filter((id) => id !== by);
    await mailAssignment(context, ticket, others, `assigned:${ticket.id}:0`);
  });
}

/** Mails the new assignee: one mail about one ticket, or one about all of them. */
export async function announceAssignment(
  app: App,
  { ticket_ids, assignee_id, deed: assignmentKey }: DataOf<typeof jobs.announceAssignment>,
): Promise<void> {
  await runWithMail(app, async (context) => {
    const tickets = (await Promise.all(ticket_ids.map((id) => findMailedTicket(context.db, id)))).filter(
      (ticket) => ticket?.assignee_id === assignee_id,
    );
    const [first] = tickets;
    const key = `assigned:${assignmentKey}`;
    if (first && tickets.length === 1) return mailAssignment(context, first, [assignee_id], key);
    if (tickets.length > 1) await mailManyAssigned(context, assignee_id, tickets.length, key);
  });
}

/** Mails those who are told that tickets are due. A ticket in the trash tells nobody. */
export async function announceDue(app: App, { due }: DataOf<typeof jobs.announceDue>): Promise<void> {
  await runWithMail(app, async (context) => {
    for (const { ticket_id, reader_ids, at } of due) {
      const ticket = await findMailedTicket(context.db, ticket_id);
      if (ticket) await mailDue(context, ticket, reader_ids, `due:${ticket_id}:${at}`);
    }
  });
}

async function runWithMail(app: App, work: (context: MailContext) => Promise<void>): Promise<void> {
  await runTransaction(app.db, (db) => work({ app, db, now: app.clock.now() }));
}

function omitNull(ids: (string | null)[]): string[] {
  return ids.filter((id) => id !== null);
}
