import { z } from "zod";
import { CalendarDraft } from "../calendars.ts";
import { endpoint } from "../endpoint.ts";
import { Id, oneOf, Time } from "../field-schemas.ts";
import { LIMITS } from "../limits.ts";
import { SLA_REFUSALS } from "../refusals/sla.ts";
import { messagesOf } from "../refusals/schema-message.ts";
import { AssignmentDraft } from "./assignments.ts";
import { PolicyDraft } from "./policies.ts";
import { SLA_TARGETS } from "./targets.ts";

const message = messagesOf(SLA_REFUSALS);

function isOne(choice: Record<string, unknown>): boolean {
  return Object.values(choice).filter((value) => value !== undefined).length === 1;
}

const Draft = z
  .strictObject({
    policy: PolicyDraft.extend({
      policy_id: Id.optional().meta({ description: "Absent: a new one for every company" }),
    }).optional(),
    calendar: CalendarDraft.extend({ calendar_id: Id }).optional(),
    assignment: AssignmentDraft.optional(),
  })
  .refine(isOne, message("sla.choose_one"));

const Scope = z
  .strictObject({
    policy_id: Id.optional(),
    calendar_id: Id.optional(),
    company_id: Id.nullable().optional().meta({ description: "Null: the organization" }),
  })
  .refine(isOne, message("sla.choose_one"));

const Change = z.object({
  ticket_id: Id,
  uid: z.string(),
  subject: z.string(),
  company_name: z.string().nullable(),
  target: oneOf("target", SLA_TARGETS),
  due_now: Time.nullable().meta({ description: "Null: paused, or not measured now" }),
  due_then: Time.nullable().meta({ description: "Null: paused, or not measured then" }),
  paused_now: z.boolean(),
  paused_then: z.boolean(),
});

/** An application of what is in force now to open tickets. */
export const SlaApplication = z
  .object({
    group_id: Id.meta({ description: "Names the action for its undo" }),
    state: oneOf("state", ["running", "done", "undone"]),
    applied: z.int().meta({ description: "Tickets that are judged by it so far" }),
    open_tickets: z.int(),
    at: Time,
  })
  .meta({ id: "SlaApplication" });

const GroupParams = z.object({ group_id: Id });
const exampleGroup = { group_id: "3f9e2d1c-5b4a-4f8e-9c7d-6a5b4c3d2e1f" };

/** What a change would do to open tickets, and doing it. */
export const changeEndpoints = {
  preview: endpoint({
    method: "POST",
    path: "/sla/preview",
    policy: "sla.manage",
    summary: "Read what a change would do to open tickets",
    description: `Writes nothing. Exactly one of \`policy\`, \`calendar\` and \`assignment\`, as it would be saved. The oldest ${LIMITS.slaPreviewTickets.toLocaleString("en")} open tickets are looked at, and the ${LIMITS.slaPreviewRows} whose due time moves most are listed.`,
    body: Draft,
    reply: z.object({
      open_tickets: z.int().meta({ description: "Open tickets that the change concerns" }),
      looked_at: z.int(),
      changed: z.int().meta({ description: "Of those, how many would have another due time" }),
      overdue_more: z.int(),
      overdue_less: z.int(),
      only_later_days: z.boolean().meta({
        description:
          "The change touches nothing but days after today, and the tickets are judged by all that was saved before, so that applying it is the rule",
      }),
      changes: z.array(Change).meta({ description: "The largest differences first" }),
    }),
    refusals: { 404: "sla.policy_not_found" },
    example: { body: { assignment: { company_id: null, policy_id: null } } },
  }),
  apply: endpoint({
    method: "POST",
    path: "/sla/apply",
    policy: "sla.manage",
    summary: "Apply what is in force now to open tickets",
    description: `Exactly one of \`policy_id\`, \`calendar_id\` and \`company_id\` says which. The first ${LIMITS.slaApplyAtOnce} are judged by it at once, the others by a job, of which GET /sla/applications/{group_id} tells how far it is. What was decided stays.`,
    body: Scope,
    status: 202,
    reply: SlaApplication,
    refusals: { 404: "sla.policy_not_found" },
    example: { body: { company_id: null } },
  }),
  application: endpoint({
    method: "GET",
    path: "/sla/applications/{group_id}",
    policy: "sla.manage",
    summary: "Read how far an application to open tickets is",
    params: GroupParams,
    reply: SlaApplication,
    refusals: { 404: "ticket.undo_nothing" },
    example: { params: exampleGroup },
  }),
  undo: endpoint({
    method: "POST",
    path: "/sla/undo/{group_id}",
    policy: "sla.manage",
    summary: "Undo an application to open tickets",
    description: `The caller's own, within ${LIMITS.undoMinutes} minutes: the tickets are judged as before.`,
    params: GroupParams,
    reply: SlaApplication,
    refusals: { 404: "ticket.undo_nothing", 409: "ticket.undo_too_late" },
    example: { params: exampleGroup },
  }),
} as const;
