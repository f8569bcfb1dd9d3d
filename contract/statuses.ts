/** Ticket statuses and priorities: the codes on the wire, and which of them are offered where (rule 251). */
export const STATUSES = ["open", "pending", "in_progress", "on_hold", "closed"] as const;
export type Status = (typeof STATUSES)[number];

/** What the create and edit selects offer, in this order (rule 257; in_progress is set elsewhere). */
export const SELECTABLE_STATUSES = [
  "open",
  "pending",
  "closed",
  "on_hold",
] as const satisfies readonly Status[];

/** What the list's status filter offers, in this order (rule 242). */
export const FILTER_STATUSES = ["open", "pending", "on_hold", "closed"] as const satisfies readonly Status[];

export const PRIORITIES = ["low", "normal", "high", "urgent"] as const;
export type Priority = (typeof PRIORITIES)[number];

export const DEFAULT_STATUS: Status = "open";
export const DEFAULT_PRIORITY: Priority = "normal";
