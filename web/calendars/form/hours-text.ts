import type { Stretch } from "#contract/calendars/hours.ts";

/**
 * Reads typed hours, such as "08:00-18:00" or "8-12, 13.30-17". What is no time stays as it was typed, so that the
 * contract's own check names the fault.
 */
export function readHours(text: string): [from: string, to: string][] {
  return text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [from = "", ...to] = part.split(/\s*[-–—]\s*/);
      return [readTime(from), readTime(to.join("-"))];
    });
}

/** "08:00-12:00, 13:00-17:00"; nothing for a closed day. */
export function writeHours(hours: readonly Stretch[] | null): string {
  return (hours ?? []).map(([from, to]) => `${from}-${to}`).join(", ");
}

function readTime(typed: string): string {
  const [, hours, minutes = "00"] = /^(\d{1,2})(?:[:.h]?(\d{2}))?$/.exec(typed) ?? [];
  return hours === undefined ? typed : `${hours.padStart(2, "0")}:${minutes}`;
}
