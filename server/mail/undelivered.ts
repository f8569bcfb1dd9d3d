import { sql } from "kysely";
import type { DataOf, jobs } from "#contract/jobs.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";
import type { App, Db } from "#server/lib/request-context.ts";
import type { SentMail } from "#server/lib/work/bounced-mails.ts";
import { tellTicket } from "./bounces.ts";

/**
 * Tells a ticket of a mail that no server took (rule 971), once a mail. Its address is not marked as that of a returned one
 * is: the server that refused it may have been a wrong one.
 */
export async function tellUndelivered(app: App, { id }: DataOf<typeof jobs.tellUndelivered>): Promise<void> {
  const now = app.clock.now();
  await runTransaction(app.db, async (db) => {
    const mail = await lockUndelivered(db, id);
    if (!mail) return;
    const ctx = { app, db, now, actor: null, ip: null, requestId: id, via: "system" as const };
    const failure = { reason: mail.last_error ?? "", isPermanent: true, stops: false };
    await tellTicket(ctx, mail, mail.ticket_id, failure);
  });
}

type Undelivered = SentMail & { ticket_id: string; last_error: string | null };

/** None for a mail that is tried again meanwhile, or was told of before. */
async function lockUndelivered(db: Db, id: string): Promise<Undelivered | undefined> {
  const { rows } = await sql<Undelivered>`
    select id, "to", ticket_id, user_id, last_error from mails
    where id = ${id} and state = 'failed' and ticket_id is not null and not exists (
      select from history h where h.entity = 'ticket' and h.entity_id = mails.ticket_id
        and h.kind = 'ticket.mail_bounced' and h.request_id = ${id})
    for update`.execute(db);
  return rows[0];
}
