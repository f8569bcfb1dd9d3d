import type { MailboxKind, MailboxState } from "#contract/mailboxes/mailbox-kinds.ts";

/** The texts of the list of mailboxes and of their states. */
export const MAILBOX_MESSAGES = {
  title: "Mailboxes",
  caption: "Addresses that clients write to. Each mail becomes a ticket, or is held.",
  add: "Add mailbox",
  empty: "No mailbox yet",
  emptyHint: "Clients can write once there is one.",
  failedToFetch: "Failed to fetch mailboxes",
  failedToFetchOne: "Failed to fetch the mailbox",
  default: "Default",
  edit: (address: string) => `Edit ${address}`,
  kinds: {
    microsoft: "Microsoft 365",
    gmail: "Gmail",
    imap: "IMAP",
    listen: "Listener",
  } satisfies Record<MailboxKind, string>,
  states: {
    ok: "Connected",
    connecting: "Connecting",
    unreachable: "Not reachable",
    sign_in_refused: "Sign-in refused",
    paused: "Paused",
  } satisfies Record<MailboxState, string>,
  waits: "Waiting for mail",
  team: (name: string) => `team ${name}`,
  only: (company: string) => `only ${company}`,
  lastMail: "last mail",
  noMail: "no mail yet",
  awaySince: (address: string, since: string) => `${address} has not been reachable since ${since}.`,
  refusedSince: (address: string, since: string) =>
    `The mail server has refused the sign-in of ${address} since ${since}.`,
  nothingLost: "Nothing is lost: mail waits at your provider.",
  checkNow: "Check now",
};
