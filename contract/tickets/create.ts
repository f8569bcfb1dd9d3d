import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { Id, nameText, visibleText } from "../field-schemas.ts";
import { DEFAULT_PRIORITY, DEFAULT_STATUS } from "../statuses.ts";
import { optionalId, Priority, Status, Ticket } from "./ticket-schemas.ts";
import { TICKET_REFUSALS } from "../refusals/tickets.ts";
import { UPLOAD_REFUSALS } from "../refusals/uploads.ts";
import { messagesOf } from "../refusals/schema-message.ts";

const message = messagesOf({ ...TICKET_REFUSALS, ...UPLOAD_REFUSALS });

const AttachmentIds = z
  .array(Id)
  .max(
    LIMITS.attachmentsPerMessage,
    message("upload.too_many_at_once", { max: LIMITS.attachmentsPerMessage }),
  )
  .optional();

export const NewTicket = z.strictObject({
  subject: nameText("subject", LIMITS.subject, message("ticket.subject_required")),
  issue: visibleText("issue", LIMITS.issue, message("ticket.issue_required")),
  priority: Priority.default(DEFAULT_PRIORITY),
  status: Status.default(DEFAULT_STATUS),
  client_id: optionalId,
  assignee_id: optionalId,
  company_id: optionalId,
  group_id: optionalId,
  attachment_ids: AttachmentIds,
  /** The closed ticket that this one follows up; the caller must see it. */
  follow_up_of_id: optionalId,
});

export const createEndpoints = {
  create: endpoint({
    method: "POST",
    path: "/tickets",
    policy: "tickets.create",
    spends: "tickets",
    summary: "Raise a ticket",
    description:
      "Clients raise for themselves in their own company, open and unassigned; differing values are refused.",
    body: NewTicket,
    status: 201,
    reply: z.object({ ticket: Ticket }),
    example: {
      body: {
        subject: "Label printer prints blank labels",
        issue: "Since this morning, Bay 3.",
        priority: "high",
      },
    },
  }),
} as const;
