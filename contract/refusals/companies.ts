/** Refusals about companies. */
export const COMPANY_REFUSALS = {
  "company.not_found": "Company not found",
  "company.unknown": "The company does not exist",
  "company.deleted": "This company is deleted: restore it first",
  "company.internal_stays": "The internal company cannot be deleted or deactivated",
  "company.name_required": "Company name is required",
  "company.domain_required": "Enter a domain",
  "company.domain_invalid": "Enter a domain such as kestrel.example",
  "company.domain_public": ({ domain }: { domain: string }) => `${domain} is a public mail provider`,
  "company.domain_taken": ({ domain }: { domain: string }) => `${domain} belongs to a company already`,
  "company.domain_not_found": "Mail domain not found",
  "company.domains_full": ({ max }: { max: number }) => `A company can have at most ${max} mail domains`,
  "company.internal_without_domains": "The internal company has no mail domains",
  "company.name_taken": "A company with this name already exists",
} as const;
