import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { LIMITS } from "./limits.ts";
import { Flag, Id, Meta, nameText, pageFields, SearchText, text, Time } from "./field-schemas.ts";
import { GROUP_REFUSALS } from "./refusals/groups.ts";
import { messagesOf } from "./refusals/schema-message.ts";

const message = messagesOf(GROUP_REFUSALS);

export const Group = z
  .object({
    id: Id,
    name: z.string(),
    company_id: Id.nullable(),
    member_ids: z.array(Id),
    archived_at: Time.nullable(),
    version: z.int(),
  })
  .meta({ id: "Group" });

const name = text("team_name", LIMITS.name, message("group.name_required"));
export const NewTeamName = z.object({
  name: nameText("team_name", LIMITS.name, message("group.name_required")),
});
const Params = z.object({ group_id: Id });
const missing = { 404: "group.not_found" } as const;
const example = { group_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" };

export const groups = {
  list: endpoint({
    method: "GET",
    path: "/groups",
    policy: "teams.read",
    summary: "List the teams that take tickets",
    description: "With company_id: the groups of that company instead; with archived=true the archived ones.",
    query: z.strictObject({
      search: SearchText,
      company_id: Id.optional(),
      archived: Flag,
      ...pageFields(LIMITS.pageMaximum),
    }),
    reply: z.object({ groups: z.array(Group), meta: Meta }),
    example: {},
  }),
  get: endpoint({
    method: "GET",
    path: "/groups/{group_id}",
    policy: "teams.read",
    summary: "Read a team",
    params: Params,
    reply: Group,
    refusals: missing,
    example: { params: example },
  }),
  create: endpoint({
    method: "POST",
    path: "/groups",
    policy: "teams.manage",
    summary: "Add a team",
    body: z.strictObject({
      ...NewTeamName.shape,
      company_id: Id.optional(),
      member_ids: z.array(Id).max(500).optional(),
    }),
    status: 201,
    reply: Group,
    refusals: { 409: "group.name_taken" },
    example: { body: { name: "Network & Security" } },
  }),
  change: endpoint({
    method: "PATCH",
    path: "/groups/{group_id}",
    policy: ["teams.manage", "teams.manage_members"],
    summary: "Rename a team or set its members",
    params: Params,
    body: z.strictObject({
      name: name.optional(),
      member_ids: z.array(Id).max(500).optional(),
      base_version: z.int().optional(),
    }),
    reply: Group,
    description: "A team lead sets the members of the own teams, and nothing else.",
    refusals: { ...missing, 409: "group.name_taken" },
    example: { params: example, body: { name: "Network" } },
  }),
  delete: endpoint({
    method: "DELETE",
    path: "/groups/{group_id}",
    policy: "teams.manage",
    summary: "Archive a team",
    description: "Its open tickets stay, without a team.",
    params: Params,
    refusals: missing,
    example: { params: example },
  }),
  restore: endpoint({
    method: "POST",
    path: "/groups/{group_id}/restore",
    policy: "teams.manage",
    summary: "Bring an archived team back",
    params: Params,
    reply: Group,
    refusals: { ...missing, 409: "group.name_taken" },
    example: { params: example },
  }),
} as const;
