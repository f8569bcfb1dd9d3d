import { Readable } from "node:stream";
import { sql, type Insertable } from "kysely";
import { EVENTS, type KindOf } from "#contract/events.ts";
import { computeIdentity } from "#server/lib/mime/identity.ts";
import type { FileStore } from "#server/lib/file-store.ts";
import type { Tables } from "#server/db/tables.ts";
import type { Db } from "#server/lib/request-context.ts";
import type { SeededRandom } from "#server/lib/seeded-random.ts";
import { DEMO_MAILBOX } from "./mailbox.ts";
import { COPIED, ON_TICKETS, SAMPLE_MAILS, type SampleMail } from "./samples.ts";
import { writeRaw, type WrittenMail } from "./write-raw.ts";

type Desk = { db: Db; files: FileStore; dice: SeededRandom; now: Date; mailboxId: string };
type Ticket = { id: string; uid: string; company_id: string | null };

/** Brings in the mails that the demo's tickets came by, and those that still wait for a person. */
export async function insertMails(desk: Desk): Promise<void> {
  await insertMailsOfTickets(desk);
  for (const sample of SAMPLE_MAILS.toReversed()) await insertSample(desk, sample);
  await insertAutomaticReply(desk);
  await insertBounce(desk);
}

type OfTicket = {
  ticket_id: string;
  comment_id: string | null;
  subject: string;
  words: string;
  at: Date;
  user_id: string;
  fullname: string;
  email: string;
};

/** One mail for each ticket that was raised by mail, and one for each answer of its client. */
async function insertMailsOfTickets(desk: Desk): Promise<void> {
  const { rows } = await sql<OfTicket>`
    select t.id as ticket_id, null as comment_id, t.subject, t.issue as words, t.created as at,
      u.id as user_id, u.fullname, u.email
    from tickets t join users u on u.id = t.client_id where t.source = 'mail'
    union all
    select t.id, c.id, 'Re: [' || t.uid || '] ' || t.subject, c.comment, c.created_at, u.id, u.fullname, u.email
    from comments c join tickets t on t.id = c.ticket_id join users u on u.id = c.author_id
    where c.source = 'mail'
    order by at`.execute(desk.db);
  for (const row of rows) {
    const quoted =
      row.comment_id === null ? "" : "On the day before, Waypost wrote:\n> Thank you, we are on it.";
    const mail = {
      from: { name: row.fullname, address: row.email },
      subject: row.subject,
      text: quoted === "" ? row.words : `${row.words}\n\n${quoted}`,
      at: new Date(row.at),
    };
    // One after the other: they share the one connection of the transaction.
    // oxlint-disable-next-line no-await-in-loop
    await insertMail(desk, mail, {
      state: "done",
      proof: "strong",
      user_id: row.user_id,
      ticket_id: row.ticket_id,
      comment_id: row.comment_id,
      opened_ticket: row.comment_id === null,
      matched_by: row.comment_id === null ? null : "address",
      words: row.words,
      quoted: quoted === "" ? null : quoted,
      ...(row.subject === COPIED.about && { recipients: JSON.stringify(COPIED.recipients) }),
    });
  }
}

async function insertSample(desk: Desk, sample: SampleMail): Promise<void> {
  const ticket = sample.about === undefined ? null : await findTicket(desk.db, sample.about);
  const sender = sample.sender === undefined ? null : await findPerson(desk.db, sample.sender);
  const at = new Date(desk.now.getTime() - sample.minutesAgo * 60_000);
  const detail = {
    ...(sender && { person: sender.fullname }),
    ...(ticket && { ticket: ticket.uid }),
    ...sample.detail,
  };
  const { id } = await insertMail(
    desk,
    { ...sample, subject: sample.subject.replace("{ticket}", ticket?.uid ?? ""), at },
    {
      kind: sample.kind ?? "message",
      state: sample.state,
      reason: sample.reason,
      detail: JSON.stringify(detail),
      proof: sample.proof,
      user_id: sender?.id ?? null,
      ticket_id: ticket?.id ?? null,
      matched_by: ticket ? "number" : null,
      words: sample.state === "failed" ? null : sample.text,
      quoted: null,
    },
  );
  if (sample.state === "held")
    await addEvent(desk, { id, kind: "incoming.held", at, after: { reason: sample.reason } });
}

