import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { LIMITS } from "./limits.ts";
import { Id, Meta, oneOf, pageFields, Time } from "./field-schemas.ts";

export const MAIL_STATES = ["queued", "sent", "captured", "failed", "bounced", "skipped"] as const;

/** What became of a mail that came back. */
export const Returned = z.object({
  at: Time,
  marked: z.boolean().meta({ description: "Its address gets no mail until somebody tries again" }),
  try_again_for: Id.nullable().meta({
    description: "The person whose address it is, for those who may have it tried again",
  }),
});

export const Mail = z
  .object({
    id: Id,
    to: z.string(),
    subject: z.string(),
    message_id: z.string(),
    state: z.enum(MAIL_STATES),
    attempts: z.int(),
    last_error: z.string().nullable(),
    next_attempt_at: Time.nullable(),
    created_at: Time,
    sent_at: Time.nullable(),
    ticket_id: Id.nullable(),
    returned: Returned.nullable().meta({
      description: "Of a mail that came back, also when it was sent again",
    }),
  })
  .meta({ id: "Mail" });

export const mail = {
  list: endpoint({
    method: "GET",
    path: "/mail",
    policy: "settings.manage",
    summary: "List outgoing mails and what became of them",
    query: z.strictObject({
      state: oneOf("state", MAIL_STATES).optional(),
      ...pageFields(LIMITS.pageMaximum),
    }),
    reply: z.object({ items: z.array(Mail), meta: Meta }),
    example: { query: { state: "failed" } },
  }),
  captured: endpoint({
    method: "GET",
    path: "/mail/captured",
    policy: "settings.mail",
    summary: "Read captured mails",
    description: "Only while no mail server is set; newest first, at most 200.",
    reply: z.object({
      items: z.array(
        z.object({
          from: z.string(),
          to: z.string(),
          subject: z.string(),
          text: z.string(),
          html: z.string(),
          files: z.array(z.string()).meta({ description: "Names of the files that travel with it" }),
          sent_at: Time,
        }),
      ),
    }),
    refusals: { 404: "mail.not_captured" },
    example: {},
  }),
  test: endpoint({
    method: "POST",
    path: "/mail/test",
    policy: "settings.manage",
    summary: "Send a test message to oneself",
    status: 201,
    reply: Mail,
    example: {},
  }),
  retry: endpoint({
    method: "POST",
    path: "/mail/{mail_id}/retry",
    policy: "settings.manage",
    summary: "Try to send a failed mail again",
    params: z.object({ mail_id: Id }),
    reply: Mail,
    refusals: { 404: "mail.not_found", 409: "mail.not_failed" },
    example: { params: { mail_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" } },
  }),
} as const;
