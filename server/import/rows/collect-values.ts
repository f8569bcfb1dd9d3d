import { IMPORT_VALUE_FIELDS, type ImportValueField } from "#contract/import/import-fields.ts";
import type { Columns } from "./column-mapping.ts";

/** Distinct values of a field that are remembered: a column of more is none of a few words. */
const MOST_VALUES = 200;
/** Characters of a value that are kept: longer ones are told by their row. */
const LONGEST = 300;

export type CountedValue = { field: ImportValueField; value: string; count: number };

/** Counts the distinct values of the fields that stand for something, but for clients, of whom there are too many. */
export function countValues({ at }: Columns) {
  const fields = IMPORT_VALUE_FIELDS.filter((field) => field !== "client" && at.has(field));
  const counts = new Map(fields.map((field) => [field, new Map<string, CountedValue>()]));
  return {
    add(row: readonly string[]): void {
      for (const [field, known] of counts) {
        const value = (row[at.get(field) ?? -1] ?? "").trim();
        if (value === "" || value.length > LONGEST) continue;
        const key = value.toLowerCase();
        const one = known.get(key);
        if (one) one.count += 1;
        else if (known.size < MOST_VALUES) known.set(key, { field, value, count: 1 });
      }
    },
    list(): CountedValue[] {
      return [...counts.values()].flatMap((known) =>
        [...known.values()].toSorted((one, other) => other.count - one.count),
      );
    },
  };
}
