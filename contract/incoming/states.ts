/** What became of a mail: it waits for its turn, it acted, it waits for a person, or it does nothing. */
export const INCOMING_STATES = ["stored", "done", "held", "spam", "ignored", "failed"] as const;
export type IncomingState = (typeof INCOMING_STATES)[number];

/** Why a mail is held, spam, ignored or failed; the screens have a sentence for each. */
export const INCOMING_REASONS = [
  "unknown_sender",
  "maybe_forged",
  "staff_not_proven",
  "sender_not_proven",
  "not_on_ticket",
  "other_company",
  "mailbox_of_other_company",
  "sender_unclear",
  "company_inactive",
  "sender_deleted",
  "ticket_in_trash",
  "too_many",
  "forward_unknown",
  "unknown_command",
  // A verb refused it; `detail` holds the refusal's id.
  "refused",
  "spam",
  "blocked_sender",
  "duplicate",
  "automatic",
  "newsletter",
  "own_mail",
  "bounce_unknown",
  "nobody_decided",
  "by_hand",
  "unreadable",
] as const;
export type IncomingReason = (typeof INCOMING_REASONS)[number];

/** How well the sender of a mail is known. */
export const PROOFS = ["strong", "none", "failed"] as const;
export type Proof = (typeof PROOFS)[number];
