import { SLA_TARGETS, type SlaTarget } from "#contract/sla/targets.ts";
import { isPriority, type Priority } from "#contract/statuses.ts";
import { isReportSort, type ReportSort } from "./sort-rows.ts";

/** The search parameters of the report: its filters, and the figure whose tickets are listed below. */
export type ReportSearch = {
  from?: string;
  to?: string;
  company_id?: string;
  priority?: Priority;
  target?: SlaTarget;
  /** The row and the month of the figure: a company's id, or a priority. */
  row?: string;
  month?: string;
  verdict?: "met";
  sort?: ReportSort;
};

const MONTH = /^[1-9]\d{3}-(0[1-9]|1[0-2])$/;
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Reads hand-written search parameters: unknown and malformed values are ignored, never an error. */
export function readReportSearch(raw: Record<string, unknown>): ReportSearch {
  const month = matching(MONTH, raw.month);
  const row = month && (matching(ID, raw.row) ?? (isPriority(raw.row) ? raw.row : undefined));
  const search: ReportSearch = {
    from: matching(MONTH, raw.from),
    to: matching(MONTH, raw.to),
    company_id: matching(ID, raw.company_id),
    priority: isPriority(raw.priority) ? raw.priority : undefined,
    target: SLA_TARGETS.find((target) => target === raw.target),
    row,
    month: row && month,
    verdict: row && raw.verdict === "met" ? "met" : undefined,
    sort: isReportSort(raw.sort) ? raw.sort : undefined,
  };
  return changeReport(search, {});
}

/** A search with some of it replaced; undefined takes a filter away, so that equal searches are equal. */
export function changeReport(search: ReportSearch, change: ReportSearch): ReportSearch {
  const entries = Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

/** The filters alone, as the API takes them. */
export function filtersOf({ row: _, month: __, verdict: ___, sort: ____, ...filters }: ReportSearch) {
  return filters;
}

function matching(form: RegExp, raw: unknown): string | undefined {
  return typeof raw === "string" && form.test(raw) ? raw : undefined;
}
