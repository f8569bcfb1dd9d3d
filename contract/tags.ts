import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id, Meta, pageFields, SearchText, text } from "./field-schemas.ts";
import { LIMITS } from "./limits.ts";
import { messagesOf } from "./refusals/schema-message.ts";
import { TAG_REFUSALS } from "./refusals/tags.ts";
import { TICKET_REFUSALS } from "./refusals/tickets.ts";
import { NO_TAG } from "./tags/no-tag.ts";
import { isTagTooLong, tagName } from "./tags/tag-names.ts";
import { TicketRow } from "./tickets/list.ts";
import { exampleTicketParams, ticketNotFoundRefusal, TicketParams } from "./tickets/ticket-schemas.ts";

const message = messagesOf({ ...TAG_REFUSALS, ...TICKET_REFUSALS });

export const Tag = z
  .object({
    id: Id,
    name: z.string().meta({ example: "vpn" }),
    aliases: z.array(z.string()).meta({
      description: "Former names, and those of tags merged into it: typed or asked for, they lead here",
    }),
    tickets: z.int().meta({ description: "How many tickets have it, without those in the trash" }),
  })
  .meta({ id: "Tag" });

/** A typed tag, as the name that it is kept under. */
export const TagName = text("tag", LIMITS.search, message("tag.required")).transform((typed, ctx) => {
  const name = tagName(typed);
  if (name === null) ctx.addIssue(message("tag.invalid"));
  else if (isTagTooLong(name)) ctx.addIssue(message("tag.too_long", { max: LIMITS.tagName }));
  else if (name === NO_TAG) ctx.addIssue(message("tag.reserved"));
  return name ?? typed;
});

const Names = z
  .array(TagName)
  .max(LIMITS.tagsPerTicket, message("tag.too_many_on_ticket", { max: LIMITS.tagsPerTicket }));

/** Absent: nothing is added, nothing removed. */
const TagChange = z
  .strictObject({
    ids: z
      .array(Id)
      .min(1, message("ticket.bulk_none"))
      .max(LIMITS.bulkTickets, message("ticket.bulk_too_many", { max: LIMITS.bulkTickets })),
    add_tags: Names.default([]),
    remove_tags: Names.default([]),
  })
  .refine(({ add_tags, remove_tags }) => add_tags.length + remove_tags.length > 0, message("tag.no_change"));

const Params = z.object({ tag_id: Id });
const missing = { 404: "tag.not_found" } as const;
const example = { tag_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" };
const GroupId = Id.meta({ description: "Names the action for one undo: POST /tags/undo/{group_id}" });

export const tags = {
  list: endpoint({
    method: "GET",
    path: "/tags",
    policy: "comments.internal",
    summary: "List the tags",
    description: "By name. A search finds parts of names, and of former names.",
    query: z.strictObject({
      search: SearchText,
      ...pageFields(LIMITS.pageMaximum),
    }),
    reply: z.object({ items: z.array(Tag), meta: Meta }),
    example: { query: { search: "vpn" } },
  }),
  create: endpoint({
    method: "POST",
    path: "/tags",
    policy: "comments.internal",
    summary: "Add a tag",
    description: "Tagging a ticket with a new word adds the tag as well.",
    body: z.strictObject({ name: TagName }),
    status: 201,
    reply: z.object({ tag: Tag }),
    refusals: { 409: "tag.name_taken" },
    example: { body: { name: "vpn" } },
  }),
  rename: endpoint({
    method: "PATCH",
    path: "/tags/{tag_id}",
    policy: "tags.manage",
    summary: "Rename a tag",
    description:
      "The former name still leads to it. A name that another tag has is refused with the id and name of that tag in `facts`: merge into it.",
    params: Params,
    body: z.strictObject({ name: TagName }),
    reply: z.object({ tag: Tag, group_id: GroupId }),
    refusals: { ...missing, 409: "tag.name_taken" },
    example: { params: example, body: { name: "vpn" } },
  }),
  merge: endpoint({
    method: "POST",
    path: "/tags/{tag_id}/merge",
    policy: "tags.manage",
    summary: "Merge a tag into another one",
    description: "Its tickets get the other tag, and its names lead there.",
    params: Params,
    body: z.strictObject({ into_id: Id }),
    reply: z.object({ tag: Tag, group_id: GroupId }),
    refusals: missing,
    example: { params: example, body: { into_id: "0b8f6c1e-4d3a-4f7e-9a55-2f1d7c6b8e90" } },
  }),
  delete: endpoint({
    method: "DELETE",
    path: "/tags/{tag_id}",
    policy: "tags.manage",
    summary: "Delete a tag",
    description: "It is gone from every ticket.",
    params: Params,
    status: 200,
    reply: z.object({ group_id: GroupId }),
    refusals: missing,
    example: { params: example },
  }),
  undo: endpoint({
    method: "POST",
    path: "/tags/undo/{group_id}",
    policy: "comments.internal",
    summary: "Undo a change of tags",
    description: `The caller's own, within ${LIMITS.undoMinutes} minutes: tagging, renaming, merging or deleting. Tickets whose tags somebody changed since are in \`kept\`.`,
    params: z.object({ group_id: Id }),
    reply: z.object({ tag: Tag.nullable(), tickets: z.array(TicketRow), kept: z.array(Id) }),
    refusals: { 404: "ticket.undo_nothing", 409: "ticket.undo_too_late" },
    example: { params: { group_id: exampleTicketParams.ticket_id } },
  }),
  set: endpoint({
    method: "PUT",
    path: "/tickets/{ticket_id}/tags",
    policy: "comments.internal",
    summary: "Set the tags of a ticket",
    description:
      "All of them: those that are not named are removed. New words become tags. Saying it twice changes nothing.",
    params: TicketParams,
    body: z.strictObject({ tags: Names }),
    reply: z.object({ tags: z.array(z.string()), group_id: GroupId }),
    refusals: ticketNotFoundRefusal,
    example: { params: exampleTicketParams, body: { tags: ["vpn", "firmware"] } },
  }),
  tag: endpoint({
    method: "PATCH",
    path: "/tickets/tags",
    policy: "tickets.bulk",
    summary: "Add tags to many tickets, or remove them",
    description:
      "All or none. New words become tags; a tag that a ticket has already stays as it is. `missing` are ids that are not there any more.",
    body: TagChange,
    reply: z.object({ tickets: z.array(TicketRow), group_id: GroupId, missing: z.array(Id) }),
    refusals: ticketNotFoundRefusal,
    example: { body: { ids: [exampleTicketParams.ticket_id], add_tags: ["vpn"] } },
  }),
} as const;
