import { z } from "zod";
import { Comment } from "./comments.ts";
import { endpoint } from "./endpoint.ts";
import { LIMITS } from "./limits.ts";
import { Id, Meta, nameText, oneOf, pageFields, SearchText, Time } from "./field-schemas.ts";
import { INCOMING_REASONS, INCOMING_STATES, PROOFS } from "./incoming/states.ts";
import { INCOMING_REFUSALS } from "./refusals/incoming.ts";
import { messagesOf } from "./refusals/schema-message.ts";
import { incomingSummary } from "./incoming/summary.ts";
import { MailParty, ticketMailEndpoints } from "./incoming/ticket-mails.ts";

const message = messagesOf(INCOMING_REFUSALS);

const Person = z.object({ user_id: Id, fullname: z.string(), user_type: z.enum(["internal", "external"]) });

const NamedTicket = z.object({ id: Id, uid: z.string(), subject: z.string() });

export const IncomingMail = z
  .object({
    id: Id,
    state: z.enum(INCOMING_STATES),
    kind: z.enum(["message", "automatic", "bounce"]),
    reason: z.enum(INCOMING_REASONS).nullable(),
    detail: z
      .record(z.string(), z.string())
      .meta({ description: "What the sentence of the reason names: a person, a ticket, a company, a word" }),
    subject: z.string(),
    from_address: z.string().nullable(),
    from_name: z.string().nullable(),
    sender: Person.nullable().meta({ description: "Who it is from, where that is somebody known" }),
    proof: z.enum(PROOFS).nullable(),
    mailbox_id: Id.nullable(),
    mailbox_address: z.string().nullable(),
    ticket: NamedTicket.nullable(),
    suggested_company: z.object({ id: Id, name: z.string(), verified: z.boolean() }).nullable(),
    excerpt: z.string().meta({ description: "The first words of the text" }),
    file_count: z.int(),
    received_at: Time,
    decided_at: Time.nullable(),
    decided_by_fullname: z.string().nullable(),
  })
  .meta({ id: "IncomingMail" });

export const IncomingFile = z.object({
  name: z.string(),
  type: z.string(),
  bytes: z.int(),
  refused: z.boolean().meta({ description: "A blocked file type: named, and kept in the original alone" }),
});

export const IncomingMailWhole = IncomingMail.extend({
  to: z.array(MailParty),
  cc: z.array(MailParty),
  reply_to: z.string().nullable(),
  words: z.string(),
  quoted: z.string(),
  html: z.string().nullable().meta({ description: "As it was sent, not made safe" }),
  files: z.array(IncomingFile),
  date: z.string().nullable().meta({ description: "As the mail says, which may be wrong" }),
  proof_detail: z.array(z.string()).meta({ description: "How the proof was found, a line each" }),
  deliveries: z.array(
    z.object({
      door: z.enum(["imap", "listener", "hook", "shell"]),
      mailbox_address: z.string().nullable(),
      envelope_from: z.string().nullable(),
      envelope_to: z.array(z.string()),
      at: Time,
    }),
  ),
  forwarded_from: MailParty.nullable().meta({
    description: "The sender of the mail that was forwarded in it",
  }),
  mentions: z.array(z.string()).meta({ description: "Ticket numbers that it names" }),
  original_kept: z
    .boolean()
    .meta({ description: "False: its time has passed, and the words are what is left" }),
}).meta({ id: "IncomingMailWhole" });

/** Mails that one call decides on. */
export const INCOMING_BULK = 200;

