import { IMPORT_FIELDS, type ImportField } from "#contract/import/import-fields.ts";
import { StartError } from "#server/start/start-error.ts";
import { listColumns } from "./shorten.ts";

export type Columns = {
  header: readonly string[];
  /** Index of each mapped field in a row. */
  at: ReadonlyMap<ImportField, number>;
  /** Index of the row's own key, if it has one. */
  key: number | null;
  /** Columns that were not mapped. */
  unused: readonly string[];
};

/** Finds the mapped columns in the file's first row. Refuses columns that are missing, unknown or there twice. */
export function findColumns(
  header: readonly string[],
  { map, key }: { map: ReadonlyMap<string, string | number>; key: string | null },
): Columns {
  const names = header.map((name) => name.trim());
  const at = new Map<ImportField, number>();
  for (const [target, column] of map) at.set(parseField(target), findPosition(names, column));
  if (!at.has("issue"))
    throw new StartError(
      `Say which column holds the text of the tickets: --map issue=COLUMN. ${nameColumns(names)}`,
    );
  const keyAt = key === null ? null : findPosition(names, key);
  const used = new Set([...at.values(), keyAt]);
  return { header: names, at, key: keyAt, unused: names.filter((_, index) => !used.has(index)) };
}

/** Refuses a field that tickets do not have. */
export function parseField(target: string): ImportField {
  const field = IMPORT_FIELDS.find((each) => each === target);
  if (field === undefined)
    throw new StartError(
      `Tickets have no field "${target}": a column can become ${IMPORT_FIELDS.join(", ")}.`,
    );
  return field;
}

/** A column by its name; in letters of another case only where that leaves no doubt. */
export function findPosition(names: readonly string[], column: string | number): number {
  if (typeof column === "number") return findPlace(names, column);
  const exact = findAll(names, (name) => name === column);
  const found =
    exact.length > 0 ? exact : findAll(names, (name) => name.toLowerCase() === column.toLowerCase());
  const [position] = found;
  if (position === undefined)
    throw new StartError(`The file has no column "${column}". ${nameColumns(names)}`);
  if (found.length > 1)
    throw new StartError(`The file has the column "${column}" twice, so it is not clear which one is meant.`);
  return position;
}

function findPlace(names: readonly string[], place: number): number {
  if (place < names.length) return place;
  throw new StartError(`The file has no column ${place + 1}. ${nameColumns(names)}`);
}

function findAll(names: readonly string[], isMeant: (name: string) => boolean): number[] {
  return names.flatMap((name, index) => (isMeant(name) ? [index] : []));
}

function nameColumns(names: readonly string[]): string {
  return `Its columns are ${listColumns(names)}.`;
}
