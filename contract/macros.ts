import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id } from "./field-schemas.ts";
import { LIMITS } from "./limits.ts";
import { Effects, hasEffects } from "./macros/effects.ts";
import { MACRO_REFUSALS } from "./refusals/macros.ts";
import { messagesOf } from "./refusals/schema-message.ts";
import { TICKET_REFUSALS } from "./refusals/tickets.ts";
import { TicketRow } from "./tickets/list.ts";
import { exampleTicketParams, ticketNotFoundRefusal } from "./tickets/ticket-schemas.ts";

const message = messagesOf({ ...MACRO_REFUSALS, ...TICKET_REFUSALS });

/** Ids of the tickets of one action. */
export const TicketIds = z
  .array(Id)
  .min(1, message("ticket.bulk_none"))
  .max(LIMITS.bulkTickets, message("ticket.bulk_too_many", { max: LIMITS.bulkTickets }))
  .transform((ids) => [...new Set(ids)]);

/** Effects without a saved reply: several things are set on tickets as one action. */
export const macros = {
  apply: endpoint({
    method: "POST",
    path: "/macros/apply",
    policy: "tickets.bulk",
    summary: "Set several things on tickets at once",
    description:
      "All or none of it on every ticket; each is asked as if it were done by hand. What no longer fits (a deleted tag or team, a person who can no longer be assigned) is refused with 409 and named in `facts.stale`. POST /tickets/undo/{group_id} takes all of it back. `missing` are ids that are not there any more.",
    body: z.strictObject({
      ticket_ids: TicketIds,
      effects: Effects.refine(hasEffects, message("macro.nothing")),
    }),
    reply: z.object({ tickets: z.array(TicketRow), group_id: Id, missing: z.array(Id) }),
    refusals: { ...ticketNotFoundRefusal, 409: "macro.assignee_stale" },
    example: {
      body: {
        ticket_ids: [exampleTicketParams.ticket_id],
        effects: { priority: "high", follow_up: { in_days: 2, at: "09:00" }, add_tags: ["vpn"] },
      },
    },
  }),
} as const;
