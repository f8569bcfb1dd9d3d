import { sayReason } from "#contract/refusals/import-reasons.ts";
import type { ImportReport } from "#server/import/import-report.ts";

/** The report with its reasons as sentences. */
export function tellReasons(report: ImportReport) {
  const reasons = report.reasons.map(({ line, count, ...kind }) => ({
    line,
    reason: sayReason(kind),
    count,
  }));
  return { ...report, reasons };
}
