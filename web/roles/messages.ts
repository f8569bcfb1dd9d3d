import { USER_REFUSALS } from "#contract/refusals/users.ts";
import { LIB_MESSAGES } from "#web/lib/messages.ts";

/** The texts of the pages and dialogs about roles (rule 308; what rule 168 does not hold is free to reword). */
export const ROLES_MESSAGES = {
  title: "Manage Roles",
  notFound: USER_REFUSALS["user.not_found"],
  notFoundHint: "The account may not exist, or you have no permission to see it.",
  failedToFetchUser: LIB_MESSAGES.failedToFetchUser,
  failedToFetchRoles: "Failed to fetch roles",
  failedToFetchUserRoles: "Failed to fetch user roles",
  backToClients: "Back to Clients",
  backToUsers: "Back to Users",
  userInformation: "User Information",
  internal: "Internal",
  external: "External",
  deleted: "Deleted",
  single: "Single Role Restriction",
  singleHint: "External users hold exactly one role. Choosing another replaces the current one.",
  readOnly: "You can look at these roles, but not change them.",
  readOnlyDeleted: "This user is deleted, so the roles stay as they are.",
  available: "Available Roles",
  internalOnly: "Internal roles only",
  externalOnly: "External roles only",
  permissions: "Permissions",
  permissionsOf: (role: string) => `Permissions of ${role}`,
  selected: "Selected Roles",
  noneSelected: "No roles selected",
  count: (n: number) => `${n} role(s) selected`,
  permissionCount: (n: number) => (n === 1 ? "1 permission" : `${n} permissions`),
  details: "Details",
  detailsOf: (role: string) => `Details of ${role}`,
  remove: (role: string) => `Remove ${role}`,
  reason: "Reason",
  reasonHint: "Kept in the history",
  save: "Save Changes",
  saving: "Saving...",
  close: "Close",
  viewHistory: "View History",
  openPage: "Open as a page",
  savedHere: "Roles updated successfully",
  savedUser: "User roles updated successfully",
  failed: "Failed to update roles",
} as const;

export const PERMISSION_MESSAGES = {
  counts: (permissions: number, categories: number) =>
    `${ROLES_MESSAGES.permissionCount(permissions)} in ${categories === 1 ? "1 category" : `${categories} categories`}`,
  empty: "This role has no permissions defined.",
  failed: "Failed to load permissions. Please try again.",
} as const;

export const HISTORY_MESSAGES = {
  title: "Role History",
  empty: "No role changes recorded yet.",
  failed: "Failed to load role history. Please try again.",
  system: "System",
  added: "Added:",
  removed: "Removed:",
  unchanged: "Unchanged:",
} as const;
