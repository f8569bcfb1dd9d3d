import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { Id } from "../field-schemas.ts";
import {
  exampleTicketParams,
  ticketNotFoundRefusal,
  optionalId,
  Priority,
  Status,
} from "./ticket-schemas.ts";
import { TICKET_REFUSALS } from "../refusals/tickets.ts";
import { messagesOf } from "../refusals/schema-message.ts";
import { TicketRow } from "./list.ts";

const message = messagesOf(TICKET_REFUSALS);

/** The fields that a bulk change may set; at least one. */
export const BulkChange = z
  .strictObject({
    ids: z
      .array(Id)
      .min(1, message("ticket.bulk_none"))
      .max(LIMITS.bulkTickets, message("ticket.bulk_too_many", { max: LIMITS.bulkTickets })),
    status: Status.optional(),
    priority: Priority.optional(),
    assignee_id: optionalId,
    group_id: optionalId,
  })
  .refine(
    ({ ids: _, ...fields }) => Object.values(fields).some((value) => value !== undefined),
    message("ticket.bulk_no_change"),
  );

/** The bulk change, and the undo of one action group. */
export const bulkEndpoints = {
  bulk: endpoint({
    method: "PATCH",
    path: "/tickets/bulk",
    policy: "tickets.bulk",
    summary: "Change many tickets at once",
    description:
      "All or none of what is given is set on every ticket. `group_id` names the action for one undo; `missing` are ids that are not there any more.",
    body: BulkChange,
    reply: z.object({ tickets: z.array(TicketRow), group_id: Id, missing: z.array(Id) }),
    refusals: ticketNotFoundRefusal,
    example: { body: { ids: [exampleTicketParams.ticket_id], priority: "high" } },
  }),
  undo: endpoint({
    method: "POST",
    path: "/tickets/undo/{group_id}",
    policy: "tickets.bulk",
    summary: "Undo a bulk change",
    description: `The caller's own, within ${LIMITS.undoMinutes} minutes, with the follow-up dates that it set or ended. What somebody changed since stays; their tickets are in \`kept\`.`,
    params: z.object({ group_id: Id }),
    reply: z.object({ tickets: z.array(TicketRow), kept: z.array(Id) }),
    refusals: {
      404: "ticket.undo_nothing",
      409: "ticket.undo_too_late",
    },
    example: { params: { group_id: exampleTicketParams.ticket_id } },
  }),
} as const;
