import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { Flag, Id, Meta, oneOf, pageFields, SearchText, text } from "../field-schemas.ts";
import { DUE_FIELDS } from "../sla/ticket-fields.ts";
import { SLA_FILTERS } from "../sla/targets.ts";
import { FOLLOW_UP_FILTERS } from "./follow-up-filters.ts";
import { readTagFilter } from "../tags/tag-names.ts";
import { Priority, STAFF_FIELDS, Status, Ticket, TicketTags } from "./ticket-schemas.ts";

export const TICKET_SORTS = [
  "updated",
  "created",
  "uid",
  "subject",
  "status",
  "priority",
  "assignee",
  "due",
] as const;

/** A row of the ticket list; `issue` is left out of pages above 100 rows, and of brief ones. */
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
  .extend({
    issue: z.string().optional(),
    unread: z.boolean(),
    tags: TicketTags,
    ...STAFF_FIELDS,
    ...DUE_FIELDS,
  })
  .meta({ id: "TicketRow" });

/** `all` and the empty text mean "no filter", as the selects send them (rule 243). */
const filter = <S extends z.ZodType>(schema: S) =>
  z.union([z.literal(["", "all"]).transform(() => undefined), schema]).optional();

/** `none` asks for the tickets without one. */
const idOrNone = filter(z.union([z.literal("none"), Id]));

/** The names of tags, all of which a ticket has; `none` alone asks for the tickets without one. */
const tags = text("tags", LIMITS.tagsPerTicket * (LIMITS.tagName + 1))
  .transform(readTagFilter)
  .transform((names) => (names.length > 0 ? names.slice(0, LIMITS.tagsPerTicket) : undefined))
  .optional()
  .meta({
    description:
      "Names of tags, as in `vpn,firmware`: tickets with all of them; `none`: tickets without a tag. A name that nobody gave finds nothing. For staff.",
    example: "vpn,firmware",
  });

export const TicketFilters = {
  search: SearchText,
  status: filter(Status),
  priority: filter(Priority),
  assignee_id: idOrNone,
  client_id: filter(Id),
  company_id: idOrNone,
  group_id: idOrNone,
  tag: tags,
  follow_up: filter(oneOf("follow_up", FOLLOW_UP_FILTERS)).meta({
    description:
      "`due`: its date has come and nobody answered since; `today`, `week`: its date comes by the end of today, or of this week, in the organization's time zone; `set`: with a date; `none`: without one. For staff.",
  }),
  parent: filter(Id).meta({ description: "Tickets of this incident. For staff." }),
  sla: filter(oneOf("sla", SLA_FILTERS)).meta({
    description:
      "`overdue`: its due time has passed; `due_soon`: three quarters of its target are used; `paused`: its clock waits for somebody; `running`: any clock that does not. Finds nothing where service levels are off or not shown.",
  }),
  mine: Flag,
  unassigned: Flag.meta({ description: "Without an assignee and not closed; with a status, of that status" }),
  active: Flag.meta({ description: "Not closed" }),
  unread: Flag.meta({
    description: `New for the caller, among the newest ${LIMITS.unreadLookedThrough.toLocaleString("en")} of the other filters`,
  }),
  deleted: Flag,
};

const Order = {
  sort: oneOf("sort", TICKET_SORTS).optional(),
  order: oneOf("order", ["asc", "desc"]).optional(),
};

export const TicketQuery = z.strictObject({
  ...pageFields(LIMITS.ticketsPageMaximum),
  ...TicketFilters,
  ...Order,
  brief: Flag.meta({
    description: "Leaves out `issue`, the longest field, which a mail fills with all its text",
  }),
  /** The opaque cursor of the next page (`meta.next` of the page before). */
  after: z.string().max(600).optional(),
});

/** The list and its export. */
export const ticketListEndpoints = {
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
