import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id, nameText, Time } from "./field-schemas.ts";
import { LIMITS } from "./limits.ts";
import { CHECKLIST_REFUSALS } from "./refusals/checklists.ts";
import { messagesOf } from "./refusals/schema-message.ts";
import { exampleTicketParams, ticketNotFoundRefusal, TicketParams } from "./tickets/ticket-schemas.ts";

const message = messagesOf(CHECKLIST_REFUSALS);

export const ChecklistItem = z
  .object({
    id: Id,
    text: z.string().meta({ example: "Raise session time-out on RA_VPN" }),
    done_at: Time.nullable(),
    done_by_fullname: z.string().nullable().meta({ description: "Who ticked it" }),
  })
  .meta({ id: "ChecklistItem" });

const Text = nameText("checklist_item", LIMITS.checklistItem, message("checklist.text_required"));
const Items = z.object({ items: z.array(ChecklistItem) });
const ItemParams = TicketParams.extend({ item_id: Id });
const exampleItem = { ...exampleTicketParams, item_id: "0b8f6c1e-4d3a-4f7e-9a55-2f1d7c6b8e90" };

/** What is left to do on a ticket; the staff's own. */
export const checklists = {
  list: endpoint({
    method: "GET",
    path: "/tickets/{ticket_id}/checklist",
    policy: "comments.internal",
    summary: "Read the checklist of a ticket",
    params: TicketParams,
    reply: Items,
    refusals: ticketNotFoundRefusal,
    example: { params: exampleTicketParams },
  }),
  add: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/checklist",
    policy: "comments.internal",
    summary: "Add an item to the checklist of a ticket",
    description: `At its end, or at \`place\`, counted from 0. At most ${LIMITS.checklistItems} a ticket.`,
    params: TicketParams,
    body: z.strictObject({ text: Text, place: z.int().min(0).max(LIMITS.checklistItems).optional() }),
    status: 201,
    reply: Items.extend({ id: Id }),
    refusals: { ...ticketNotFoundRefusal, 409: "checklist.full" },
    example: { params: exampleTicketParams, body: { text: "Same on the Hull firewall" } },
  }),
  change: endpoint({
    method: "PATCH",
    path: "/tickets/{ticket_id}/checklist/{item_id}",
    policy: "comments.internal",
    summary: "Change an item of a checklist",
    description: "Its text, whether it is done, or its place, counted from 0. Absent fields stay.",
    params: ItemParams,
    body: z
      .strictObject({
        text: Text.optional(),
        done: z.boolean().optional(),
        place: z.int().min(0).max(LIMITS.checklistItems).optional(),
      })
      .refine(
        (change) => Object.values(change).some((value) => value !== undefined),
        message("checklist.no_change"),
      ),
    reply: Items,
    refusals: { 404: "checklist.item_not_found" },
    example: { params: exampleItem, body: { done: true } },
  }),
  delete: endpoint({
    method: "DELETE",
    path: "/tickets/{ticket_id}/checklist/{item_id}",
    policy: "comments.internal",
    summary: "Delete an item of a checklist",
    params: ItemParams,
    status: 200,
    reply: Items.extend({ group_id: Id.meta({ description: "Names the deletion for its undo" }) }),
    refusals: { 404: "checklist.item_not_found" },
    example: { params: exampleItem },
  }),
  undo: endpoint({
    method: "POST",
    path: "/checklists/undo/{group_id}",
    policy: "comments.internal",
    summary: "Bring a deleted item of a checklist back",
    description: `The caller's own, within ${LIMITS.undoMinutes} minutes: at its place, ticked as it was.`,
    params: z.object({ group_id: Id }),
    reply: Items.extend({ ticket_id: Id }),
    refusals: { 404: "ticket.undo_nothing", 409: "ticket.undo_too_late" },
    example: { params: { group_id: exampleTicketParams.ticket_id } },
  }),
} as const;
