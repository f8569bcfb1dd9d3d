/** Ticket statuses and priorities: the codes on the wire, their labels, and what a status means for the clock (SPEC 4). */
export const STATUSES = ["open", "pending", "in_progress", "on_hold", "closed"] as const;
export type Status = (typeof STATUSES)[number];

/** What the create and edit selects offer, in the spec's order (SPEC 4; in_progress is set elsewhere). */
export const SELECTABLE_STATUSES = [
  "open",
  "pending",
  "closed",
  "on_hold",
] as const satisfies readonly Status[];

/** What the list's status filter offers, in the spec's order (SPEC 2). */
export const FILTER_STATUSES = ["open", "pending", "on_hold", "closed"] as const satisfies readonly Status[];

export const STATUS_LABELS: Record<Status, string> = {
  open: "Open",
  pending: "Pending",
  in_progress: "In Progress",
  on_hold: "On Hold",
  closed: "Closed",
};

export const PRIORITIES = ["low", "normal", "high", "urgent"] as const;
export type Priority = (typeof PRIORITIES)[number];

export const PRIORITY_LABELS: Record<Priority, string> = {
  low: "Low",
  normal: "Normal",
  high: "High",
  urgent: "Urgent",
};

export const DEFAULT_STATUS: Status = "open";
export const DEFAULT_PRIORITY: Priority = "normal";
