/*
 * The mails of one ticket, in one statement: the visible ticket with what came in and, for the staff, what was sent. Both
 * are found by an index on the ticket, so that a ticket without mail costs two looks into nothing.
 */
import { type RawBuilder, sql } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import { isExternal, type Actor } from "#contract/access/actor.ts";
import { TICKET_MAILS } from "#contract/incoming/ticket-mails.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { isMarked, isReadAt, type ReturnedColumns, serializeReturned } from "#server/mail/returned.ts";
import { findTicket, visibleQuery } from "#server/tickets/read.ts";
import { readFiles, readProof, readRecipients, type Recipients } from "./mail-columns.ts";

/** Lists what the caller may see of a ticket's mails. Refuses 404 for a ticket that they do not see. */
export async function listTicketMails(ctx: Ctx, ticketId: string) {
  const { items, mailbox } = isExternal(ctx.actor)
    ? { items: await listOwn(ctx, ticketId), mailbox: null }
    : await listAll(ctx, ticketId);
  return { items: items.toSorted((one, other) => one.at.localeCompare(other.at)), mailbox };
}

/** What a person from outside sent themselves: the only columns and rows that their role in the database reads. */
async function listOwn(ctx: Ctx, ticketId: string) {
  const ticket = await visibleQuery(ctx)
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom("incoming_mails as m")
          .select([...SHARED, sql<string | null>`left(m.quoted, ${sql.lit(QUOTED)})`.as("quoted")])
          .select(
            sql<string | null>`case when ${isIssue} then null else ${commentOfMail} end`.as("comment_id"),
          )
          .where(isOfTicket("m", commentOfMail))
          .where("m.user_id", "=", ctx.actor.id)
          .where("m.state", "=", "done")
          .where("m.kind", "=", "message")
          .orderBy("m.position", "desc")
          .limit(sql.lit(TICKET_MAILS)),
      ).as("incoming"),
    )
    .where("t.id", "=", ticketId)
    .executeTakeFirst();
  if (!ticket) throw refuse(404, "ticket.not_found");
  return ticket.incoming.map((mail) => serializeIncoming(mail, readRecipients(mail.recipients)));
}

async function listAll(ctx: Ctx, ticketId: string) {
  const ticket = await visibleQuery(ctx)
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom("incoming_mails as m")
          .select([
            ...SHARED,
            sql<string | null>`left(m.quoted, ${sql.lit(QUOTED)})`.as("quoted"),
            sql<string | null>`case m.kind when 'message' then null else m.words end`.as("words"),
            "m.reason",
            "m.proof",
            "m.proof_detail",
            "m.matched_by",
            "m.bytes",
            timesHandedIn,
            "m.opened_ticket",
            "m.files",
          ])
          .select([
            sql<string | null>`coalesce(${openingOfSplit}, ${commentOfMail})`.as("comment_id"),
            isDescription.as("is_description"),
          ])
          .where(isOfTicket("m", commentOfMail))
          .where("m.state", "=", "done")
          .orderBy("m.position", "desc")
          .limit(sql.lit(TICKET_MAILS)),
      ).as("incoming"),
      jsonArrayFrom(
        eb
          .selectFrom("mails as o")
          .leftJoin("mailboxes as box", "box.id", "o.mailbox_id")
          .leftJoin("users as u", (join) => join.onRef("u.id", "=", "o.user_id").on(isReadAt("u", "o")))
          .select(["o.id", "o.from_name", "box.address as from_address", "o.to", "o.subject"])
          .select(["o.created_at", "o.state", "o.last_error", "o.comment_id", "o.returned_at"])
          .select(["u.id as reader_id", "u.user_type as reader_type", "u.company_id as reader_company_id"])
          .select(isMarked("o").as("is_marked"))
          .where(isOfTicket("o", sql`o.comment_id`))
          .where("o.direction", "=", "out")
          .orderBy("o.position", "desc")
          .limit(sql.lit(TICKET_MAILS)),
      ).as("outgoing"),
      jsonObjectFrom(
        eb
          .selectFrom("mailboxes as came")
          .select(["came.address", "came.name"])
          .whereRef("came.id", "=", "t.mailbox_id"),
      ).as("mailbox"),
    ])
    .where("t.id", "=", ticketId)
    .executeTakeFirst();
  if (!ticket) throw refuse(404, "ticket.not_found");
  const items = [
    ...ticket.incoming.map(({ files, is_description, ...mail }) => {
      const recipients = readRecipients(mail.recipients);
      const comment_id = is_description ? null : mail.comment_id;
      return {
        ...serializeIncoming({ ...mail, comment_id }, recipients),
        reason: mail.reason,
        proof: mail.proof,
        words: mail.words,
        opened_ticket: is_description || (mail.opened_ticket && comment_id === null),
        sender_not_proven: mail.kind === "message" && mail.proof !== "strong",
        files_not_kept: (readFiles(files) ?? []).filter(({ refused }) => refused),
        also_sent_to: listOutside(recipients),
        arrival: {
          matched_by: mail.matched_by,
          proof_detail: readProof(mail.proof_detail),
          times: mail.times,
          bytes: mail.bytes,
        },
      };
    }),
    ...ticket.outgoing.map((mail) => serializeOutgoing(mail, ctx.actor)),
  ];
  return { items, mailbox: ticket.mailbox };
}

const timesHandedIn =
  sql<number>`(select count(*)::int from incoming_deliveries where incoming_id = m.id)`.as("times");

/**
 * A mail `mail` of the ticket `t`, or of another one whose comment `comment` stands on `t` now, by a merge or a split. A mail
 * stays with the ticket to which it was sent.
 */
