/** Refusals about roles and who holds them. */
export const ROLE_REFUSALS = {
  "role.not_found": "Role not found",
  "role.unknown": "There is no such role",
  "role.at_least_one": "Select at least one role",
  "role.external_only": "External users can only have an external role",
  "role.internal_only": "Internal users can only have internal roles",
  "role.external_exactly_one": "External users have exactly one role",
  "role.last_administrator": "At least one administrator is required",
  "role.last_client_admin": "At least one client admin is required",
} as const;
