import { z } from "zod";
import { TICKET_FIELDS } from "./access/tickets.ts";
import { endpoint } from "./endpoint.ts";
import { LIMITS } from "./limits.ts";
import { Flag, Id, Meta, pageFields, SearchText, text, Time } from "./shared.ts";
import { DEFAULT_PRIORITY, DEFAULT_STATUS, PRIORITIES, STATUSES } from "./statuses.ts";
import { Attachment } from "./uploads.ts";
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

const TicketLink = z.object({ id: Id, uid: z.string(), subject: z.string() });

/** The page of one ticket: what it says of itself, its files, and whether the caller follows it. */
export const TicketDetail = Ticket.extend({
  attachments: z
    .array(Attachment)
    .meta({ description: "Files of the ticket itself; those of a comment stand in the comment" }),
  following: z.boolean().meta({ description: "Whether the caller is one of its participants" }),
  follow_up_of: TicketLink.nullable().meta({ description: "The closed ticket this one goes on from" }),
}).meta({ id: "TicketDetail" });

export const Participant = z
  .object({
    user_id: Id,
    fullname: z.string(),
    user_type: z.enum(["internal", "external"]),
    added_at: Time,
  })
  .meta({ id: "Participant" });

/** One field that two people changed at once; the labels are what a person reads in place of ids. */
export const Conflict = z
  .object({
    field: z.enum(TICKET_FIELDS),
    yours: z.string().nullable(),
    theirs: z.string().nullable(),
    yours_label: z.string().nullable(),
    theirs_label: z.string().nullable(),
    by: z.string().nullable(),
    at: Time,
  })
  .meta({ id: "Conflict" });

/** What the body of a 409 carries beside the problem's own members. */
export const ConflictFacts = z.object({ conflicts: z.array(Conflict), ticket: Ticket });

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
  unassigned: Flag.meta({ description: "Without an assignee and not closed; with a status, of that status" }),
  deleted: Flag,
};

const Order = {
  sort: z.enum(TICKET_SORTS, `sort must be one of ${TICKET_SORTS.join(", ")}`).optional(),
  order: z.enum(["asc", "desc"], "order must be asc or desc").optional(),
};

export const TicketQuery = z.strictObject({
  ...pageFields(LIMITS.ticketsPageMaximum),
  ...TicketFilters,
  ...Order,
  /** Opaque: the row after which the next page starts (`meta.next` of the page before). */
  after: z.string().max(600).optional(),
});

const optionalId = Id.nullable().optional();
const AttachmentIds = z
  .array(Id)
  .max(LIMITS.attachmentsPerMessage, `At most ${LIMITS.attachmentsPerMessage} files can be attached at once`)
  .optional();

export const NewTicket = z.strictObject({
  subject: text("Subject", LIMITS.subject, WORDS.subjectRequired),
  issue: text("Issue", LIMITS.issue, WORDS.issueRequired),
  priority: Priority.default(DEFAULT_PRIORITY),
  status: Status.default(DEFAULT_STATUS),
  client_id: optionalId,
  assignee_id: optionalId,
  company_id: optionalId,
  group_id: optionalId,
  attachment_ids: AttachmentIds,
  /** The closed ticket that this one goes on from; it must be visible to the caller. */
  follow_up_of_id: optionalId,
});

