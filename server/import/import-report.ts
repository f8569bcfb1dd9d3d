import type { Encoding } from "./read/encoding.ts";

export type ImportReport = {
  /** Under which it can be undone; null for a dry run. */
  id: string | null;
  imported: number;
  skipped: number;
  rejected: number;
  /** Rows without a single value, which are no tickets. */
  empty: number;
  /** What rows named and the desk did not have. */
  made: { companies: number; people: number };
  subjectsFromIssue: number;
  prioritiesFromNumbers: number;
  encoding: Encoding;
  delimiter: string;
  unused: readonly string[];
  /** By kind, with the first row of each: quoted values may differ. */
  reasons: { line: number; reason: string; count: number }[];
  rejectsFile: string | null;
  stopped: boolean;
};

export function newReport(
  known: Pick<ImportReport, "id" | "encoding" | "delimiter" | "unused">,
): ImportReport {
  const counts = {
    imported: 0,
    skipped: 0,
    rejected: 0,
    empty: 0,
    made: { companies: 0, people: 0 },
    subjectsFromIssue: 0,
    prioritiesFromNumbers: 0,
  };
  return { ...known, ...counts, reasons: [], rejectsFile: null, stopped: false };
}
