import { z } from "zod";
import { domainEndpoints } from "./companies/domains.ts";
import { endpoint } from "./endpoint.ts";
import { LIMITS } from "./limits.ts";
import {
  clearable,
  ClearableEmail,
  ClearableKnownEmail,
  clearableName,
  Flag,
  Id,
  Meta,
  nameText,
  refusedField,
  oneOf,
  pageFields,
  SearchText,
  text,
  Time,
} from "./field-schemas.ts";
import { COMPANY_REFUSALS } from "./refusals/companies.ts";
import { messagesOf } from "./refusals/schema-message.ts";

const message = messagesOf(COMPANY_REFUSALS);

/** Whether people of the company may set urgent themselves (rule 75). */
const UrgentAllowed = z.boolean();

/** Whether plain clients see only their own tickets, or also their colleagues' (rule 52). */
const Sharing = oneOf("sharing", ["own", "company"]);

export const Company = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    contact_email: z.string().nullable(),
    contact_phone: z.string().nullable(),
    is_active: z.boolean(),
    is_internal: z.boolean(),
    sharing: Sharing,
    urgent_allowed: UrgentAllowed,
    user_count: z.int(),
    group_count: z.int(),
    created_at: Time,
    deleted_at: Time.nullable(),
    version: z.int(),
  })
  .meta({ id: "Company" });

/** A company as its plain clients see it: the name alone (rule 142). */
export const CompanyShown = Company.partial().required({ id: true, name: true }).meta({ id: "CompanyShown" });

export const COMPANY_SORTS = [
  "name",
  "description",
  "contact",
  "user_count",
  "group_count",
  "is_active",
  "created_at",
] as const;

const name = text("company_name", LIMITS.name, message("company.name_required"));
const description = clearable("description", LIMITS.companyDescription);

/** What a company's name and address have to be where they are new. */
export const NewCompanyTexts = z.object({
  name: nameText("company_name", LIMITS.name, message("company.name_required")),
  contact_email: ClearableEmail,
  contact_phone: clearableName("support_phone", LIMITS.phone),
});
const filters = {
  search: SearchText,
  active: Flag,
  deleted: Flag,
  sort: oneOf("sort", COMPANY_SORTS).optional(),
  order: oneOf("order", ["asc", "desc"]).optional(),
};
export const CompanyFilters = z.strictObject(filters);

const Params = z.object({ company_id: Id });
const missing = { 404: "company.not_found" } as const;
const example = { company_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" };

export const companies = {
  list: endpoint({
    method: "GET",
    path: "/companies",
    policy: "companies.read",
    summary: "List client companies",
    description:
      "Without the internal one. `deleted=true`, for those who can restore, lists the deleted instead.",
    query: z.strictObject({ ...filters, ...pageFields(LIMITS.pageMaximum) }),
    reply: z.object({ companies: z.array(Company), meta: Meta }),
    example: { query: { search: "kestrel" } },
  }),
  export: endpoint({
    method: "GET",
    path: "/companies/export",
    policy: "companies.read",
    summary: "Download the filtered client companies as CSV",
    description: "Every company that the list shows with the same filters, in its order.",
    query: CompanyFilters,
    reply: "text/csv",
    example: { query: { active: "true" } },
  }),
  get: endpoint({
    method: "GET",
    path: "/companies/{company_id}",
    policy: ["companies.read", "companies.read_own"],
    summary: "Read a company",
    description: "Clients read their own; those who are not client admins get its name only.",
    params: Params,
    reply: CompanyShown,
    refusals: missing,
    example: { params: example },
  }),
  create: endpoint({
    method: "POST",
    path: "/companies",
    policy: "companies.create",
    summary: "Add a company",
    body: z.strictObject({
      ...NewCompanyTexts.shape,
      description,
      is_active: z.boolean().default(true),
      sharing: Sharing.default("own"),
      urgent_allowed: UrgentAllowed.default(true),
    }),
    status: 201,
    reply: Company,
    refusals: { 409: "company.name_taken" },
    example: { body: { name: "Meridian Freight", contact_email: "it@meridian.example", is_active: true } },
  }),
  change: endpoint({
    method: "PATCH",
    path: "/companies/{company_id}",
    policy: ["companies.edit", "companies.edit_own"],
    summary: "Change a company",
    description: "Client admins change description, contact_email and contact_phone of their own company.",
    params: Params,
    body: z.strictObject({
      name: name.optional(),
      description,
      contact_email: ClearableKnownEmail,
      contact_phone: clearable("support_phone", LIMITS.phone),
      is_active: z.boolean().optional(),
      sharing: Sharing.optional(),
      urgent_allowed: UrgentAllowed.optional(),
      base_version: z.int().optional(),
      id: refusedField,
      is_internal: refusedField,
      user_count: refusedField,
      group_count: refusedField,
      created_at: refusedField,
      deleted_at: refusedField,
    }),
    reply: Company,
    refusals: { ...missing, 409: "company.name_taken" },
    example: { params: example, body: { contact_phone: "+44 113 496 0000" } },
  }),
  delete: endpoint({
    method: "DELETE",
    path: "/companies/{company_id}",
    policy: "companies.delete",
    confirmedIdentity: true,
    summary: "Delete a company (soft)",
    params: Params,
    refusals: { ...missing, 409: "company.internal_stays" },
    example: { params: example },
  }),
  restore: endpoint({
    method: "POST",
    path: "/companies/{company_id}/restore",
    policy: "companies.delete",
    summary: "Bring a deleted company back",
    params: Params,
    reply: Company,
    refusals: { ...missing, 409: "company.name_taken" },
    example: { params: example },
  }),
  ...domainEndpoints,
} as const;
