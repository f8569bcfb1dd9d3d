import { type ImportReason, sayReason } from "#contract/refusals/import-reasons.ts";
import type { PoolClient } from "pg";
import type { CsvRow } from "./read/csv.ts";
import { parseDraft, type Draft, type Rules } from "./rows/parse-row.ts";
import { identifyRows, findImported } from "./rows/recognize-imported-rows.ts";
import { type Assignment, findAssignments } from "./find-assignments.ts";
import { findRequesters, type Company, type Found } from "./find-requesters.ts";
import { countMissing, type Made, type Make, makeMissing, mayMake } from "./make-missing.ts";
import type { Rejects } from "./rows/rejected-rows.ts";
import type { ImportReport, PreviewedTicket } from "./import-report.ts";
import { shorten } from "./rows/shorten.ts";
import { insertImportedTickets, type ImportedTicket } from "./write.ts";

export type CheckedRow = {
  line: number;
  fields: readonly string[];
  key: string | null;
  draft: Draft | ImportReason;
};

function isRejected(row: CheckedRow | undefined): boolean {
  return row !== undefined && "code" in row.draft;
}

/** Checks a row as far as possible without the database. */
export function checkRow(row: CsvRow, rules: Rules): CheckedRow {
  if (row.broken !== undefined) return { line: row.line, fields: [row.text], key: null, draft: row.broken };
  const key = rules.columns.key === null ? null : (row.fields[rules.columns.key] ?? "").trim();
  const parsed = parseDraft(row.fields, rules);
  const draft = "code" in parsed ? parsed : (explainKey(key) ?? parsed);
  return { line: row.line, fields: row.fields, key, draft };
}

/** Characters of a key: what is longer may not fit the index that makes it known. */
const MAX_KEY = 500;

/** Why a row cannot be known by its key; null where it can, or is known by its content. */
function explainKey(key: string | null): ImportReason | null {
  if (key === "") return { code: "no_key" };
  if (key === null || key.length <= MAX_KEY) return null;
  return { code: "key_too_long", params: { length: key.length, most: MAX_KEY } };
}

export type Batch = {
  client: PoolClient;
  company: Company | null;
  prefix: string;
  make: Make;
  now: Date;
  rejects: Rejects | null;
  report: ImportReport;
  /** Null for a dry run, which writes nothing. */
  importId: string | null;
};

