import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, oneOf, Time } from "../field-schemas.ts";
import { SLA_ORIGINS } from "./targets.ts";

const Origin = oneOf("origin", SLA_ORIGINS);
const Chosen = z.object({ id: Id, name: z.string(), origin: Origin });

/** What applies to a company, or to the organization: where nothing else is chosen. */
export const SlaAssignment = z
  .object({
    company_id: Id.nullable().meta({ description: "Null: the organization" }),
    company_name: z.string().nullable(),
    assignment_id: Id.nullable().meta({
      description: "Names the choice that stands; send it as base_assignment_id. Null: never chosen",
    }),
    inherits: z.boolean().meta({ description: "The company takes what the organization has" }),
    policy: Chosen.nullable().meta({ description: "Null: no service level" }),
    calendar: Chosen.nullable(),
    shown_to_clients: z.boolean(),
    shown_origin: Origin,
    since: Time.nullable(),
  })
  .meta({ id: "SlaAssignment" });

const choice = {
  policy_id: Id.nullable().optional().meta({ description: "Null: no service level" }),
  calendar_id: Id.nullable()
    .optional()
    .meta({ description: "Null: that of the service level, else the organization's" }),
  shown_to_clients: z
    .boolean()
    .nullable()
    .optional()
    .meta({ description: "Whether its people see due times and receipts; null: as the organization has it" }),
  inherit: z
    .literal(true)
    .optional()
    .meta({ description: "Takes what the organization has again; not beside the others" }),
};

/** A choice as it would be made; absent fields stay as they are. */
export const AssignmentDraft = z.strictObject({ company_id: Id.nullable(), ...choice });

const Params = z.object({
  scope: z.union([z.literal("organization"), Id]).meta({ description: "`organization`, or a company's id" }),
});
const example = { scope: "organization" };

/** Which service level a company has, and since when: each choice is a row of its own. */
export const assignmentEndpoints = {
  listAssignments: endpoint({
    method: "GET",
    path: "/sla/assignments",
    policy: "sla.read",
    summary: "List which service level applies to whom",
    description: "The organization, and companies with a choice of their own, by name.",
    reply: z.object({ organization: SlaAssignment, companies: z.array(SlaAssignment) }),
    example: {},
  }),
  getAssignment: endpoint({
    method: "GET",
    path: "/sla/assignments/{scope}",
    policy: "sla.read",
    summary: "Read which service level applies",
    params: Params,
    reply: SlaAssignment,
    refusals: { 404: "company.not_found" },
    example: { params: example },
  }),
  assign: endpoint({
    method: "PUT",
    path: "/sla/assignments/{scope}",
    policy: "sla.manage",
    summary: "Choose the service level of the organization or of a company",
    description:
      "For new tickets; POST /sla/apply brings it to those that are open. Without a calendar anywhere, 422.",
    params: Params,
    body: z.strictObject({ ...choice, base_assignment_id: Id.nullable() }),
    reply: SlaAssignment,
    refusals: { 404: "company.not_found", 409: "request.changed_meanwhile" },
    example: { params: example, body: { policy_id: null, base_assignment_id: null } },
  }),
} as const;
