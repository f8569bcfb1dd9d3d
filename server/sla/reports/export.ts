import { formatCsvRecord } from "#server/lib/csv.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { type ReportQuery, readReport } from "./report.ts";
import { readAllVerdicts, type VerdictFilters } from "./verdicts.ts";

const VERDICT_COLUMNS = [
  "uid",
  "subject",
  "company",
  "priority",
  "target",
  "verdict",
  "target_seconds",
  "used_seconds",
  "over_seconds",
  "ended_at",
  "assignee",
  "judged_again",
  "verdict_before",
  "judged_by",
  "reason",
];

/** Exports the verdicts behind the figures as CSV: what the list shows with these filters, every one of them. */
export async function exportVerdicts(ctx: Ctx, query: VerdictFilters): Promise<AsyncGenerator<string>> {
  return formatParts(await readAllVerdicts(ctx, query));
}

async function* formatParts(parts: Awaited<ReturnType<typeof readAllVerdicts>>): AsyncGenerator<string> {
  yield formatCsvRecord(VERDICT_COLUMNS);
  for await (const rows of parts)
    yield rows
      .map((row) =>
        formatCsvRecord([
          row.uid,
          row.subject,
          row.company_name,
          row.priority,
          row.target,
          row.verdict,
          String(row.target_seconds),
          String(row.used_seconds),
          String(row.over_seconds),
          row.ended_at,
          row.assignee_fullname,
          String(row.judged_again),
          row.before?.verdict ?? null,
          row.judged_by_fullname,
          row.reason,
        ]),
      )
      .join("");
}

/** Exports the report as CSV: one line a row and month. */
export async function exportReport(ctx: Ctx, query: ReportQuery): Promise<AsyncGenerator<string>> {
  const { rows } = await readReport(ctx, query);
  return formatAll(
    [query.by, "month", "met", "missed", "share", "judged_again"],
    rows.flatMap(({ label, months }) =>
      months.map(({ month, met, missed, share, judged_again }) => [
        label,
        month,
        String(met),
        String(missed),
        share === null ? null : String(share),
        String(judged_again),
      ]),
    ),
  );
}

async function* formatAll(
  columns: readonly string[],
  rows: readonly (string | null)[][],
): AsyncGenerator<string> {
  yield formatCsvRecord(columns);
  for (const row of rows) yield formatCsvRecord(row);
}
