/** The texts of the list of blocked senders. */
export const BLOCKED_MESSAGES = {
  title: "Blocked senders",
  hint: "Mail from them is ignored. What was ignored stays ignored.",
  empty: "Nobody is blocked",
  emptyHint: "Block a sender with the mail that you read.",
  failedToFetch: "Failed to fetch blocked senders",
  blockedBy: (name: string) => `Blocked by ${name}`,
  everybodyAt: (domain: string) => `Everybody at ${domain}`,
  unblock: "Unblock",
  unblockOf: (sender: string) => `Unblock ${sender}`,
  sure: (sender: string) => `Let ${sender} write again?`,
  done: (sender: string) => `${sender} may write again`,
  failed: "Failed to unblock the sender",
  close: "Close",
};
