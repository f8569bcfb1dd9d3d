import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, Time } from "../field-schemas.ts";
import { LIMITS } from "../limits.ts";
import { messagesOf } from "../refusals/schema-message.ts";
import { TICKET_REFUSALS } from "../refusals/tickets.ts";
import { TicketRow } from "./list.ts";
import { exampleTicketParams, ticketNotFoundRefusal, TicketParams } from "./ticket-schemas.ts";

const message = messagesOf(TICKET_REFUSALS);

const switches = {
  hold: z.boolean().default(true).meta({
    description:
      "On Hold until then: the status of before comes back with the date, unless somebody changed it",
  }),
  firm: z.boolean().default(false).meta({
    description: "The date stays even if the client answers; otherwise an answer ends it",
  }),
};

/** A date with its switches, as the staff set it. */
export const FollowUp = z.strictObject({ at: Time, ...switches });

/** The same for many tickets; null takes the date away. */
export const FollowUpChange = z.strictObject({
  ids: z
    .array(Id)
    .min(1, message("ticket.bulk_none"))
    .max(LIMITS.bulkTickets, message("ticket.bulk_too_many", { max: LIMITS.bulkTickets })),
  at: Time.nullable(),
  ...switches,
});

const GroupId = Id.meta({ description: "Names the action for one undo: POST /tickets/undo/{group_id}" });
const one = {
  path: "/tickets/{ticket_id}/follow-up",
  policy: "comments.internal",
  params: TicketParams,
  reply: z.object({ ticket: TicketRow, group_id: GroupId }),
  refusals: { ...ticketNotFoundRefusal, 409: "ticket.follow_up_closed" },
} as const;
const exampleAt = "2026-11-24T08:00:00.000Z";

/** The date on which the staff come back to a ticket. */
export const followUpEndpoints = {
  followUp: endpoint({
    ...one,
    method: "PUT",
    summary: "Set when to come back to a ticket",
    description: `One date a ticket, shared by the staff, in the future and within ${LIMITS.followUpYears} years. At that time, or as soon as the client answers, it ends.`,
    body: FollowUp,
    example: { params: exampleTicketParams, body: { at: exampleAt } },
  }),
  endFollowUp: endpoint({
    ...one,
    method: "DELETE",
    status: 200,
    summary: "Take the follow-up date off a ticket",
    description: "Also what is due already. A ticket that is on hold for it gets its status of before.",
    example: { params: exampleTicketParams },
  }),
  followUpMany: endpoint({
    method: "PATCH",
    path: "/tickets/follow-up",
    policy: "tickets.bulk",
    summary: "Set when to come back to many tickets",
    description:
      "All or none; `at: null` takes the dates away. `missing` are ids that are not there any more.",
    body: FollowUpChange,
    reply: z.object({ tickets: z.array(TicketRow), group_id: GroupId, missing: z.array(Id) }),
    refusals: { ...ticketNotFoundRefusal, 409: "ticket.follow_up_closed" },
    example: { body: { ids: [exampleTicketParams.ticket_id], at: exampleAt, hold: true } },
  }),
} as const;
