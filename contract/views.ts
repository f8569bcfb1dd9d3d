import { z } from "zod";
import { BUILT_IN_VIEWS, isBuiltIn } from "./views/built-in-views.ts";
import { endpoint } from "./endpoint.ts";
import { Id, nameText, oneOf, SearchText, text } from "./field-schemas.ts";
import { FOLLOW_UP_FILTERS } from "./tickets/follow-up-filters.ts";
import { SLA_FILTERS } from "./sla/targets.ts";
import { LIMITS } from "./limits.ts";
import { knownColumns, LIST_COLUMNS } from "./views/list-columns.ts";
import { messagesOf } from "./refusals/schema-message.ts";
import { VIEW_REFUSALS } from "./refusals/views.ts";
import { readTagFilter } from "./tags/tag-names.ts";
import { TICKET_SORTS, type TicketFilters } from "./tickets/list.ts";
import { Priority, Status } from "./tickets/ticket-schemas.ts";

const message = messagesOf(VIEW_REFUSALS);

export const VIEW_AUDIENCES = ["me", "team", "everyone"] as const;
const Audience = oneOf("audience", VIEW_AUDIENCES);
const on = z.literal(true).optional();
const idOrNone = z.union([z.literal("none"), Id]).optional();

/** Every filter of the list as a view keeps it: one that the list gets is asked for here too, or this does not compile. */
const filters = {
  search: SearchText,
  status: Status.optional(),
  priority: Priority.optional(),
  assignee_id: idOrNone,
  client_id: Id.optional(),
  company_id: idOrNone,
  group_id: idOrNone,
  tag: text("tags", LIMITS.tagsPerTicket * (LIMITS.tagName + 1))
    .transform((typed) => readTagFilter(typed).slice(0, LIMITS.tagsPerTicket).join(",") || undefined)
    .optional(),
  follow_up: oneOf("follow_up", FOLLOW_UP_FILTERS).optional(),
  parent: Id.optional(),
  sla: oneOf("sla", SLA_FILTERS).optional(),
  mine: on,
  unassigned: on,
  active: on,
  unread: on,
  deleted: on,
} satisfies Record<keyof typeof TicketFilters, z.ZodType>;

/** What a view asks for, named as the list's filters; an absent one is not asked. */
const ViewQuery = z
  .strictObject(filters)
  .meta({ description: "The filters of GET /tickets; `mine` means whoever looks" });

/** As it is kept: what it asks for stands there, checked when it was saved. */
const KeptQuery = z.object({
  ...filters,
  search: z.string().optional(),
  tag: z.string().optional(),
});

export type KeptQuery = z.output<typeof KeptQuery>;

const Order = {
  sort: oneOf("sort", TICKET_SORTS).nullable(),
  order: oneOf("order", ["asc", "desc"]).nullable(),
};
const Columns = z
  .array(z.string())
  .max(50)
  .transform(knownColumns)
  .nullable()
  .meta({
    description: `Of ${LIST_COLUMNS.join(", ")}; null for the usual ones. Unknown ones are left out.`,
  });

export const View = z
  .object({
    id: Id,
    name: z.string(),
    audience: z.enum(VIEW_AUDIENCES),
    group_id: Id.nullable().meta({ description: "The team, for the audience `team`" }),
    group_name: z.string().nullable(),
    owner_id: Id,
    owner_fullname: z.string(),
    query: KeptQuery,
    ...Order,
    columns: z.array(z.enum(LIST_COLUMNS)).nullable(),
    version: z.int().meta({ description: "Grows with every change; send it as base_version" }),
    may_edit: z.boolean(),
    gone: z.array(z.object({ filter: z.string(), name: z.string().nullable() })).meta({
      description: "What it filters by and is not there any more: it has no rows until it is edited",
    }),
  })
  .meta({ id: "View" });

export type View = z.output<typeof View>;

const Key = z.union([z.enum(Object.keys(BUILT_IN_VIEWS).filter(isBuiltIn)), Id]).meta({
  description: `The id of a view, or a built-in one: ${Object.keys(BUILT_IN_VIEWS).join(", ")}`,
});

const name = nameText("view_name", LIMITS.viewName, message("view.name_required"));
const Place = { audience: Audience, group_id: Id.nullable().optional() };

export const NewView = z.strictObject({
  name,
  ...Place,
  query: ViewQuery,
  sort: Order.sort.optional(),
  order: Order.order.optional(),
  columns: Columns.optional(),
});

