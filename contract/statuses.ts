/** The codes of ticket statuses on the wire (rule 251). */
export const STATUSES = ["open", "pending", "in_progress", "on_hold", "closed"] as const;
export type Status = (typeof STATUSES)[number];

/** The options of the create and edit forms, in this order (rule 257; in_progress is set elsewhere). */
export const SELECTABLE_STATUSES = [
  "open",
  "pending",
  "closed",
  "on_hold",
] as const satisfies readonly Status[];

/** The options of the list's status filter, in this order (rule 242). */
export const FILTER_STATUSES = ["open", "pending", "on_hold", "closed"] as const satisfies readonly Status[];

export const PRIORITIES = ["low", "normal", "high", "urgent"] as const;
export type Priority = (typeof PRIORITIES)[number];

export const DEFAULT_STATUS: Status = "open";
export const DEFAULT_PRIORITY: Priority = "normal";
