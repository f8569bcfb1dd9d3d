import type { ImportReason } from "#contract/refusals/import-reasons.ts";
import type { KnownValue } from "./find-meanings.ts";
import type { Encoding } from "./read/encoding.ts";

/** A ticket as its list would show it. */
export type PreviewedTicket = {
  line: number;
  subject: string;
  status: string;
  priority: string;
  client: string | null;
  company: string | null;
  assignee: string | null;
  team: string | null;
  created: Date;
  old_number: string | null;
  notes: number;
};

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
  reasons: (ImportReason & { line: number; count: number })[];
  /** The first tickets as they would look; of a dry run only. */
  preview: PreviewedTicket[];
  /** What the values of the file stand for; of a dry run only. */
  values: KnownValue[];
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
  return { ...known, ...counts, reasons: [], preview: [], values: [], rejectsFile: null, stopped: false };
}
