import { IMPORT_TIME_FIELDS, type ImportField } from "#contract/import/import-fields.ts";
import { StartError } from "#server/start/start-error.ts";
import type { Columns } from "./column-mapping.ts";
import type { CsvRow } from "../read/csv.ts";
import { AMBIGUOUS, type DayOrder, readTime, tellOrder } from "./read-time.ts";
import { shorten } from "./shorten.ts";

/** By field; null where the column's own days contradict each other, or none of them needs an order. */
export type DayOrders = ReadonlyMap<ImportField, DayOrder | null>;

type Seen = { orders: Set<DayOrder>; ambiguous: string | null };

/**
 * Finds in which order each column writes its days: the first day that can be read in one way only decides, so that
 * most files are read no further than that. A column in which each day could be two follows the file's other columns;
 * refused where those do not tell either, unless `chosen` says.
 */
export async function findDayOrders(
  rows: AsyncIterable<readonly CsvRow[]>,
  columns: Columns,
  chosen: DayOrder | null,
): Promise<DayOrders> {
  const asked = IMPORT_TIME_FIELDS.filter((field) => columns.at.has(field));
  if (chosen !== null || asked.length === 0) return new Map(asked.map((field) => [field, chosen]));
  const seen = new Map<ImportField, Seen>(
    asked.map((field) => [field, { orders: new Set(), ambiguous: null }]),
  );
  for await (const batch of rows) {
    for (const row of batch) for (const [field, one] of seen) look(one, readCell(row, columns.at.get(field)));
    if ([...seen.values()].every(({ orders }) => orders.size > 0)) break;
  }
  const others = new Set([...seen.values()].flatMap(({ orders }) => [...orders]));
  const usual = others.size === 1 ? ([...others][0] ?? null) : null;
  return new Map(
    [...seen].map(([field, one]) => [field, settle(one, usual, columns.header[columns.at.get(field) ?? 0])]),
  );
}

function readCell(row: CsvRow, position: number | undefined): string {
  return row.broken === undefined && position !== undefined ? (row.fields[position] ?? "") : "";
}

function look(seen: Seen, value: string): void {
  const told = tellOrder(value);
  if (told !== null) seen.orders.add(told);
  else if (seen.ambiguous === null && readTime(value) === AMBIGUOUS) seen.ambiguous = value;
}

/** `usual` is the order of the file's other columns, which one program wrote. */
function settle({ orders, ambiguous }: Seen, usual: DayOrder | null, column = ""): DayOrder | null {
  const [order = null] = orders;
  if (order !== null || ambiguous === null) return orders.size === 1 ? order : null;
  if (usual !== null) return usual;
  throw new AmbiguousDays(shorten(column), shorten(ambiguous));
}

/** No day of the file tells which number is the month; told as the shell can act on it. */
export class AmbiguousDays extends StartError {
  readonly column: string;
  readonly value: string;

  constructor(column: string, value: string) {
    super(
      `In the column "${column}" ${value} can be two days: write --dates day-first or --dates month-first.`,
    );
    this.column = column;
    this.value = value;
  }
}
