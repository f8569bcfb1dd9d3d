import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";
import { COPIED, ON_TICKETS, SAMPLE_MAILS, type SampleMail } from "./samples.ts";
import { type DemoEvent, type DemoMail, type Desk, storeEvents, storeMails } from "./store-mails.ts";

/** Brings in the mails that the demo's tickets came by, and those that still wait for a person. */
export async function insertMails(desk: Desk): Promise<void> {
  const known = await readKnown(desk.db);
  const samples = SAMPLE_MAILS.map((sample) => buildSample(desk, known, sample));
  const automatic = buildAutomaticReply(desk, known);
  await storeMails(desk, [...(await buildMailsOfTickets(desk)), ...samples, automatic.mail]);
  const held = samples.filter(({ outcome }) => outcome.state === "held");
  await storeEvents(desk, [
    ...held.map(({ id, mail, outcome }): DemoEvent => {
      return { id, kind: "incoming.held", at: mail.at, after: { reason: outcome.reason } };
    }),
    automatic.event,
    await insertBounce(desk, known),
  ]);
}

type Known = {
  ticketAbout: (subject: string) => {
    id: string;
    uid: string;
    company_id: string | null;
    client_id: string | null;
  };
  personAt: (email: string) => { id: string; fullname: string };
};

/** Reads whom and what the samples name. */
async function readKnown(db: Db): Promise<Known> {
  const tickets = await db
    .selectFrom("tickets")
    .select(["id", "uid", "subject", "company_id", "client_id"])
    .execute();
  const people = await db.selectFrom("users").select(["id", "fullname", "email"]).execute();
  return {
    ticketAbout: (subject) => found(tickets.find((ticket) => ticket.subject === subject)),
    personAt: (email) => found(people.find((person) => person.email === email)),
  };
}

function found<T>(row: T | undefined): T {
  if (row === undefined) throw new Error("a mail of the demo names what the demo has not");
  return row;
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
async function buildMailsOfTickets({ db, dice }: Desk): Promise<DemoMail[]> {
  const { rows } = await sql<OfTicket>`
    select t.id as ticket_id, null as comment_id, t.subject, t.issue as words, t.created as at,
      u.id as user_id, u.fullname, u.email
    from tickets t join users u on u.id = t.client_id where t.source = 'mail'
    union all
    select t.id, c.id, 'Re: [' || t.uid || '] ' || t.subject, c.comment, c.created_at, u.id, u.fullname, u.email
    from comments c join tickets t on t.id = c.ticket_id join users u on u.id = c.author_id
    where c.source = 'mail'
    order by at`.execute(db);
  return rows.map((row) => {
    const at = new Date(row.at);
    const isAnswer = row.comment_id !== null;
    const quoted = isAnswer ? "On the day before, Waypost wrote:\n> Thank you, we are on it." : null;
    return {
      id: dice.eventId(at),
      mail: {
        from: { name: row.fullname, address: row.email },
        subject: row.subject,
        text: quoted === null ? row.words : `${row.words}\n\n${quoted}`,
        at,
      },
      outcome: {
        state: "done",
        proof: "strong",
        user_id: row.user_id,
        ticket_id: row.ticket_id,
        comment_id: row.comment_id,
        opened_ticket: !isAnswer,
        matched_by: isAnswer ? "address" : null,
        words: row.words,
        quoted,
        ...(row.subject === COPIED.about && { recipients: JSON.stringify(COPIED.recipients) }),
      },
    };
  });
}

function buildSample({ dice, now }: Desk, { ticketAbout, personAt }: Known, sample: SampleMail): DemoMail {
  const ticket = sample.about === undefined ? null : ticketAbout(sample.about);
  const sender = sample.sender === undefined ? null : personAt(sample.sender);
  const at = new Date(now.getTime() - sample.minutesAgo * 60_000);
  const detail = {
    ...(sender && { person: sender.fullname }),
    ...(ticket && { ticket: ticket.uid }),
    ...sample.detail,
  };
  return {
    id: dice.eventId(at),
    mail: { ...sample, subject: sample.subject.replace("{ticket}", ticket?.uid ?? ""), at },
    outcome: {
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
      ...(sample.decidedBy !== undefined && {
        decided_at: new Date(at.getTime() + 60 * 60_000),
        decided_by: personAt(sample.decidedBy).id,
      }),
    },
  };
}

function buildAutomaticReply({ dice, now }: Desk, known: Known): { mail: DemoMail; event: DemoEvent } {
  const { about, from, subject, text, minutesAgo } = ON_TICKETS.automaticReply;
  const ticket = known.ticketAbout(about);
  const at = new Date(now.getTime() - minutesAgo * 60_000);
  const id = dice.eventId(at);
  const headers = { "Auto-Submitted": "auto-replied" };
  return {
    mail: {
      id,
      mail: { from, subject: subject.replace("{ticket}", ticket.uid), text, at, headers },
      outcome: {
        kind: "automatic",
        state: "done",
        reason: "automatic",
        proof: "strong",
        user_id: known.personAt(from.address).id,
        ticket_id: ticket.id,
        matched_by: "address",
        words: text,
        quoted: null,
      },
    },
    event: {
      id: ticket.id,
      kind: "ticket.automatic_reply",
      at,
      companyId: ticket.company_id,
      after: { incoming_id: id, name: from.name },
    },
  };
}

async function insertBounce({ db, dice, now, mailboxId }: Desk, known: Known): Promise<DemoEvent> {
  const { about, to: address, reason, minutesAgo } = ON_TICKETS.bounce;
  const ticket = known.ticketAbout(about);
  const reader = known.personAt(address);
  const at = new Date(now.getTime() - minutesAgo * 60_000);
  const mail = await db
    .insertInto("mails")
    .values({
      message_id: `<${dice.id()}@waypost.example>`,
      to: address,
      subject: `Re: [${ticket.uid}] ${about}`,
      body_text: "The repository has been enlarged, tonight's job has room again.",
      body_html: "<p>The repository has been enlarged, tonight's job has room again.</p>",
      ticket_id: ticket.id,
      user_id: reader.id,
      mailbox_id: mailboxId,
      from_name: "Waypost",
      state: "bounced",
      attempts: 1,
      last_error: reason,
      created_at: at,
      sent_at: at,
      returned_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("bounced_addresses").values({ address, since: at, reason, mail_id: mail.id }).execute();
  if (reader.id !== ticket.client_id)
    await db
      .insertInto("participants")
      .values({ ticket_id: ticket.id, user_id: reader.id, role: "cc", added_at: at, added_by: mailboxId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return {
    id: ticket.id,
    kind: "ticket.mail_bounced",
    at,
    companyId: ticket.company_id,
    after: { address, reason },
  };
}
