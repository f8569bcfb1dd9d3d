import { z } from "zod";
import { Id, oneOf, Time } from "../field-schemas.ts";
import { PRIORITIES, STATUSES } from "../statuses.ts";

export const Status = oneOf("Status", STATUSES);
export const Priority = oneOf("Priority", PRIORITIES);

export const Ticket = z
  .object({
    id: Id,
    uid: z.string().meta({ example: "WP-1001" }),
    subject: z.string(),
    issue: z.string(),
    status: z.string(),
    priority: z.string(),
    assignee_id: Id.nullable(),
    assignee_fullname: z.string().nullable(),
    client_id: Id.nullable(),
    client_fullname: z.string().nullable(),
    company_id: Id.nullable(),
    company_name: z.string().nullable(),
    group_id: Id.nullable(),
    group_name: z.string().nullable(),
    created: Time,
    updated: Time,
    version: z.int(),
    source: z.string(),
    created_by_fullname: z.string().nullable(),
    first_response: Time.nullable(),
    closed: Time.nullable(),
    reopened_count: z.int(),
    deleted_at: Time.nullable(),
  })
  .meta({ id: "Ticket" });

/** Absent for clients, who never learn that there are tags. */
export const TicketTags = z
  .array(z.string())
  .optional()
  .meta({ description: "Its tags by name; staff alone have the field", example: ["firmware", "vpn"] });

/** Absent for clients, who never learn that there are follow-up dates and checklists. */
export const STAFF_FIELDS = {
  follow_up_at: Time.nullable()
    .optional()
    .meta({ description: "When the staff come back to it; staff alone have the field" }),
  follow_up_due_at: Time.nullable().optional().meta({
    description: "Since when it is due, until somebody answers or closes it; staff alone have the field",
  }),
  checklist: z
    .object({ done: z.int(), items: z.int() })
    .nullable()
    .optional()
    .meta({ description: "Items of its checklist, and how many are ticked; staff alone have the field" }),
  parent: z
    .object({ id: Id, uid: z.string() })
    .nullable()
    .optional()
    .meta({ description: "The incident that it belongs to; staff alone have the field" }),
  open_reporters: z.int().nullable().optional().meta({
    description:
      "Of an incident, how many of its tickets are not closed; null for any other ticket; staff alone have the field",
  }),
  has_draft: z
    .boolean()
    .optional()
    .meta({ description: "Whether the caller has begun to write on it; staff alone have the field" }),
};

/** An id in a request body: absent leaves it, null clears it. */
export const optionalId = Id.nullable().optional();
export const TicketParams = z.object({ ticket_id: Id });
export const ticketNotFoundRefusal = { 404: "ticket.not_found" } as const;
export const exampleTicketParams = { ticket_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" };
