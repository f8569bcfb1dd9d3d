import type { ImportValueField } from "#contract/import/import-fields.ts";
import { PRIORITIES, STATUSES, type Priority, type Status } from "#contract/statuses.ts";

/** Meanings of a file's values, from `--value FIELD:FROM=TO`; keys as `makeValueKey` makes them. An empty one is nothing. */
export type ValueMap = ReadonlyMap<string, string>;

export function makeValueKey(field: string, value: string): string {
  return `${field}:${normalizeValue(value)}`;
}

/** "In Progress", "in-progress" and "in_progress" are one. */
function normalizeValue(value: string): string {
  return value
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
}

export const PRIORITY_NUMBERS: readonly Priority[] = ["low", "normal", "high", "urgent"];

/** What a value of a company, team or person stands for: itself, where nothing else was said. */
export function readMeaning(field: ImportValueField, value: string, map: ValueMap): string {
  return value === "" ? "" : (map.get(makeValueKey(field, value)) ?? value);
}

/** What other systems and people call a priority, in English and German; `medium` is normal (rule 97). */
const PRIORITY_NAMES: Record<Priority, readonly string[]> = {
  low: ["lowest", "minor", "p4", "niedrig", "gering"],
  normal: ["medium", "moderate", "standard", "p3", "mittel"],
  high: ["major", "important", "p2", "hoch", "wichtig"],
  urgent: ["critical", "highest", "emergency", "blocker", "p1", "dringend", "kritisch", "sehr_hoch"],
};

/** What they call a status. */
const STATUS_NAMES: Record<Status, readonly string[]> = {
  open: ["new", "opened", "offen", "neu"],
  pending: ["waiting", "waiting_for_customer", "waiting_on_customer", "awaiting_reply", "wartet", "wartend"],
  in_progress: ["work_in_progress", "active", "assigned", "in_arbeit", "in_bearbeitung"],
  on_hold: ["hold", "suspended", "paused", "pausiert", "angehalten"],
  closed: [
    "resolved",
    "solved",
    "done",
    "complete",
    "completed",
    "geschlossen",
    "gelöst",
    "erledigt",
    "fertig",
  ],
};

/** Null when the value means none of the four. 0 is low and 3 is urgent. */
export function readPriority(value: string, map: ValueMap): Priority | null {
  const known = normalizeValue(map.get(makeValueKey("priority", value)) ?? value);
  return (
    PRIORITIES.find((each) => each === known || PRIORITY_NAMES[each].includes(known)) ??
    PRIORITY_NUMBERS[/^[0-3]$/.test(known) ? Number(known) : -1] ??
    null
  );
}

/** Null when the value means none of the five. */
export function readStatus(value: string, map: ValueMap): Status | null {
  const known = normalizeValue(map.get(makeValueKey("status", value)) ?? value);
  return STATUSES.find((each) => each === known || STATUS_NAMES[each].includes(known)) ?? null;
}
