import { LANGUAGE } from "../language.ts";

export type Order = "asc" | "desc";
export type Sorting<Column extends string> = { sort: Column; order: Order };

/** The sorting after a click on a column's head: a new column starts ascending, the current one turns round (rule 282). */
export function nextSorting<Column extends string>(now: Sorting<Column>, column: Column): Sorting<Column> {
  const isTurn = now.sort === column && now.order === "asc";
  return { sort: column, order: isTurn ? "desc" : "asc" };
}

/** The sort key of a cell: text, a number, or null for an empty one. */
type Key = string | number | null;

/**
 * Sorts rows that are all loaded. Empty values come last in both directions; equal ones by name, then by id, so that
 * the order is the same each time.
 */
export function sortRows<Row extends { id: string }>(
  rows: readonly Row[],
  order: Order,
  { key, name }: { key: (row: Row) => Key; name: (row: Row) => string },
): Row[] {
  const direction = order === "asc" ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [left, right] = [key(a), key(b)];
    if (isEmpty(left) !== isEmpty(right)) return isEmpty(left) ? 1 : -1;
    return direction * compare(left, right) || compare(name(a), name(b)) || compare(a.id, b.id);
  });
}

const collator = new Intl.Collator(LANGUAGE, { sensitivity: "base" });

function compare(a: Key, b: Key): number {
  return typeof a === "number" && typeof b === "number"
    ? a - b
    : collator.compare(String(a ?? ""), String(b ?? ""));
}

function isEmpty(key: Key): boolean {
  return key === null || key === "";
}
