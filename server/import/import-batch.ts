import type { PoolClient } from "pg";
import type { CsvRow } from "./csv.ts";
import { parseDraft, type Draft, type Rules } from "./parse-row.ts";
import { identifyRows, findImported } from "./recognize-imported-rows.ts";
import { findRequesters, type Company } from "./find-requesters.ts";
import type { Rejects } from "./rejected-rows.ts";
import type { ImportReport } from "./import-report.ts";
import { shorten } from "./shorten.ts";
import { insertImportedTickets, type ImportedTicket } from "./write.ts";

type CheckedRow = { line: number; fields: readonly string[]; key: string | null; draft: Draft | string };

/** Checks a row as far as possible without the database. */
export function checkRow(row: CsvRow, rules: Rules): CheckedRow {
  if (row.broken !== undefined) return { line: row.line, fields: [row.text], key: null, draft: row.broken };
  const key = rules.columns.key === null ? null : (row.fields[rules.columns.key] ?? "").trim();
  const parsed = parseDraft(row.fields, rules);
  const draft = typeof parsed === "string" ? parsed : (explainKey(key) ?? parsed);
  return { line: row.line, fields: row.fields, key, draft };
}

/** Characters of a key: what is longer may not fit the index that makes it known. */
const MAX_KEY = 500;

/** Why a row cannot be known by its key; null where it can, or is known by its content. */
function explainKey(key: string | null): string | null {
  if (key === "") return "has no key";
  if (key === null || key.length <= MAX_KEY) return null;
  return `the key must be at most ${MAX_KEY} characters, this has ${key.length.toLocaleString("en")}`;
}

export type Batch = {
  client: PoolClient;
  company: Company | null;
  prefix: string;
  rejects: Rejects | null;
  report: ImportReport;
  dryRun: boolean;
};

/** Imports rows in one transaction; the report and the rejects change only when it commits. */
export async function importBatch(checked: CheckedRow[], batch: Batch): Promise<void> {
  const { client } = batch;
  await client.query("begin");
  try {
    const sorted = await sortRows(checked, batch);
    if (!batch.dryRun) await insertImportedTickets(client, sorted.arrivals, batch.prefix);
    await client.query("commit");
    recordOutcome(sorted, batch);
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

type SortedRows = {
  arrivals: ImportedTicket[];
  skipped: number;
  rejected: (Pick<CheckedRow, "line" | "fields"> & { reason: string })[];
};

async function sortRows(checked: CheckedRow[], { client, company }: Batch): Promise<SortedRows> {
  const sorted: SortedRows = { arrivals: [], skipped: 0, rejected: [] };
  const identities = await identifyRows(client, checked);
  // A rejected row's key may be one that the database cannot even look for.
  const askable = identities.filter((_, index) => typeof checked[index]?.draft !== "string");
  const known = await findImported(
    client,
    askable.map(({ externalId }) => externalId),
  );
  const requesterOf = await findRequesters(
    client,
    checked.map(({ draft }) => draft).filter((draft) => typeof draft !== "string"),
    company,
  );
  for (const [index, { line, fields, key, draft }] of checked.entries()) {
    const { externalId = "", occurrence = 1 } = identities[index] ?? {};
    const reject = (reason: string) => sorted.rejected.push({ line, fields, reason });
    if (typeof draft === "string") reject(draft);
    else if (key !== null && occurrence > 1) reject(`the key "${shorten(key)}" stands in an earlier row too`);
    else if (known.has(externalId)) sorted.skipped += 1;
    else {
      const requester = requesterOf(draft);
      if (typeof requester === "string") reject(requester);
      else sorted.arrivals.push({ draft, requester, externalId });
    }
  }
  return sorted;
}

/** Kinds of reasons that are told; the rejects file has every row with its own. */
const MOST_REASONS = 50;

/** What the reason says of each row is left out: values in quotes, and numbers. */
function kindOf(reason: string): string {
  return reason.replaceAll(/"[^"]*"/g, '"…"').replaceAll(/\d[\d,.:TZ-]*/g, "…");
}

function addReason({ reasons }: ImportReport, line: number, reason: string): void {
  const kind = kindOf(reason);
  const known = reasons.find((each) => kindOf(each.reason) === kind);
  if (known) known.count += 1;
  else if (reasons.length < MOST_REASONS) reasons.push({ line, reason, count: 1 });
}

function recordOutcome({ arrivals, skipped, rejected }: SortedRows, { report, rejects }: Batch): void {
  report.imported += arrivals.length;
  report.skipped += skipped;
  report.rejected += rejected.length;
  for (const { draft } of arrivals) {
    if (draft.subjectFromIssue) report.subjectsFromIssue += 1;
    if (draft.priorityFromNumber) report.prioritiesFromNumbers += 1;
  }
  for (const { line, reason, fields } of rejected) {
    addReason(report, line, reason);
    rejects?.add(line, reason, fields);
  }
}
