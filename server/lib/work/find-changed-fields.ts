/** Finds the fields of two versions of a row that differ; null when nothing does. `isSame` compares two values of a field. */
export function findChangedFields<Row extends Record<string, unknown>>(
  before: Row,
  after: Partial<Row>,
  isSame: (one: unknown, other: unknown) => boolean = (one, other) => one === other,
): { before: Record<string, unknown>; after: Record<string, unknown> } | null {
  const changed = Object.keys(after).filter(
    (key) => after[key] !== undefined && !isSame(before[key], after[key]),
  );
  if (changed.length === 0) return null;
  return {
    before: Object.fromEntries(changed.map((key) => [key, before[key]])),
    after: Object.fromEntries(changed.map((key) => [key, after[key]])),
  };
}
