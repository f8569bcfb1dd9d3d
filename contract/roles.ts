import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { LIMITS } from "./limits.ts";
import { Id, Meta, text, Time } from "./field-schemas.ts";
import { FIELD_REFUSALS } from "./refusals/fields.ts";
import { ROLE_REFUSALS } from "./refusals/roles.ts";
import { messagesOf } from "./refusals/schema-message.ts";

const message = messagesOf({ ...FIELD_REFUSALS, ...ROLE_REFUSALS });

export const Role = z
  .object({
    id: Id,
    name: z.string(),
    type: z.enum(["internal", "external"]),
    description: z.string(),
    permission_count: z.int(),
  })
  .meta({ id: "Role" });

const UserParams = z.object({ user_id: Id });
const userExample = { user_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" };
const missing = { 404: "user.not_found" } as const;

export const roles = {
  list: endpoint({
    method: "GET",
    path: "/roles",
    policy: "signed-in",
    summary: "List roles",
    description: "External callers get external roles only.",
    reply: z.object({ roles: z.array(Role), meta: Meta }),
    example: {},
  }),
  permissions: endpoint({
    method: "GET",
    path: "/roles/{role_id}/permissions",
    policy: "signed-in",
    summary: "Read what a role allows",
    params: z.object({ role_id: Id }),
    reply: z.object({
      description: z.string(),
      type: z.enum(["internal", "external"]),
      permissions: z.array(
        z.object({ key: z.string(), label: z.string(), description: z.string(), category: z.string() }),
      ),
    }),
    refusals: { 404: "role.not_found" },
    example: { params: { role_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" } },
  }),
  ofUser: endpoint({
    method: "GET",
    path: "/users/{user_id}/roles",
    policy: "signed-in",
    summary: "List a user's roles",
    params: UserParams,
    reply: z.object({ roles: z.array(Role) }),
    refusals: missing,
    example: { params: userExample },
  }),
  set: endpoint({
    method: "POST",
    path: "/users/{user_id}/roles:set",
    policy: ["roles.assign", "roles.assign_company"],
    confirmedIdentity: true,
    summary: "Set a user's roles",
    description: "Internal users hold one or more internal roles, external users exactly one external role.",
    params: UserParams,
    body: z.strictObject({
      role_names: z.array(z.string().max(LIMITS.name)).min(1, message("role.at_least_one")).max(20),
      base_role_names: z.array(z.string().max(LIMITS.name)).max(20).optional().meta({
        description: "The roles that the caller knows of; refused where the user has others by now",
      }),
      reason: text("reason", LIMITS.reason).optional(),
    }),
    reply: z.object({ roles: z.array(Role) }),
    refusals: { ...missing, 409: "role.last_administrator" },
    example: {
      params: userExample,
      body: { role_names: ["team_lead"], reason: "Took over the night shift" },
    },
  }),
  history: endpoint({
    method: "GET",
    path: "/users/{user_id}/roles/history",
    policy: ["roles.history", "roles.history_company"],
    summary: "List a user's role changes",
    description: "Newest first. Network addresses are shown to staff only.",
    params: UserParams,
    query: z.strictObject({
      limit: z.coerce
        .number<number | string>(message("field.not_whole_number", { field: "limit" }))
        .int()
        .min(1)
        .max(200)
        .default(LIMITS.roleHistoryDefault),
    }),
    reply: z.object({
      history: z.array(
        z.object({
          id: Id,
          timestamp: Time,
          performed_by_fullname: z.string().nullable(),
          performed_by_email: z.string().nullable(),
          ip_address: z.string().nullable(),
          reason: z.string().nullable(),
          changes: z.object({
            added_roles: z.array(z.string()),
            removed_roles: z.array(z.string()),
            unchanged_roles: z.array(z.string()),
          }),
        }),
      ),
      meta: Meta,
    }),
    refusals: missing,
    example: { params: userExample, query: { limit: "50" } },
  }),
  exportHistory: endpoint({
    method: "GET",
    path: "/users/{user_id}/roles/history/export",
    policy: ["roles.history", "roles.history_company"],
    summary: "Download a user's role changes as CSV",
    description: "All of them, newest first, as the list shows them.",
    params: UserParams,
    reply: "text/csv",
    refusals: missing,
    example: { params: userExample },
  }),
} as const;
