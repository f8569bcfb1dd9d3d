/** Refusals about companies. */
export const COMPANY_REFUSALS = {
  "company.not_found": "Company not found",
  "company.unknown": "The company does not exist",
  "company.deleted": "This company is deleted: restore it first",
  "company.internal_stays": "The internal company cannot be deleted or deactivated",
  "company.name_required": "Company name is required",
  "company.name_taken": "A company with this name already exists",
} as const;
