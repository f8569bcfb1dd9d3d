import { EVENT_MESSAGES } from "./event-messages.ts";

/** A server of a newer version may name kinds without a text here: these read as they are recorded. */
export function kindText(kind: string): string {
  const texts: Partial<Record<string, string>> = EVENT_MESSAGES;
  return texts[kind] ?? kind.replaceAll(/[._]/g, " ");
}

/** A recorded value as one line: text as it is, everything else as JSON; nothing is a dash. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "-";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The fields of an entry with what they were and what they are, in the order they were recorded. */
export function changedFields(entry: {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}): { name: string; before: string; after: string }[] {
  const { before, after } = entry;
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].map((name) => ({
    name,
    before: valueText(before?.[name]),
    after: valueText(after?.[name]),
  }));
}
