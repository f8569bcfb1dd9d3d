import { z } from "zod";
import { readEmailAddress } from "../text/email-address.ts";
import { endpoint } from "../endpoint.ts";
import { Id, text, Time } from "../field-schemas.ts";
import { isPublicMailProvider } from "./public-mail-providers.ts";
import { COMPANY_REFUSALS } from "../refusals/companies.ts";
import { messagesOf } from "../refusals/schema-message.ts";

const message = messagesOf(COMPANY_REFUSALS);

/** Mail domains of one company. */
export const DOMAINS_PER_COMPANY = 20;
/** As much of a name as a path holds. */
const LONGEST = 200;

export const CompanyDomain = z
  .object({
    domain: z.string(),
    added_at: Time,
    added_by_fullname: z.string(),
    verified_at: Time.nullable().meta({
      description: "When a known person of the company wrote from it with strong proof",
    }),
    auto_contact: z.boolean().meta({
      description: "New people who write from it with strong proof become contacts on their own",
    }),
  })
  .meta({ id: "CompanyDomain" });

/** The domain of an address of it, in ASCII and lower case. */
const NewDomain = text("mail_domain", LONGEST, message("company.domain_required"))
  .transform((typed, ctx) => {
    const domain = readEmailAddress(`somebody@${typed.replace(/^@/, "")}`)?.split("@")[1];
    if (domain === undefined) ctx.addIssue(message("company.domain_invalid"));
    else if (isPublicMailProvider(domain)) ctx.addIssue(message("company.domain_public", { domain }));
    return domain ?? typed;
  })
  .meta({ example: "kestrel.example" });

const Params = z.object({ company_id: Id });
const DomainParams = Params.extend({ domain: z.string().max(LONGEST).toLowerCase() });
const policy = "companies.edit";
const example = { company_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" };

/** Which domains the people of a company write from. */
export const domainEndpoints = {
  domains: endpoint({
    method: "GET",
    path: "/companies/{company_id}/domains",
    policy,
    summary: "List a company's mail domains",
    params: Params,
    reply: z.object({ items: z.array(CompanyDomain) }),
    refusals: { 404: "company.not_found" },
    example: { params: example },
  }),
  addDomain: endpoint({
    method: "POST",
    path: "/companies/{company_id}/domains",
    policy,
    summary: "Add a mail domain to a company",
    description:
      "It suggests the company for unknown people who write from it, and decides nothing. At most 20; no domain at which anybody can have an address.",
    params: Params,
    body: z.strictObject({ domain: NewDomain }),
    status: 201,
    reply: CompanyDomain,
    refusals: { 404: "company.not_found", 409: "company.domain_taken" },
    example: { params: example, body: { domain: "kestrel.example" } },
  }),
  changeDomain: endpoint({
    method: "PATCH",
    path: "/companies/{company_id}/domains/{domain}",
    policy,
    summary: "Say whether new people of a mail domain become contacts",
    params: DomainParams,
    body: z.strictObject({ auto_contact: z.boolean() }),
    reply: CompanyDomain,
    refusals: { 404: "company.domain_not_found", 409: "company.deleted" },
    example: { params: { ...example, domain: "kestrel.example" }, body: { auto_contact: true } },
  }),
  removeDomain: endpoint({
    method: "DELETE",
    path: "/companies/{company_id}/domains/{domain}",
    policy,
    summary: "Take a mail domain from a company",
    params: DomainParams,
    refusals: { 404: "company.domain_not_found", 409: "company.deleted" },
    example: { params: { ...example, domain: "kestrel.example" } },
  }),
} as const;
