import { DIRECTORY_MESSAGES } from "#web/ui/table/directory-messages.ts";

/** The texts of the users page and its dialogs (rule 293; what rule 168 does not hold is free to reword). */
export const USERS_MESSAGES = {
  title: "Users",
  subtitle: "Manage accounts and permissions",
  subtitleOwn: "Manage users in your organization",
  search: DIRECTORY_MESSAGES.searchPeople,
  loading: "Loading users...",
  empty: "No users found",
  emptyHint: "Another spelling may find them.",
  emptyStart: "Invite the first one and it shows up here.",
  clearSearch: "Clear search",
  failedToFetch: "Failed to fetch users",
  columns: {
    fullname: "Name",
    email: "Email",
    role: "Role",
    company: "Company",
    status: "Status",
    last_online: "Last Online",
    actions: "Actions",
  },
  active: "Active",
  deleted: "Deleted",
  never: "Never",
  noRoles: "No roles",
  noCompany: "No company",
  noCompanyWhy: "Without a company this client sees the own tickets only",
  you: "You",
  create: "Create User",
  invite: "Invite User",
  actionsFor: (name: string) => `Actions for ${name}`,
} as const;

function lossOf(open: string | null): string {
  if (open === "0") return "";
  if (open === "1") return ", but 1 open ticket assigned to it becomes unassigned";
  return `, but ${open === null ? "" : `${open} `}open tickets assigned to it become unassigned`;
}

/** A row's actions with their confirmations, successes and failures. */
export const USER_ACT_MESSAGES = {
  edit: "Edit user",
  sendInvite: "Send invite email",
  manageRoles: "Manage roles",
  viewRoles: "View roles",
  delete: "Delete user",
  restore: "Restore user",
  deletedWhy: "A deleted user has to be restored first",
  deleteTitle: "Delete user",
  deleteLead: "This will soft-delete ",
  /** `open` is how many open tickets are assigned to it, as text; null while that is not known. */
  deleteRest: (open: string | null) =>
    `. The account can no longer sign in; tickets and comments stay${lossOf(open)}. You can restore it later.`,
  deleteAct: "Delete User",
  deleting: "Deleting...",
  restoreTitle: "Restore user",
  restoreLead: "Are you sure you want to restore ",
  restoreRest:
    "? The account can sign in again with the roles it had. Tickets that became unassigned stay so.",
  restoreAct: "Restore User",
  restoring: "Restoring...",
  deletedDone: "User deleted successfully",
  restoredDone: "User restored successfully",
  inviteDone: "Invite sent successfully",
  failedToDelete: "Failed to delete user",
  failedToRestore: "Failed to restore user",
  failedToInvite: "Failed to send invite",
} as const;

export const RESET_FACTOR_MESSAGES = {
  label: "Reset two-factor sign-in",
  lead: "This takes the second factor of ",
  rest: " away and signs them out everywhere: the password alone signs in again. Be sure that it is they who ask. They get a mail about it.",
  act: "Reset",
  busy: "Resetting...",
  done: "Two-factor sign-in was reset",
  failed: "Two-factor sign-in could not be reset",
} as const;

export const ERASE_MESSAGES = {
  label: "Erase for good",
  title: "Erase user for good",
  lead: "This takes the name of ",
  rest: " away from the desk. It cannot be undone.",
  account: "Name, address, profile and password go.",
  removed: (
    n: Record<
      | "sessions"
      | "links"
      | "follows"
      | "views"
      | "replies"
      | "files"
      | "mails"
      | "names_in_mails"
      | "addresses"
      | "incoming_mails"
      | "history_entries",
      number
    >,
  ) =>
    [
      goes(n.sessions, "session", "sessions"),
      goes(n.links, "link by mail", "links by mail"),
      goes(n.follows, "followed ticket", "followed tickets"),
      goes(n.views, "saved view of their own", "saved views of their own"),
      goes(n.replies, "saved reply of their own", "saved replies of their own"),
      goes(n.files, "file that they sent", "files that they sent"),
      goes(n.mails, "mail to them", "mails to them"),
      goes(n.names_in_mails, "mail to others loses the name", "mails to others lose the name"),
      goes(n.addresses, "further address", "further addresses"),
      goes(n.incoming_mails, "mail from them", "mails from them"),
      goes(
        n.history_entries,
        "entry of the history loses its details",
        "entries of the history lose their details",
      ),
    ]
      .filter((line) => line !== "")
      .join("\n"),
  stays: (tickets: number, comments: number) =>
    `${count(tickets, "ticket", "tickets")} and ${count(comments, "comment", "comments")} stay, by "Erased person".`,
  act: "Erase User",
  busy: "Erasing...",
  failed: "Failed to erase user",
  receipt: "Receipt of an erasure",
  receiptOf: (by: string, at: string) => `Erased by ${by} on ${at}`,
  number: (id: string) => `Account ${id}`,
  kept: "This receipt stays in the audit log. Backups hold the person for a week more. Words of tickets and comments stay as they were written, a name in them included.",
  download: "Download",
  fileName: (id: string) => `erasure-${id}.txt`,
  done: "Done",
} as const;

function count(n: number, one: string, many: string): string {
  return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
}

function goes(n: number, one: string, many: string): string {
  return n === 0 ? "" : count(n, one, many);
}

/** The states of an invitation, beside the address it went to. */
export const INVITE_MESSAGES = {
  not_sent: "Invite not sent",
  pending: "Invited",
  expired: "Invite expired",
  resend: "Resend",
  resendTo: (name: string) => `Resend the invite to ${name}`,
  linkTitle: "Invitation link",
  linkHint: (email: string) =>
    `No mail server is set, so pass this link on to ${email} yourself. It works once and is shown only now.`,
  link: "Link",
  copyLink: "Copy link",
  done: "Done",
} as const;

export const CREATE_USER_MESSAGES = {
  title: "Create New User",
  description: "They sign in with this password and choose another one the first time.",
  descriptionInvite: "They receive an e-mail with a link to choose a password of their own.",
  email: "Email",
  fullName: "Full Name",
  password: "Password",
  role: "Role",
  company: "Company",
  sendInvite: "Send invite email",
  submit: "Create User",
  busy: "Creating...",
  done: "User created successfully",
  doneAndReady: "User created successfully, invitation ready",
  doneAndInvited: "User created successfully and invite email sent",
  failed: "Failed to create user",
} as const;

export const INVITE_USER_MESSAGES = {
  title: "Invite New User",
  description: "They receive an e-mail with a link to choose a password.",
  expires: "Invite expires in",
  expiresHint: "Hours, from 1 to 168",
  submit: "Send Invite",
  busy: "Sending...",
  done: "User invited successfully",
  failed: "Failed to invite user",
} as const;

export const ADDRESSES_MESSAGES = {
  title: "Further addresses",
  hint: "Mail from here is theirs. Answers go to the address of the account.",
  verified: "Verified",
  further: "Further address",
  placeholder: "name@home.example",
  add: "Add",
  remove: (address: string) => `Remove ${address}`,
  failed: "Failed to change addresses",
  failedToFetch: "Failed to fetch addresses",
} as const;

export const EDIT_USER_MESSAGES = {
  title: "Edit User",
  phone: "Phone",
  city: "City",
  state: "State",
  submit: "Save Changes",
  busy: "Saving...",
  done: "User updated successfully",
  failed: "Failed to update user",
} as const;
