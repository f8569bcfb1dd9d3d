/** Refusals about people's accounts. */
export const USER_REFUSALS = {
  "user.not_found": "User not found",
  "user.deleted": "This user is deleted: restore it first",
  "user.delete_self": "You cannot delete yourself",
  "user.email_required": "Email is required",
  "user.email_invalid": "Invalid email address",
  "user.email_taken": "A user with this email already exists",
  "user.email_taken_by_deleted": "A user with this email already exists, but is deleted: restore it instead",
  "user.company_required": "Company is required for clients",
  "user.email_change_incomplete": "Please fill in all fields",
  "user.full_name_required": "Full name is required",
  "user.client_in_internal_company": "Clients cannot belong to the internal company",
  "user.staff_in_client_company": "Internal users belong to the internal company",
  "user.invite_company_inactive": "This company is inactive, so nobody can be invited to it",
  "user.invite_expiry_not_whole": "Expiry must be a whole number of hours",
  "user.invite_expiry_too_short": "Expiry must be at least 1 hour",
  "user.invite_expiry_too_long": "Expiry must be at most 168 hours",
} as const;