async function insertAutomaticReply(desk: Desk): Promise<void> {
  const { about, from, subject, text, minutesAgo } = ON_TICKETS.automaticReply;
  const ticket = await findTicket(desk.db, about);
  const sender = await findPerson(desk.db, from.address);
  const at = new Date(desk.now.getTime() - minutesAgo * 60_000);
  const { id } = await insertMail(
    desk,
    {
      from,
      subject: subject.replace("{ticket}", ticket.uid),
      text,
      at,
      headers: { "Auto-Submitted": "auto-replied" },
    },
    {
      kind: "automatic",
      state: "done",
      reason: "automatic",
      proof: "strong",
      user_id: sender.id,
      ticket_id: ticket.id,
      matched_by: "address",
      words: text,
      quoted: null,
    },
  );
  await addEvent(desk, {
    id: ticket.id,
    kind: "ticket.automatic_reply",
    at,
    companyId: ticket.company_id,
    after: { incoming_id: id, name: from.name },
  });
}

async function insertBounce(desk: Desk): Promise<void> {
  const { about, address, reason, minutesAgo } = ON_TICKETS.bounce;
  const ticket = await findTicket(desk.db, about);
  const at = new Date(desk.now.getTime() - minutesAgo * 60_000);
  const mail = await desk.db
    .insertInto("mails")
    .values({
      message_id: `<${desk.dice.id()}@waypost.example>`,
      to: address,
      subject: `Re: [${ticket.uid}] ${about}`,
      body_text: "The repository has been enlarged, tonight's job has room again.",
      body_html: "<p>The repository has been enlarged, tonight's job has room again.</p>",
      ticket_id: ticket.id,
      mailbox_id: desk.mailboxId,
      from_name: "Waypost",
      state: "bounced",
      attempts: 1,
      last_error: reason,
      created_at: at,
      sent_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await desk.db
    .insertInto("bounced_addresses")
    .values({ address, since: at, reason, mail_id: mail.id })
    .execute();
  await addEvent(desk, {
    id: ticket.id,
    kind: "ticket.mail_bounced",
    at,
    companyId: ticket.company_id,
    after: { address, reason },
  });
}

/** Stores one mail as a door would: file, row, delivery. */
async function insertMail(
  { db, files, dice, mailboxId }: Desk,
  mail: Omit<WrittenMail, "messageId" | "to">,
  outcome: Partial<Insertable<Tables["incoming_mails"]>>,
): Promise<{ id: string }> {
  const id = dice.eventId(mail.at);
  const messageId = `<${id}@${mail.from.address.split("@")[1]}>`;
  const raw = await writeRaw({ ...mail, messageId, to: DEMO_MAILBOX });
  const received = await files.receive(Readable.from([raw]));
  await sql`select keep_blob(${received.hash}, ${received.bytes})`.execute(db);
  await received.keep();
  await db
    .insertInto("incoming_mails")
    .values({
      id,
      identity: computeIdentity(raw),
      raw_hash: received.hash,
      bytes: received.bytes,
      message_id: messageId,
      from_address: mail.from.address,
      from_name: mail.from.name,
      subject: mail.subject,
      mailbox_id: mailboxId,
      recipients: JSON.stringify({ to: [{ name: "", address: DEMO_MAILBOX }], cc: [] }),
      parser: 1,
      received_at: mail.at,
      ...outcome,
    })
    .execute();
  await db
    .insertInto("incoming_deliveries")
    .values({
      incoming_id: id,
      door: "listener",
      mailbox_id: mailboxId,
      envelope_from: mail.from.address,
      envelope_to: [DEMO_MAILBOX],
      at: mail.at,
    })
    .execute();
  return { id };
}

async function findTicket(db: Db, subject: string): Promise<Ticket> {
  return db
    .selectFrom("tickets")
    .select(["id", "uid", "company_id"])
    .where("subject", "=", subject)
    .executeTakeFirstOrThrow();
}

async function findPerson(db: Db, email: string) {
  return db
    .selectFrom("users")
    .select(["id", "fullname"])
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
}

type MailEvent = {
  id: string;
  kind: KindOf<"ticket" | "incoming">;
  at: Date;
  companyId?: string | null;
  after: object;
};

/** The row that `recordEvent()` would write. */
async function addEvent({ db, dice, mailboxId }: Desk, { id, kind, at, companyId, after }: MailEvent) {
  const { entity, audience } = EVENTS[kind];
  await db
    .insertInto("history")
    .values({
      id: dice.eventId(at),
      entity,
      entity_id: id,
      kind,
      occurred_at: at,
      recorded_at: at,
      principal_id: mailboxId,
      via: "mail",
      audience: audience === "internal" ? "internal" : "administrators",
      company_id: companyId ?? null,
      after: JSON.stringify(after),
    })
    .execute();
}
