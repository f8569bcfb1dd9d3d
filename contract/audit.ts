import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id, Meta, pageFields, SearchText, Time, wholeNumber } from "./field-schemas.ts";
import { LIMITS } from "./limits.ts";

export const AuditEntry = z
  .object({
    id: Id,
    seq: z.int(),
    at: Time,
    actor_id: Id,
    actor_name: z.string(),
    actor_email: z.string().nullable(),
    via: z.string(),
    ip_address: z.string().nullable(),
    entity: z.string(),
    entity_id: Id,
    entity_label: z.string().nullable().meta({ description: "A ticket's uid, a person's or company's name" }),
    kind: z.string().meta({ example: "user.deleted" }),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
    reason: z.string().nullable(),
    request_id: z.string().nullable(),
    is_erased: z.boolean().meta({ description: "What stood in its fields is no longer kept" }),
  })
  .meta({ id: "AuditEntry" });

const filters = {
  actor_id: Id.optional(),
  entity: z.string().max(40).optional(),
  entity_id: Id.optional(),
  kind: z.string().max(80).optional(),
  from: Time.optional(),
  to: Time.optional(),
  search: SearchText.meta({
    description:
      "Words of an entry, or of the name of who did it or of what it is about: a ticket as the list finds it, a person's name or e-mail, a company, a team",
  }),
};

export const AuditQuery = z.strictObject({
  ...filters,
  ...pageFields(LIMITS.pageMaximum),
  after: wholeNumber("after", 1)
    .optional()
    .meta({ description: "The seq of the last entry one has; newest come first" }),
});

export const AuditFilters = z.strictObject(filters);

export const audit = {
  list: endpoint({
    method: "GET",
    path: "/audit",
    policy: "audit.read",
    summary: "Read the audit log",
    description:
      "Every write with who, when, from where, before and after; newest first. It cannot be changed.",
    query: AuditQuery,
    reply: z.object({
      items: z.array(AuditEntry),
      meta: Meta.extend({
        total_is_capped: z.boolean().meta({
          description:
            "There may be more: no more than 10,000 are counted, and by a search as far as it looked",
        }),
        next: z.int().nullable(),
      }),
    }),
    example: { query: { kind: "user.roles_changed" } },
  }),
  export: endpoint({
    method: "GET",
    path: "/audit/export",
    policy: "audit.read",
    confirmedIdentity: true,
    summary: "Download the filtered audit log as CSV",
    query: AuditFilters,
    reply: "text/csv",
    example: { query: { entity: "user" } },
  }),
} as const;