export const ViewChange = NewView.partial().extend({ base_version: z.int().optional() });

const Pins = z.object({
  pins: z.array(z.string()).meta({ description: "Keys of the pinned views, in their order" }),
  default: z.string().nullable().meta({ description: "The view that Tickets opens with" }),
});
const Params = z.object({ view_id: Id });
const missing = { 404: "view.not_found" } as const;
const example = { view_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" };

const CountedKeys = z
  .string()
  .max(1000)
  .transform((typed) => [...new Set(typed.split(",").filter(Boolean))])
  .refine(
    (keys) => keys.length <= LIMITS.viewsPinned,
    message("view.too_many_counted", { max: LIMITS.viewsPinned }),
  );

export const views = {
  list: endpoint({
    method: "GET",
    path: "/views",
    policy: "comments.internal",
    summary: "List the saved views",
    description:
      "The caller's own, those of their teams and those for all staff, by name; with what the caller has pinned. Built-in views are no rows: `pins` names them by their keys.",
    reply: z.object({ items: z.array(View), ...Pins.shape }),
    example: {},
  }),
  create: endpoint({
    method: "POST",
    path: "/views",
    policy: "comments.internal",
    summary: "Save a view",
    description: "For a team or for everyone with the permission to share views.",
    body: NewView,
    status: 201,
    reply: z.object({ view: View }),
    example: {
      body: {
        name: "Active in Support",
        audience: "me",
        query: { active: true },
        columns: ["status", "tags"],
      },
    },
  }),
  get: endpoint({
    method: "GET",
    path: "/views/{view_id}",
    policy: "comments.internal",
    summary: "Read a saved view",
    params: Params,
    reply: z.object({ view: View }),
    refusals: missing,
    example: { params: example },
  }),
  change: endpoint({
    method: "PATCH",
    path: "/views/{view_id}",
    policy: "comments.internal",
    summary: "Change a saved view",
    description: "Whose it is, and of shared ones whoever may share views.",
    params: Params,
    body: ViewChange,
    reply: z.object({ view: View }),
    refusals: { ...missing, 409: "request.changed_meanwhile" },
    example: { params: example, body: { name: "Waiting for a client", base_version: 1 } },
  }),
  delete: endpoint({
    method: "DELETE",
    path: "/views/{view_id}",
    policy: "comments.internal",
    summary: "Delete a saved view",
    description: `It is gone for all who had it, from their pins too. Whoever deletes it can take that back for ${LIMITS.undoMinutes} minutes.`,
    params: Params,
    refusals: missing,
    example: { params: example },
  }),
  restore: endpoint({
    method: "POST",
    path: "/views/{view_id}/restore",
    policy: "comments.internal",
    summary: "Take the deletion of a saved view back",
    description: `One's own deletion, within ${LIMITS.undoMinutes} minutes. It stands again where it was pinned.`,
    params: Params,
    reply: z.object({ view: View }),
    refusals: { 404: "ticket.undo_nothing", 409: "ticket.undo_too_late" },
    example: { params: example },
  }),
  pin: endpoint({
    method: "PUT",
    path: "/views/pins",
    policy: "comments.internal",
    summary: "Pin views to the own sidebar",
    description:
      "All of them, in their order. Without `default` the view that Tickets opens with stays. With `base_keys`, what was pinned when the caller looked, pins that came or went since stay so.",
    body: z.strictObject({
      keys: z
        .array(Key)
        .transform((keys) => [...new Set(keys)])
        .refine(
          (keys) => keys.length <= LIMITS.viewsPinned,
          message("view.too_many_pinned", { max: LIMITS.viewsPinned }),
        ),
      base_keys: z.array(Key).optional(),
      default: Key.nullable().optional(),
    }),
    reply: Pins,
    refusals: missing,
    example: { body: { keys: ["unassigned", "mine"], default: "mine" } },
  }),
  counts: endpoint({
    method: "GET",
    path: "/views/counts",
    policy: "comments.internal",
    summary: "Count the tickets of views",
    description: `Each as far as ${LIMITS.viewCount}. What is no view of the caller's is left out.`,
    query: z.strictObject({ keys: CountedKeys }),
    reply: z.object({
      counts: z.record(
        z.string(),
        z.object({ n: z.int(), is_capped: z.boolean().meta({ description: "There may be more" }) }),
      ),
    }),
    example: { query: { keys: "mine,unassigned" } },
  }),
} as const;
