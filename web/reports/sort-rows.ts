import type { ReportRow } from "./data.ts";

/** A column of the report, "name" or a month; with a minus before it from the other end. */
export type ReportSort = string;

const FORM = /^-?(name|\d{4}-(0[1-9]|1[0-2]))$/;

export function isReportSort(raw: unknown): raw is ReportSort {
  return typeof raw === "string" && FORM.test(raw);
}

/** How a column is sorted by now; null where it is not the one. */
export function orderOf(sort: ReportSort | undefined, column: string): "asc" | "desc" | null {
  const now = sort ?? "name";
  return now === column ? "asc" : now === `-${column}` ? "desc" : null;
}

/** The sort that a click on the head of a column leads to; undefined is the usual one. */
export function sortAfter(sort: ReportSort | undefined, column: string): ReportSort | undefined {
  if (orderOf(sort, column) === "asc") return `-${column}`;
  return column === "name" ? undefined : column;
}

/** Rows as they come are in the order of their names; in a month the lowest share comes first, and last who had no verdict. */
export function sortRows(rows: readonly ReportRow[], sort: ReportSort = "name"): readonly ReportRow[] {
  const isTurned = sort.startsWith("-");
  const column = sort.slice(isTurned ? 1 : 0);
  if (column === "name") return isTurned ? rows.toReversed() : rows;
  const sign = isTurned ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [left, right] = [shareIn(one, column), shareIn(other, column)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * (left - right);
  });
}

function shareIn({ months }: ReportRow, month: string): number | null {
  const figures = months.find((each) => each.month === month);
  const all = figures ? figures.met + figures.missed : 0;
  return figures && all > 0 ? figures.met / all : null;
}
