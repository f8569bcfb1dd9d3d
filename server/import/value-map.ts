import { PRIORITIES, STATUSES, type Priority, type Status } from "#contract/statuses.ts";

/** Meanings of a file's values, from `--value FIELD:FROM=TO`; keys as `makeValueKey` makes them. */
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

/** ISO 8601, with a space or a T, as UTC where it names no zone. Null for the rest: 03/04 is two days in the year. */
export function readTime(value: string): Date | null {
  const parts =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(
      value.trim(),
    );
  if (!parts) return null;
  const [, day = "", time = "00:00", zone = "Z"] = parts;
  const moment = new Date(`${day}T${time}${zone.replace(/^([+-]\d{2})(\d{2})$/, "$1:$2").toUpperCase()}`);
  const start = new Date(`${day}T00:00Z`);
  if (Number.isNaN(moment.getTime()) || Number.isNaN(start.getTime())) return null;
  // The 31st of February must not silently become March.
  return start.toISOString().startsWith(day) ? moment : null;
}
