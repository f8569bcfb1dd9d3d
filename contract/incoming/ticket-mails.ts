import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, Time } from "../field-schemas.ts";
import { INCOMING_STATES, PROOFS } from "./states.ts";
import { MAIL_STATES, Returned } from "../mail.ts";

export const MailParty = z.object({ address: z.string(), name: z.string() });

export const TicketMail = z
  .object({
    id: Id,
    direction: z.enum(["in", "out"]),
    kind: z.enum(["message", "automatic", "bounce"]),
    from: MailParty.nullable(),
    to: z.array(MailParty),
    cc: z.array(MailParty),
    subject: z.string(),
    at: Time,
    state: z.enum([...INCOMING_STATES, ...MAIL_STATES]),
    reason: z
      .string()
      .nullable()
      .meta({ description: "Why it was not delivered, or what kind of automatic mail it is" }),
    proof: z.enum(PROOFS).nullable().meta({ description: "How well its sender is known; for staff alone" }),
    comment_id: Id.nullable().meta({
      description: "The comment that it became or tells of; null for the ticket's own text",
    }),
    opened_ticket: z.boolean(),
    has_quoted: z.boolean(),
    quoted: z
      .string()
      .nullable()
      .meta({ description: "What was folded away: quotes, signature, disclaimer" }),
    words: z
      .string()
      .nullable()
      .meta({ description: "Of automatic mail alone: the rest stands in the conversation" }),
    sender_not_proven: z.boolean(),
    files_not_kept: z
      .array(z.object({ name: z.string() }))
      .meta({ description: "Blocked file types; for staff alone" }),
    also_sent_to: z
      .array(MailParty)
      .meta({ description: "People in To and Cc who are not on the ticket; for staff alone" }),
    original_kept: z.boolean(),
    arrival: z
      .object({
        matched_by: z.enum(["address", "reference", "number"]).nullable().meta({
          description:
            "How its ticket was found: the address that answers go to, the mail that it answers, the number in its subject",
        }),
        proof_detail: z.array(z.string()).meta({ description: "How the proof was found, a line each" }),
        times: z.int().meta({ description: "How often it was handed in; it is kept once" }),
        bytes: z.int(),
      })
      .nullable()
      .meta({ description: "Of what came in; for staff alone" }),
    returned: Returned.nullable().meta({
      description: "Of a mail that came back, also when it was sent again; for staff alone",
    }),
  })
  .meta({ id: "TicketMail" });

/** Mails of one ticket that are listed, the newest of them. */
export const TICKET_MAILS = 500;

const TicketParams = z.object({ ticket_id: Id });
const ids = {
  ticket_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f",
  mail_id: "0b9f6a0e-5f0d-4a36-9c0c-7e1d2b3c4d5e",
};

export const ticketMailEndpoints = {
  mailsOfTicket: endpoint({
    method: "GET",
    path: "/tickets/{ticket_id}/mails",
    policy: "tickets.read",
    summary: "List the mails of a ticket",
    description:
      "Oldest first, at most the newest 500 of each direction. Staff see what came in and what was sent; people from outside the mails that they sent themselves.",
    params: TicketParams,
    reply: z.object({
      items: z.array(TicketMail),
      mailbox: MailParty.nullable().meta({
        description: "The mailbox by which the ticket came; for staff alone",
      }),
    }),
    refusals: { 404: "ticket.not_found" },
    example: { params: { ticket_id: ids.ticket_id } },
  }),
  originalOfTicket: endpoint({
    method: "GET",
    path: "/tickets/{ticket_id}/mails/{mail_id}/original",
    policy: "tickets.read",
    summary: "Download a mail of a ticket as it arrived",
    description: "People from outside download what they sent themselves.",
    params: TicketParams.extend({ mail_id: Id }),
    reply: "message/rfc822",
    refusals: { 404: "incoming.not_found", 410: "incoming.original_gone" },
    example: { params: ids },
  }),
} as const;
