import type { ImportValueField } from "#contract/import-fields.ts";
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

/** Null when the value means none of the four. `medium` is normal (rule 97); 0 is low and 3 is urgent. */
export function readPriority(value: string, map: ValueMap): Priority | null {
  const known = normalizeValue(map.get(makeValueKey("priority", value)) ?? value);
  if (known === "medium") return "normal";
  return (
    PRIORITIES.find((each) => each === known) ??
    PRIORITY_NUMBERS[/^[0-3]$/.test(known) ? Number(known) : -1] ??
    null
  );
}

/** Null when the value means none of the five. */
export function readStatus(value: string, map: ValueMap): Status | null {
  const known = normalizeValue(map.get(makeValueKey("status", value)) ?? value);
  if (["resolved", "solved", "done", "complete", "completed"].includes(known)) return "closed";
  if (known === "new") return "open";
  return STATUSES.find((each) => each === known) ?? null;
}
