/** "user.roles_changed" reads "user roles changed"; the entity stands in front, as the log names it. */
export function kindText(kind: string): string {
  return kind.replaceAll(/[._]/g, " ");
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
