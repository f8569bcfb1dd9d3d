import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { LIMITS } from "./limits.ts";
import { Flag, Id, Meta, pageFields, SearchText, text, Time } from "./shared.ts";
import { DEFAULT_PRIORITY, DEFAULT_STATUS, PRIORITIES, STATUSES } from "./statuses.ts";
import { WORDS } from "./words.ts";

export const Status = z.enum(STATUSES, `Status must be one of ${STATUSES.join(", ")}`);
export const Priority = z.enum(PRIORITIES, `Priority must be one of ${PRIORITIES.join(", ")}`);

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

/** A row of the list: what the table shows; `issue` is left out of pages above 100 rows. */
export const TicketRow = Ticket.pick({
  id: true,
  uid: true,
  subject: true,
  status: true,
  priority: true,
  assignee_id: true,
  assignee_fullname: true,
  client_id: true,
  client_fullname: true,
  company_id: true,
  company_name: true,
  group_id: true,
  group_name: true,
  created: true,
  updated: true,
  version: true,
})
  .extend({ issue: z.string().optional(), unread: z.boolean() })
  .meta({ id: "TicketRow" });

export const TICKET_SORTS = [
  "updated",
  "created",
  "uid",
  "subject",
  "status",
  "priority",
  "assignee",
] as const;

/** `all` and the empty text mean "no filter", as the spec's selects send them. */
const filter = <S extends z.ZodType>(schema: S) =>
  z.union([z.literal(["", "all"]).transform(() => undefined), schema]).optional();

/** `none`: those without one. */
const idOrNone = filter(z.union([z.literal("none"), Id]));

export const TicketFilters = {
  search: SearchText,
  status: filter(Status),
  priority: filter(Priority),
  assignee_id: idOrNone,
  client_id: filter(Id),
  company_id: idOrNone,
  group_id: idOrNone,
  mine: Flag,
  unassigned: Flag,
  deleted: Flag,
};

export const TicketQuery = z.strictObject({
  ...pageFields(LIMITS.ticketsPageMaximum),
  ...TicketFilters,
  sort: z.enum(TICKET_SORTS, `sort must be one of ${TICKET_SORTS.join(", ")}`).optional(),
  order: z.enum(["asc", "desc"], "order must be asc or desc").optional(),
  /** Opaque: the row after which the next page starts (`meta.next` of the page before). */
  after: z.string().max(600).optional(),
});

const optionalId = Id.nullable().optional();

export const NewTicket = z.strictObject({
  subject: text("Subject", LIMITS.subject, WORDS.subjectRequired),
  issue: text("Issue", LIMITS.issue, WORDS.issueRequired),
  priority: Priority.default(DEFAULT_PRIORITY),
  status: Status.default(DEFAULT_STATUS),
  client_id: optionalId,
  assignee_id: optionalId,
  company_id: optionalId,
  group_id: optionalId,
  attachment_ids: z.array(Id).max(LIMITS.attachmentsPerMessage).optional(),
});

/** Absent: unchanged. Null: cleared (decision list 36). */
export const TicketChange = z.strictObject({
  subject: text("Subject", LIMITS.subject, WORDS.subjectRequired).optional(),
  issue: text("Issue", LIMITS.issue, WORDS.descriptionRequired).optional(),
  status: Status.optional(),
  priority: Priority.optional(),
  assignee_id: optionalId,
  group_id: optionalId,
  client_id: optionalId,
  company_id: optionalId,
  /** The version the edit started from: fields changed meanwhile by others answer 409 with both values. */
  base_version: z.int().optional(),
});

const TicketParams = z.object({ ticket_id: Id });
const oneTicket = { 404: "Ticket not found" } as const;
const exampleId = { ticket_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" };

export const tickets = {
  list: endpoint({
    method: "GET",
    path: "/tickets",
    policy: "tickets.read",
    summary: "List tickets",
    description: "The tickets the caller may see, newest change first. Totals are exact.",
    query: TicketQuery,
    reply: z.object({
      items: z.array(TicketRow),
      meta: Meta.extend({
        counts: z
          .record(z.string(), z.int())
          .meta({ description: "Number of tickets by status, of what the caller may see" }),
        next: z
          .string()
          .nullable()
          .meta({ description: "Pass as `after` for the following page; null at the end" }),
      }),
    }),
    example: { query: { status: "open", per_page: "10" } },
  }),
  get: endpoint({
    method: "GET",
    path: "/tickets/{ticket_id}",
    policy: "tickets.read",
    summary: "Read a ticket",
    params: TicketParams,
    reply: Ticket,
    refusals: oneTicket,
    example: { params: exampleId },
  }),
  create: endpoint({
    method: "POST",
    path: "/tickets",
    policy: "tickets.create",
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
  change: endpoint({
    method: "PUT",
    path: "/tickets/{ticket_id}",
    policy: ["tickets.edit", "tickets.assign"],
    summary: "Change a ticket",
    description: "Absent fields stay as they are, null clears.",
    params: TicketParams,
    body: TicketChange,
    reply: z.object({ ticket: Ticket }),
    refusals: { ...oneTicket, 409: "Someone changed this ticket meanwhile" },
    example: { params: exampleId, body: { status: "pending" } },
  }),
  patch: endpoint({
    method: "PATCH",
    path: "/tickets/{ticket_id}",
    policy: ["tickets.edit", "tickets.assign"],
    summary: "Change a ticket (the same as PUT)",
    params: TicketParams,
    body: TicketChange,
    reply: z.object({ ticket: Ticket }),
    refusals: { ...oneTicket, 409: "Someone changed this ticket meanwhile" },
    example: { params: exampleId, body: { assignee_id: null } },
  }),
  delete: endpoint({
    method: "DELETE",
    path: "/tickets/{ticket_id}",
    policy: "tickets.delete",
    summary: "Move a ticket to the trash",
    params: TicketParams,
    refusals: oneTicket,
    example: { params: exampleId },
  }),
  restore: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/restore",
    policy: "tickets.restore",
    summary: "Bring a ticket back from the trash",
    params: TicketParams,
    reply: z.object({ ticket: Ticket }),
    refusals: oneTicket,
    example: { params: exampleId },
  }),
  solve: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/solve",
    policy: "tickets.solve",
    summary: "Mark a ticket as solved",
    params: TicketParams,
    reply: z.object({ ticket: Ticket }),
    refusals: oneTicket,
    example: { params: exampleId },
  }),
  reopen: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/reopen",
    policy: "tickets.solve",
    summary: "Reopen a closed ticket",
    params: TicketParams,
    reply: z.object({ ticket: Ticket }),
    refusals: oneTicket,
    example: { params: exampleId },
  }),
  history: endpoint({
    method: "GET",
    path: "/tickets/{ticket_id}/history",
    policy: "tickets.read",
    summary: "Read what happened to a ticket",
    description: "Oldest first. Clients get public facts only, without network addresses.",
    params: TicketParams,
    reply: z.object({
      items: z.array(
        z.object({
          id: Id,
          kind: z.string(),
          at: Time,
          by: z.string().nullable(),
          changes: z.array(
            z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() }),
          ),
        }),
      ),
    }),
    refusals: oneTicket,
    example: { params: exampleId },
  }),
  assignableUsers: endpoint({
    method: "GET",
    path: "/tickets/assignable-users",
    policy: "tickets.assign",
    summary: "List who can be assigned tickets",
    query: z.strictObject({ search: SearchText, ...pageFields(LIMITS.pageMaximum) }),
    reply: z.object({
      users: z.array(z.object({ id: Id, fullname: z.string(), email: z.string() })),
      meta: Meta,
    }),
    example: {},
  }),
} as const;
