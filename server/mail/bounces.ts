import { sql } from "kysely";
import { hashAddress } from "#server/lib/crypto/token.ts";
import type { App, Db } from "#server/lib/request-context.ts";
import { findSentMail, type SentMail } from "#server/lib/work/bounced-mails.ts";
import { type RecordingCtx, recordEvent } from "#server/lib/work/history.ts";
import { queueMail } from "#server/lib/work/outbox.ts";
import { buildLink, renderEmail } from "./email-template.ts";
import { markBounced } from "./bounced-addresses.ts";
import { BOUNCE_MESSAGES } from "./bounce-messages.ts";
import { BOUNCE_MESSAGES as GERMAN_BOUNCE_MESSAGES } from "./bounce-messages.de.ts";
import { MAIL_MESSAGES } from "./messages.ts";
import { MAIL_MESSAGES as GERMAN_MAIL_MESSAGES } from "./messages.de.ts";
import { readMessagesFor } from "./reader-language.ts";

const MESSAGES = {
  en: { ...MAIL_MESSAGES, ...BOUNCE_MESSAGES },
  de: { ...GERMAN_MAIL_MESSAGES, ...GERMAN_BOUNCE_MESSAGES },
};

/** One recipient that another server names in a returned mail. */
export type Bounce = {
  messageId: string;
  address: string;
  /** One line, such as `mailbox unknown (5.1.1)`. */
  reason: string;
  /** Whether it is worth no further try. */
  isPermanent: boolean;
  /** The line on the ticket says it; nobody is mailed. */
  isQuiet?: boolean;
};

type BounceCtx = RecordingCtx & { app: App };

/**
 * Takes a returned mail, where it is one that this desk sent to that recipient; null for any other, so that nobody stops
 * mail to somebody else by inventing one. A permanent failure marks the address, to which nothing is sent from then on.
 */
export async function recordBounce(ctx: BounceCtx, bounce: Bounce): Promise<SentMail | null> {
  const mail = await findSentMail(ctx.db, bounce);
  if (!mail) return null;
  if (bounce.isPermanent) await markBounced(ctx, mail, bounce.reason);
  if (mail.ticket_id !== null) await tellTicket(ctx, mail, mail.ticket_id, { ...bounce, stops: true });
  return mail;
}

/** `stops`: nothing more is sent to the address. */
type Failure = Pick<Bounce, "reason" | "isPermanent" | "isQuiet"> & { stops: boolean };

/** Writes down on its ticket that a mail does not arrive; for good, whoever is responsible is mailed. */
export async function tellTicket(
  ctx: BounceCtx,
  mail: SentMail,
  ticketId: string,
  failure: Failure,
): Promise<void> {
  const ticket = await ctx.db
    .selectFrom("tickets")
    .select(["id", "uid", "company_id", "assignee_id", "group_id"])
    .where("id", "=", ticketId)
    .where("erased_at", "is", null)
    .executeTakeFirst();
  if (!ticket) return;
  await recordEvent(ctx, {
    id: ticket.id,
    kind: "ticket.mail_bounced",
    companyId: ticket.company_id,
    after: { address: mail.to, reason: failure.reason, ...(failure.isPermanent ? {} : { temporary: true }) },
  });
  if (!failure.isPermanent || failure.isQuiet) return;
  for (const reader of await findResponsible(ctx.db, ticket))
    if (reader.id !== mail.user_id) await mailResponsible(ctx, reader, { ticket, mail, failure });
}

type Ticket = { id: string; uid: string; assignee_id: string | null; group_id: string | null };
type Reader = { id: string; email: string; fullname: string };

/** The assignee, else whoever leads the ticket's team. */
async function findResponsible(db: Db, { assignee_id, group_id }: Ticket): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select u.id, u.email, u.fullname from users u
    where u.deleted_at is null and u.user_type = 'internal' and case
      when ${assignee_id}::uuid is not null then u.id = ${assignee_id}
      else exists (select from group_members m where m.user_id = u.id and m.group_id = ${group_id})
        and exists (select from user_roles ur join roles r on r.id = ur.role_id
          where ur.user_id = u.id and r.key = 'team_lead') end
    order by u.id`.execute(db);
  return rows;
}

/** One mail for each address and ticket, however often it comes back. It names no ticket: its own return makes no other. */
async function mailResponsible(
  ctx: BounceCtx,
  reader: Reader,
  { ticket, mail, failure }: { ticket: Ticket; mail: SentMail; failure: Failure },
): Promise<void> {
  const { messages, ...look } = await readMessagesFor(ctx, reader.id, MESSAGES);
  const email = renderEmail({
    ...look,
    subject: messages.subject(mail.to),
    lines: [
      messages.hello(reader.fullname),
      messages.bounced(ticket.uid, failure.reason),
      ...(failure.stops ? [messages.stops] : []),
    ],
    button: { label: messages.open(ticket.uid), url: buildLink(ctx, `/tickets/${ticket.id}`) },
    footer: messages.footer,
  });
  await queueMail(ctx, {
    ...email,
    to: reader.email,
    userId: reader.id,
    dedupeKey: `bounce:${ticket.id}:${hashAddress(mail.to)}:${reader.id}`,
  });
}