/** Imports rows in one transaction; the report and the rejects change only when it commits. */
export async function importBatch(checked: CheckedRow[], batch: Batch): Promise<void> {
  const { client, importId, prefix } = batch;
  await client.query("begin");
  try {
    const sorted = await sortRows(checked, batch);
    if (importId !== null) await insertImportedTickets(client, sorted.arrivals, { prefix, importId });
    await client.query("commit");
    recordOutcome(sorted, batch);
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

type SortedRows = {
  arrivals: (ImportedTicket & { line: number })[];
  made: Made;
  /** Brought by an earlier run of this same import, which was stopped. */
  resumed: number;
  skipped: number;
  rejected: (Pick<CheckedRow, "line" | "fields"> & { reason: ImportReason })[];
};

type Candidate = Pick<CheckedRow, "line" | "fields"> & { draft: Draft; externalId: string };

async function sortRows(checked: CheckedRow[], batch: Batch): Promise<SortedRows> {
  const { client, importId } = batch;
  const sorted: SortedRows = {
    arrivals: [],
    made: { companies: 0, people: 0 },
    resumed: 0,
    skipped: 0,
    rejected: [],
  };
  const identities = await identifyRows(client, checked);
  // A rejected row's key may be one that the database cannot even look for.
  const askable = identities.filter((_, index) => !isRejected(checked[index]));
  const known = await findImported(
    client,
    askable.map(({ externalId }) => externalId),
  );
  const candidates: Candidate[] = [];
  for (const [index, { line, fields, key, draft }] of checked.entries()) {
    const { externalId = "", occurrence = 1 } = identities[index] ?? {};
    if ("code" in draft) sorted.rejected.push({ line, fields, reason: draft });
    else if (key !== null && occurrence > 1)
      sorted.rejected.push({
        line,
        fields,
        reason: { code: "key_twice", params: { value: shorten(key) } },
      });
    else if (!known.has(externalId)) candidates.push({ line, fields, draft, externalId });
    else if (importId !== null && known.get(externalId) === importId) sorted.resumed += 1;
    else sorted.skipped += 1;
  }
  await resolveCandidates(candidates, batch, sorted);
  return sorted;
}

/** Gives each row its people, made where they may be; or rejects it, before anybody is made for it. */
async function resolveCandidates(candidates: readonly Candidate[], batch: Batch, sorted: SortedRows) {
  const assignmentOf = await findAssignments(
    batch.client,
    candidates.map(({ draft }) => draft),
  );
  const assigned: (Candidate & { assignment: Assignment })[] = [];
  for (const candidate of candidates) {
    const assignment = assignmentOf(candidate.draft);
    if ("code" in assignment) sorted.rejected.push({ ...candidate, reason: assignment });
    else assigned.push({ ...candidate, assignment });
  }
  const requesterOf = await makeAndFind(assigned, batch, sorted);
  for (const { line, fields, draft, externalId, assignment } of assigned) {
    const found = requesterOf(draft);
    if ("reason" in found) sorted.rejected.push({ line, fields, reason: found.reason });
    else sorted.arrivals.push({ line, draft, requester: found.requester, assignment, externalId });
  }
}

async function makeAndFind(
  candidates: readonly Candidate[],
  { client, company, make, importId, now }: Batch,
  sorted: SortedRows,
): Promise<(draft: Draft) => Found> {
  const drafts = candidates.map(({ draft }) => draft);
  const requesterOf = await findRequesters(client, drafts, company);
  const lacking = drafts.flatMap((draft) => {
    const found = requesterOf(draft);
    return "missing" in found && mayMake(found.missing, make)
      ? [{ missing: found.missing, company: draft.company }]
      : [];
  });
  if (lacking.length === 0) return requesterOf;
  if (importId !== null) {
    sorted.made = await makeMissing(client, lacking, { otherwise: company, importId, now });
    return findRequesters(client, drafts, company);
  }
  sorted.made = await countMissing(client, lacking);
  return (draft) => {
    const found = requesterOf(draft);
    const isMade = "missing" in found && mayMake(found.missing, make);
    return isMade ? { requester: { client: null, company: null } } : found;
  };
}

/** Kinds of reasons that are told; the rejects file has every row with its own. */
const MOST_REASONS = 50;

/** Tickets that a dry run shows as they would look. */
const MOST_PREVIEWED = 20;

function preview({ line, draft, requester }: ImportedTicket & { line: number }): PreviewedTicket {
  return {
    line,
    subject: draft.subject,
    status: draft.status,
    priority: draft.priority,
    client: requester.client?.fullname ?? draft.client?.name ?? draft.client?.email ?? null,
    company: requester.company?.name ?? draft.company,
    assignee: draft.assignee?.name ?? draft.assignee?.email ?? null,
    team: draft.team,
    created: draft.created,
    old_number: draft.oldNumber,
    notes: draft.notes.length,
  };
}

function addReason({ reasons }: ImportReport, line: number, reason: ImportReason): void {
  const known = reasons.find(
    ({ code, params }) => code === reason.code && isSameField(params, reason.params),
  );
  if (known) known.count += 1;
  else if (reasons.length < MOST_REASONS) reasons.push({ line, count: 1, ...reason });
}

const fieldOf = (params: object | undefined) => (params && "field" in params ? params.field : null);

/** The same sentence of two columns of times is two kinds. */
function isSameField(one: object | undefined, other: object | undefined): boolean {
  return fieldOf(one) === fieldOf(other);
}

function recordOutcome(
  { arrivals, made, resumed, skipped, rejected }: SortedRows,
  { report, rejects }: Batch,
): void {
  if (report.id === null && report.preview.length < MOST_PREVIEWED)
    report.preview.push(...arrivals.slice(0, MOST_PREVIEWED - report.preview.length).map(preview));
  report.imported += arrivals.length + resumed;
  report.made.companies += made.companies;
  report.made.people += made.people;
  report.skipped += skipped;
  report.rejected += rejected.length;
  for (const { draft } of arrivals) {
    if (draft.subjectFromIssue) report.subjectsFromIssue += 1;
    if (draft.priorityFromNumber) report.prioritiesFromNumbers += 1;
  }
  for (const { line, reason, fields } of rejected) {
    addReason(report, line, reason);
    rejects?.add(line, sayReason(reason), fields);
  }
}
