import { DIRECTORY_MESSAGES } from "#web/ui/table/directory-messages.ts";

/** The texts of the client directory (rules 132 and 295). */
export const CLIENTS_MESSAGES = {
  title: "Clients",
  subtitle: "Manage client accounts",
  directory: "Client Directory",
  search: DIRECTORY_MESSAGES.searchPeople,
  loading: "Loading clients...",
  empty: "No clients found",
  emptyHint: "Another spelling may find them.",
  emptyStart: "Invite the first one and it shows up here.",
  clearSearch: "Clear search",
  invite: "Invite Client",
  actionsFor: (name: string) => `Actions for ${name}`,
  manageRoles: "Manage roles",
  manageRolesOf: (name: string) => `Manage roles of ${name}`,
  edit: "Edit client",
  editOf: (name: string) => `Edit ${name}`,
  delete: "Delete client",
  deleteOf: (name: string) => `Delete ${name}`,
  restore: "Restore client",
  restoreOf: (name: string) => `Restore ${name}`,
  deletedWhy: "A deleted client has to be restored first",
} as const;

export const INVITE_CLIENT_MESSAGES = {
  title: "Invite Client",
  description: "They receive an e-mail with a link to choose a password.",
  company: "Company",
  chooseCompany: "Choose a company",
  submit: "Send Invite",
  busy: "Sending...",
  done: "Client invitation sent successfully",
  failed: (message: string) => `Failed to invite client: ${message}`,
} as const;

export const EDIT_CLIENT_MESSAGES = {
  title: "Edit Client",
  submit: "Save Changes",
  busy: "Saving...",
  movedHint: "Tickets raised so far stay with the company they belong to.",
  language: "Language",
  languageHint: "Of their mails, and of saved replies to them.",
  noLanguage: "That of the desk",
  done: "Client updated successfully",
  failed: (message: string) => `Failed to update client: ${message}`,
} as const;

export const DELETE_CLIENT_MESSAGES = {
  title: "Delete client",
  lead: "Are you sure you want to delete ",
  rest: "? The account can no longer sign in; tickets and comments stay. You can restore it later.",
  act: "Delete Client",
  busy: "Deleting...",
  done: "Client deleted successfully",
  failed: (message: string) => `Failed to delete client: ${message}`,
} as const;

export const RESTORE_CLIENT_MESSAGES = {
  title: "Restore client",
  lead: "Are you sure you want to restore ",
  rest: "? The account can sign in again.",
  act: "Restore Client",
  busy: "Restoring...",
  done: "Client restored successfully",
  failed: (message: string) => `Failed to restore client: ${message}`,
} as const;
