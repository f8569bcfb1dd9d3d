import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id, oneOf, Time } from "./field-schemas.ts";
import { LINK_KINDS } from "./links/link-kinds.ts";
import { exampleTicketParams, ticketNotFoundRefusal, TicketParams } from "./tickets/ticket-schemas.ts";

/** What the other ticket is to the one that is looked at. */
const Relation = z.enum(["related", "duplicate_of", "has_duplicate", "part_of"]);

export const TicketLink = z
  .object({
    id: Id,
    relation: Relation,
    ticket: z.object({
      id: Id,
      uid: z.string().meta({ example: "WP-1001" }),
      subject: z.string(),
      status: z.string(),
      company_name: z.string().nullable(),
    }),
    created_at: Time,
    created_by_fullname: z.string().nullable(),
  })
  .meta({ id: "TicketLink" });

const LinkParams = TicketParams.extend({ link_id: Id });
const GroupId = Id.meta({ description: "Names the action for one undo: POST /links/undo/{group_id}" });

export const links = {
  list: endpoint({
    method: "GET",
    path: "/tickets/{ticket_id}/links",
    policy: "comments.internal",
    summary: "List the links of a ticket",
    description:
      "The oldest first; those that belong to an incident are its reporters, GET /tickets/{ticket_id}/reporters. In the place of a ticket that was merged stands the one that it is part of now; tickets in the trash are left out.",
    params: TicketParams,
    reply: z.object({ items: z.array(TicketLink) }),
    refusals: ticketNotFoundRefusal,
    example: { params: exampleTicketParams },
  }),
  create: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/links",
    policy: "comments.internal",
    summary: "Link a ticket to another one",
    description:
      "Links may cross companies, and open nothing to anybody. Saying it twice makes one link. With `close` a duplicate is closed in the same action. With `child` the ticket belongs to the other one, an incident; that asks for the permission to merge.",
    params: TicketParams,
    body: z.strictObject({
      kind: oneOf("Kind", LINK_KINDS),
      ticket_id: Id,
      close: z.boolean().default(false),
    }),
    status: 201,
    reply: z.object({ link: TicketLink, group_id: GroupId }),
    refusals: { ...ticketNotFoundRefusal, 409: "link.other_way" },
    example: {
      params: exampleTicketParams,
      body: { kind: "duplicate", ticket_id: "0b8f6c1e-4d3a-4f7e-9a55-2f1d7c6b8e90", close: true },
    },
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/tickets/{ticket_id}/links/{link_id}",
    policy: "comments.internal",
    summary: "Remove a link",
    description: "From either of its two tickets.",
    params: LinkParams,
    status: 200,
    reply: z.object({ group_id: GroupId }),
    refusals: { 404: "link.not_found" },
    example: { params: { ...exampleTicketParams, link_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" } },
  }),
  undo: endpoint({
    method: "POST",
    path: "/links/undo/{group_id}",
    policy: "comments.internal",
    summary: "Undo a change of links",
    description:
      "The caller's own, within 10 minutes: linking, with the closing that came with it, or removing a link. Tickets that somebody changed since are in `kept`.",
    params: z.object({ group_id: Id }),
    reply: z.object({ kept: z.array(Id) }),
    refusals: { 404: "ticket.undo_nothing", 409: "ticket.undo_too_late" },
    example: { params: { group_id: exampleTicketParams.ticket_id } },
  }),
} as const;