function isOfTicket(mail: "m" | "o", comment: RawBuilder<unknown>) {
  const ticket = sql.ref(`${mail}.ticket_id`);
  return sql<boolean>`(${ticket} = any(array(
      select t.id union select moved.origin_ticket_id from comments moved where moved.ticket_id = t.id and moved.origin_ticket_id <> t.id))
    and (${ticket} = t.id or exists (
      select from comments here where here.id = ${comment} and here.ticket_id = t.id)))`;
}

/** The comment that the mail `m` became; of one that opened a merged ticket, the one on `t` that its description became. */
const commentOfMail = sql<string | null>`coalesce(m.comment_id, (select said.id from comments said
  where m.kind = 'message' and m.ticket_id <> t.id
    and said.ticket_id = t.id and said.position = 0 and said.source = 'merged' and said.origin_ticket_id = m.ticket_id))`;

/** The comment on `t` that the description of a merged ticket became, where that was split off with what `m` brought. */
const openingOfSplit = sql<string | null>`(select said.id from comments said
  join ticket_merges split on split.ticket_id = said.origin_ticket_id and split.kind = 'split' and split.undone_at is null
  where said.ticket_id = t.id and said.position = 0 and said.source = 'merged' and split.opening_comment_id = m.comment_id)`;

/** Whether `t` was split off, and its description is what the mail `m` brought as a comment. */
const isDescription = sql<boolean>`exists (select from ticket_merges split
  where split.ticket_id = t.id and split.kind = 'split' and split.undone_at is null and split.opening_comment_id = m.comment_id)`;

/**
 * Whether the description of `t` is still word for word what the mail `m` brought as a comment, which was split off. People
 * from outside read nothing else of splits.
 */
const isIssue = sql<boolean>`exists (select from comments said
  where said.id = m.comment_id and said.ticket_id = t.id and said.stands_as_issue and said.comment = t.issue)`;

/** Characters of what was folded away: with each answer it is the whole conversation once more. */
const QUOTED = 20_000;

const SHARED = [
  "m.id",
  "m.kind",
  "m.from_address",
  "m.from_name",
  "m.subject",
  "m.received_at",
  "m.state",
  "m.recipients",
  sql<boolean>`m.raw_hash is not null`.as("original_kept"),
] as const;

type Incoming = {
  id: string;
  kind: "message" | "automatic" | "bounce";
  from_address: string | null;
  from_name: string | null;
  subject: string;
  received_at: unknown;
  state: "stored" | "done" | "held" | "spam" | "ignored" | "failed";
  comment_id: string | null;
  quoted: string | null;
  original_kept: boolean;
};

function serializeIncoming(mail: Incoming, { to, cc }: Recipients) {
  return {
    id: mail.id,
    direction: "in" as const,
    kind: mail.kind,
    from: mail.from_address === null ? null : { address: mail.from_address, name: mail.from_name ?? "" },
    to,
    cc,
    subject: mail.subject,
    at: toTime(mail.received_at),
    state: mail.state,
    reason: null,
    proof: null,
    comment_id: mail.comment_id,
    opened_ticket: mail.comment_id === null && mail.kind === "message",
    has_quoted: mail.quoted !== null && mail.quoted !== "",
    quoted: mail.quoted,
    words: null,
    sender_not_proven: false,
    files_not_kept: [],
    also_sent_to: [],
    arrival: null,
    original_kept: mail.original_kept,
    returned: null,
  };
}

type Outgoing = ReturnedColumns & {
  id: string;
  from_name: string | null;
  from_address: string | null;
  to: string;
  subject: string;
  created_at: unknown;
  state: "queued" | "sent" | "captured" | "failed" | "bounced" | "skipped";
  last_error: string | null;
  comment_id: string | null;
};

function serializeOutgoing(mail: Outgoing, actor: Actor) {
  return {
    id: mail.id,
    direction: "out" as const,
    kind: "message" as const,
    from: mail.from_address === null ? null : { address: mail.from_address, name: mail.from_name ?? "" },
    to: [{ address: mail.to, name: "" }],
    cc: [],
    subject: mail.subject,
    at: toTime(mail.created_at),
    state: mail.state,
    reason: mail.last_error,
    proof: null,
    comment_id: mail.comment_id,
    opened_ticket: false,
    has_quoted: false,
    quoted: null,
    words: null,
    sender_not_proven: false,
    files_not_kept: [],
    also_sent_to: [],
    arrival: null,
    original_kept: false,
    returned: serializeReturned(mail, actor),
  };
}

function listOutside({ to, cc, outside }: Recipients) {
  const wanted = new Set(outside);
  return [...to, ...cc].filter(({ address }) => wanted.has(address));
}

/** JSON of the database writes a moment in its own form. */
function toTime(moment: unknown): string {
  return new Date(String(moment)).toISOString();
}

/** Finds the original of a mail of a ticket. Refuses 404 for anybody else's, where the caller is from outside. */
export async function findTicketOriginal(
  ctx: Ctx,
  { ticket_id, mail_id }: { ticket_id: string; mail_id: string },
) {
  const ticket = await findTicket(ctx, ticket_id);
  const mail = await ctx.db
    .selectFrom("incoming_mails as m")
    .innerJoin("tickets as t", (join) => join.on("t.id", "=", ticket.id))
    .select(["m.id", "m.raw_hash"])
    .where("m.id", "=", mail_id)
    .where(isOfTicket("m", commentOfMail))
    .where("m.state", "=", "done")
    .$if(isExternal(ctx.actor), (mails) =>
      mails.where("m.user_id", "=", ctx.actor.id).where("m.kind", "=", "message"),
    )
    .executeTakeFirst();
  if (!mail) throw refuse(404, "incoming.not_found");
  return mail;
}
