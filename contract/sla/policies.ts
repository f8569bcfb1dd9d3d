import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, nameText, Time } from "../field-schemas.ts";
import { LIMITS } from "../limits.ts";
import { SLA_REFUSALS } from "../refusals/sla.ts";
import { messagesOf } from "../refusals/schema-message.ts";
import { PRESET_TARGETS } from "./preset.ts";

const message = messagesOf(SLA_REFUSALS);

const minutesMessage = message("sla.target_out_of_range", { max: LIMITS.slaTargetMinutes });
const Minutes = z
  .int(minutesMessage)
  .min(1, minutesMessage)
  .max(LIMITS.slaTargetMinutes, minutesMessage)
  .nullable()
  .meta({ description: "Minutes; null is not promised", example: 240 });

const LevelTargets = z.strictObject({
  first_response_minutes: Minutes,
  next_response_minutes: Minutes,
  resolution_minutes: Minutes,
  around_the_clock: z.boolean().default(false).meta({
    description: "Every second counts towards the targets of this priority, whatever the calendar says",
  }),
});

/** The targets of each priority. */
export const PolicyTargets = z
  .strictObject({ urgent: LevelTargets, high: LevelTargets, normal: LevelTargets, low: LevelTargets })
  .meta({ id: "PolicyTargets" });

const fields = {
  name: nameText("sla_policy_name", LIMITS.slaPolicyName, message("sla.name_required")),
  calendar_id: Id.nullable()
    .default(null)
    .meta({ description: "Null: the organization's calendar; a company may name its own, which wins" }),
  pauses_for_client: z
    .boolean()
    .default(true)
    .meta({ description: "The resolution clock waits while the ticket waits for its client" }),
  pauses_for_third_party: z
    .boolean()
    .default(true)
    .meta({ description: "The resolution clock waits while the ticket waits for a third party" }),
  targets: PolicyTargets,
};

/** A service level as a person writes it. */
export const PolicyDraft = z.strictObject(fields);

const Version = z.object({
  number: z.int(),
  created_at: Time,
  created_by_fullname: z.string().nullable(),
});

const Summary = z.object({
  id: Id,
  name: z.string(),
  version: z.int().meta({ description: "Grows with every change; send it as base_version" }),
  calendar_id: Id.nullable(),
  calendar_name: z.string().nullable(),
  companies: z.int().meta({ description: "Companies that it is chosen for by name" }),
  is_default: z.boolean().meta({ description: "It applies to every company without a choice of its own" }),
});

export const SlaPolicy = Summary.extend({
  pauses_for_client: z.boolean(),
  pauses_for_third_party: z.boolean(),
  targets: PolicyTargets,
  versions: z.array(Version).meta({ description: "The newest first" }),
  archived_at: Time.nullable(),
}).meta({ id: "SlaPolicy" });

export const PolicyParams = z.object({ policy_id: Id });
export const policyNotFound = { 404: "sla.policy_not_found" } as const;
export const examplePolicy = { policy_id: "8c1f3f5a-6d2e-4c0b-8f4a-1b7e9d2c5a60" };
const exampleBody = { name: "Standard", targets: PRESET_TARGETS };

/** Service levels: what is promised. A saved one is a new version; those of before stay for what they judged. */
export const policyEndpoints = {
  listPolicies: endpoint({
    method: "GET",
    path: "/sla/policies",
    policy: "sla.read",
    summary: "List service levels",
    reply: z.object({ policies: z.array(Summary) }),
    example: {},
  }),
  getPolicy: endpoint({
    method: "GET",
    path: "/sla/policies/{policy_id}",
    policy: "sla.read",
    summary: "Read a service level",
    description: "As it is now, or with `version` as it was. Archived ones are read as well.",
    params: PolicyParams,
    query: z.strictObject({ version: z.coerce.number<string | number>().int().min(1).optional() }),
    reply: SlaPolicy,
    refusals: policyNotFound,
    example: { params: examplePolicy },
  }),
  createPolicy: endpoint({
    method: "POST",
    path: "/sla/policies",
    policy: "sla.manage",
    summary: "Create a service level",
    description: `At most ${LIMITS.slaPolicies}. With \`for_everyone\` it applies to every company from now on; where the organization has no calendar yet, "Business hours" is made with it: Monday to Friday, 08:00 to 18:00, in the organization's time zone.`,
    body: z.strictObject({ ...fields, for_everyone: z.boolean().default(false) }),
    status: 201,
    reply: SlaPolicy,
    refusals: { 409: "sla.name_taken" },
    example: { body: { ...exampleBody, for_everyone: true } },
  }),
  changePolicy: endpoint({
    method: "PUT",
    path: "/sla/policies/{policy_id}",
    policy: "sla.manage",
    summary: "Change a service level",
    description:
      "Makes a new version, which judges new tickets; POST /sla/apply brings it to those that are open. Nothing that was decided changes.",
    params: PolicyParams,
    body: z.strictObject({ ...fields, base_version: z.int() }),
    reply: SlaPolicy,
    refusals: { ...policyNotFound, 409: "request.changed_meanwhile" },
    example: { params: examplePolicy, body: { ...exampleBody, base_version: 1 } },
  }),
  deletePolicy: endpoint({
    method: "DELETE",
    path: "/sla/policies/{policy_id}",
    policy: "sla.manage",
    summary: "Archive a service level",
    description: "What it judged keeps its versions.",
    params: PolicyParams,
    refusals: { ...policyNotFound, 409: "sla.policy_in_use" },
    example: { params: examplePolicy },
  }),
} as const;