const Params = z.object({ mail_id: Id });
const missing = { 404: "incoming.not_found" } as const;
const decided = { 404: "incoming.not_found", 409: "incoming.decided_already" } as const;
const exampleParams = { mail_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" };

export const incoming = {
  list: endpoint({
    method: "GET",
    path: "/incoming",
    policy: "mail.triage",
    summary: "List mails that came in",
    description:
      "Newest first. `meta.counts` counts them by state, up to 1,000 each. A search looks at the address and name of the sender, the subject and the words, and with reason, mailbox or words among the newest 10,000; a whole address finds every mail of its sender.",
    query: z.strictObject({
      state: oneOf("state", INCOMING_STATES).optional(),
      reason: oneOf("reason", INCOMING_REASONS).optional(),
      mailbox_id: Id.optional(),
      search: SearchText,
      ...pageFields(LIMITS.pageMaximum),
    }),
    reply: z.object({
      items: z.array(IncomingMail),
      meta: Meta.extend({
        counts: z.record(z.enum(INCOMING_STATES), z.int()),
        total_is_capped: z.boolean().meta({ description: "There may be more than were counted" }),
      }),
    }),
    example: { query: { state: "held" } },
  }),
  get: endpoint({
    method: "GET",
    path: "/incoming/{mail_id}",
    policy: "mail.triage",
    summary: "Read a mail that came in",
    params: Params,
    reply: IncomingMailWhole,
    refusals: missing,
    example: { params: exampleParams },
  }),
  original: endpoint({
    method: "GET",
    path: "/incoming/{mail_id}/original",
    policy: "mail.triage",
    summary: "Download a mail as it arrived",
    params: Params,
    reply: "message/rfc822",
    refusals: { ...missing, 410: "incoming.original_gone" },
    example: { params: exampleParams },
  }),
  ignore: endpoint({
    method: "POST",
    path: "/incoming/{mail_id}/ignore",
    policy: "mail.triage",
    summary: "Ignore a mail",
    description: "409 names in `decided` what it is now, who decided and when.",
    params: Params,
    reply: IncomingMail,
    refusals: decided,
    example: { params: exampleParams },
  }),
  restore: endpoint({
    method: "POST",
    path: "/incoming/{mail_id}/restore",
    policy: "mail.triage",
    summary: "Hold an ignored mail or spam again",
    description: "409 names in `decided` what it is now, who decided and when.",
    params: Params,
    reply: IncomingMail,
    refusals: decided,
    example: { params: exampleParams },
  }),
  block: endpoint({
    method: "POST",
    path: "/incoming/{mail_id}/block",
    policy: "mail.triage",
    summary: "Block the sender of a mail, and ignore it",
    description:
      "Later mails of the address or domain are ignored. `block_id` is null where another mail had them blocked already. 409 names in `decided` what it is now, who decided and when.",
    params: Params,
    body: z.strictObject({ what: oneOf("what", ["address", "domain"]) }),
    reply: IncomingMail.extend({ block_id: Id.nullable() }),
    refusals: decided,
    example: { params: exampleParams, body: { what: "address" } },
  }),
  makeTicket: endpoint({
    method: "POST",
    path: "/incoming/{mail_id}/make-ticket",
    policy: "mail.triage",
    summary: "Make a ticket of a mail",
    description:
      "For a client (`client_id`), for a person who becomes a contact of a company in the same step (`contact`, needs clients.manage), or without a client.",
    params: Params,
    body: z.strictObject({
      client_id: Id.optional(),
      contact: z
        .strictObject({
          fullname: nameText("full_name", LIMITS.name, message("incoming.name_required")),
          company_id: z.uuid({ error: message("incoming.company_required") }),
        })
        .optional(),
      subject: nameText("subject", LIMITS.subject, message("incoming.subject_required")).optional(),
    }),
    status: 201,
    reply: z.object({ ticket: NamedTicket }),
    refusals: decided,
    example: { params: exampleParams, body: {} },
  }),
  join: endpoint({
    method: "POST",
    path: "/incoming/{mail_id}/join",
    policy: "mail.triage",
    summary: "Join a mail to a ticket, as a comment of its sender",
    description: `Asks for the rights to answer (comments.create) and, with \`add_participant\`, to add the sender (tickets.participants). \`confirm\` joins the mail of a person of another company, which needs tickets.participants. Mail of somebody unknown becomes a comment of the mailbox with its \`from_address\`. On a ticket that was closed more than ${LIMITS.replyReopensDays} days ago it becomes the ticket that follows: \`comment\` is null then. 409 names in \`decided\` what the mail is now, who decided and when.`,
    params: Params,
    body: z.strictObject({
      ticket_id: Id,
      add_participant: z.boolean().default(false),
      confirm: z.boolean().default(false),
    }),
    status: 201,
    reply: z.object({ comment: Comment.nullable(), ticket: NamedTicket }),
    refusals: { ...decided, 409: "incoming.other_company" },
    example: { params: exampleParams, body: { ticket_id: exampleParams.mail_id } },
  }),
  samePerson: endpoint({
    method: "POST",
    path: "/incoming/{mail_id}/same-person",
    policy: "mail.triage",
    summary: "Say that the sender is somebody known",
    description:
      "The address becomes a further one of that person, not proven; the mail is processed anew as theirs. Of a colleague only with users.manage.",
    params: Params,
    body: z.strictObject({ user_id: Id }),
    reply: IncomingMail,
    refusals: decided,
    example: { params: exampleParams, body: { user_id: exampleParams.mail_id } },
  }),
  retry: endpoint({
    method: "POST",
    path: "/incoming/{mail_id}/retry",
    policy: "mail.triage",
    summary: "Process a held or failed mail again",
    description: "409 names in `decided` what it is now, who decided and when.",
    params: Params,
    reply: IncomingMail,
    refusals: decided,
    example: { params: exampleParams },
  }),
  bulk: endpoint({
    method: "POST",
    path: "/incoming/bulk",
    policy: "mail.triage",
    summary: "Decide on many mails at once",
    description: "`skipped` are those that there are not, or that somebody has dealt with.",
    body: z.strictObject({
      ids: z
        .array(Id)
        .min(1, message("incoming.bulk_none"))
        .max(INCOMING_BULK, message("incoming.bulk_too_many", { max: INCOMING_BULK })),
      do: oneOf("do", ["ignore", "restore", "retry", "spam"]),
    }),
    reply: z.object({ done: z.array(Id), skipped: z.array(Id) }),
    example: { body: { ids: [exampleParams.mail_id], do: "ignore" } },
  }),
  blocked: endpoint({
    method: "GET",
    path: "/incoming/blocked",
    policy: "mail.triage",
    summary: "List blocked senders",
    description: "Newest first, at most 1,000.",
    reply: z.object({
      items: z.array(
        z.object({ id: Id, sender: z.string(), blocked_by_fullname: z.string(), blocked_at: Time }),
      ),
    }),
    example: {},
  }),
  unblock: endpoint({
    method: "DELETE",
    path: "/incoming/blocked/{block_id}",
    policy: "mail.triage",
    summary: "Let a blocked sender write again",
    params: z.object({ block_id: Id }),
    refusals: { 404: "incoming.block_not_found" },
    example: { params: { block_id: exampleParams.mail_id } },
  }),
  summary: incomingSummary,
  ...ticketMailEndpoints,
} as const;
