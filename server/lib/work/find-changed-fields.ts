/** Finds the fields of two versions of a row that differ; null when nothing does. */
export function findChangedFields<Row extends Record<string, unknown>>(
  before: Row,
  after: Partial<Row>,
): { before: Record<string, unknown>; after: Record<string, unknown> } | null {
  const changed = Object.keys(after).filter((key) => after[key] !== undefined && before[key] !== after[key]);
  if (changed.length === 0) return null;
  return {
    before: Object.fromEntries(changed.map((key) => [key, before[key]])),
    after: Object.fromEntries(changed.map((key) => [key, after[key]])),
  };
}