/** The fields that a bulk change may set; at least one. */
export const BulkChange = z
  .strictObject({
    ids: z
      .array(Id)
      .min(1, "Choose at least one ticket")
      .max(LIMITS.bulkTickets, `At most ${LIMITS.bulkTickets} tickets can be changed at once`),
    status: Status.optional(),
    priority: Priority.optional(),
    assignee_id: optionalId,
    group_id: optionalId,
  })
  .refine(
    ({ ids: _, ...fields }) => Object.values(fields).some((value) => value !== undefined),
    "Choose what to change",
  );

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
    description:
      "The tickets the caller may see, newest change first. Totals are exact unless `total_is_capped`.",
    query: TicketQuery,
    reply: z.object({
      items: z.array(TicketRow),
      meta: Meta.extend({
        total_is_capped: z.boolean().meta({
          description:
            "There may be more: a search for what very many tickets hold counts as far as it looked (false: all numbers are exact)",
        }),
        found_inside: z.array(z.string()).meta({
          description:
            "Words of the search that no ticket has a word beginning with: these tickets hold them inside a word",
        }),
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
    reply: TicketDetail,
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
  bulk: endpoint({
    method: "PATCH",
    path: "/tickets/bulk",
    policy: "tickets.bulk",
    summary: "Change many tickets at once",
    description:
      "All or none of what is given is set on every ticket. `group_id` names the deed for one undo; `missing` are ids that are not there any more.",
    body: BulkChange,
    reply: z.object({ tickets: z.array(TicketRow), group_id: Id, missing: z.array(Id) }),
    refusals: oneTicket,
    example: { body: { ids: [exampleId.ticket_id], priority: "high" } },
  }),
  undo: endpoint({
    method: "POST",
    path: "/tickets/undo/{group_id}",
    policy: "tickets.bulk",
    summary: "Undo a bulk change",
    description: `The caller's own, within ${LIMITS.undoMinutes} minutes. Fields that somebody changed since stay; their tickets are in \`kept\`.`,
    params: z.object({ group_id: Id }),
    reply: z.object({ tickets: z.array(TicketRow), kept: z.array(Id) }),
    refusals: {
      404: "There is nothing to undo",
      409: "It is too late to undo this",
    },
    example: { params: { group_id: exampleId.ticket_id } },
  }),
  export: endpoint({
    method: "GET",
    path: "/tickets/export",
    policy: "tickets.export",
    summary: "Download the filtered tickets as CSV",
    description:
      "The filters and order of the list, every row of it. RFC 4180, UTF-8 without a byte order mark; cells that a spreadsheet would run as a formula begin with an apostrophe.",
    query: z.strictObject({ ...TicketFilters, ...Order }),
    reply: "text/csv",
    example: { query: { status: "open" } },
  }),
  change: endpoint({
    method: "PUT",
    path: "/tickets/{ticket_id}",
    policy: ["tickets.edit", "tickets.assign"],
    summary: "Change a ticket",
    description:
      "Absent fields stay as they are, null clears. With `base_version` (or If-Match) a field that somebody else changed meanwhile answers 409 with `conflicts` and `ticket`; other fields merge.",
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
    refusals: { ...oneTicket, 410: WORDS.ticketErased },
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
  read: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/read",
    policy: "tickets.read",
    summary: "Mark a ticket as read",
    description: "Unread is what somebody else changed since the caller last read it.",
    params: TicketParams,
    refusals: oneTicket,
    example: { params: exampleId },
  }),
  participants: endpoint({
    method: "GET",
    path: "/tickets/{ticket_id}/participants",
    policy: "tickets.read",
    summary: "List who follows a ticket",
    description: "Clients see clients only.",
    params: TicketParams,
    reply: z.object({ participants: z.array(Participant) }),
    refusals: oneTicket,
    example: { params: exampleId },
  }),
  addParticipant: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/participants",
    policy: "tickets.participants",
    summary: "Let somebody follow a ticket",
    description: "Whoever follows a ticket sees it. Adding somebody twice changes nothing.",
    params: TicketParams,
    body: z.strictObject({ user_id: Id }),
    status: 201,
    reply: z.object({ participants: z.array(Participant) }),
    refusals: oneTicket,
    example: { params: exampleId, body: { user_id: exampleId.ticket_id } },
  }),
  removeParticipant: endpoint({
    method: "DELETE",
    path: "/tickets/{ticket_id}/participants/{user_id}",
    policy: "tickets.read",
    summary: "Stop somebody from following a ticket",
    description: "Oneself, or anybody for staff.",
    params: TicketParams.extend({ user_id: Id }),
    refusals: oneTicket,
    example: { params: { ...exampleId, user_id: exampleId.ticket_id } },
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
          audience: z
            .enum(["public", "internal"])
            .meta({ description: "internal: staff see it, clients never do" }),
          comment_id: Id.nullable().meta({ description: "The comment that the fact is about" }),
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
