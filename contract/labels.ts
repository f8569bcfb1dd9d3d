import type { Priority, Status } from "./statuses.ts";

/** The displayed names of statuses (rules 252 and 283). */
export const STATUS_LABELS: Record<Status, string> = {
  open: "Open",
  pending: "Pending",
  in_progress: "In Progress",
  on_hold: "On Hold",
  closed: "Closed",
};

export const PRIORITY_LABELS: Record<Priority, string> = {
  low: "Low",
  normal: "Normal",
  high: "High",
  urgent: "Urgent",
};

/** "support_specialist" reads "Support Specialist" (rule 283). */
export function roleLabel(name: string): string {
  return name.replaceAll("_", " ").replaceAll(/\b\p{L}/gu, (letter) => letter.toUpperCase());
}
