import { durationText } from "#contract/sla/messages.ts";

const FORMS = [
  // 4h, 1h 30m, 1 Std. 30 min, 1.5h is none: minutes are whole
  /^(?:(\d+)\s*(?:h|hours?|std\.?|stunden?))?\s*(?:(\d+)\s*(?:m|min|minutes?|minuten?))?$/i,
  /^(\d+):([0-5]\d)$/,
];

/**
 * Reads a typed duration in minutes: "4h", "90m", "1h 30m", "1:30", and a bare number of minutes. Null for nothing, and NaN for
 * what is none, so that the contract's own check names the fault.
 */
export function readDuration(typed: string): number | null {
  const text = typed.trim();
  if (text === "") return null;
  if (/^\d+$/.test(text)) return Number(text);
  for (const form of FORMS) {
    const [whole, hours, minutes] = form.exec(text) ?? [];
    if (whole !== undefined) return Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  }
  return Number.NaN;
}

/** "4 h", "1 h 30 min", and "8760 h" as it is typed; nothing for what is not promised. */
export function writeDuration(minutes: number | null): string {
  return minutes === null ? "" : durationText(minutes * 60).replace(/[.,]/, "");
}
