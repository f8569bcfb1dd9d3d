import { access, constants, stat } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { basename } from "node:path";
import type { Pool, PoolClient } from "pg";
import { compactCounters } from "#server/dashboard/reconcile.ts";
import { IMPORT_PRINCIPAL } from "#server/lib/request-context.ts";
import { readErrorCode, StartError } from "#server/start/start-error.ts";
import { type Batch, type CheckedRow, checkRow, importBatch } from "./import-batch.ts";
import { groupIntoBatches } from "./read/batches.ts";
import { findColumns } from "./rows/column-mapping.ts";
import type { CsvRow } from "./read/csv.ts";
import { countValues } from "./rows/collect-values.ts";
import { findMeanings } from "./find-meanings.ts";
import { findDayOrders } from "./rows/find-day-orders.ts";
import { openSource, type Source, type SourceOrder } from "./read/open-source.ts";
import type { DayOrder } from "./rows/read-time.ts";
import { withImportLock } from "./import-lock.ts";
import { beginImport, endImport, forgetImport, keepProgress } from "./import-record.ts";
import type { Make } from "./make-missing.ts";
import { findCompany } from "./find-requesters.ts";
import { isRejectsFile, openRejects, restoreRow } from "./rows/rejected-rows.ts";
import { isEmpty, type Rules } from "./rows/parse-row.ts";
import { newReport, type ImportReport } from "./import-report.ts";
import type { ValueMap } from "./rows/value-map.ts";

export type ImportOrder = Omit<SourceOrder, "size"> & {
  /** Ticket field to column: its name, or its place from 0. */
  map: ReadonlyMap<string, string | number>;
  values: ValueMap;
  key: string | null;
  /** Of days like 03/04/2026 in which neither number tells; null where the file has to tell. */
  dates?: DayOrder | null;
  company: string | null;
  /** What is made where rows name it and the desk does not have it; nothing, unless said. */
  make?: Make;
  dryRun: boolean;
  /** The kept import that this goes on with; absent, one is begun. */
  recordId?: string;
  now: Date;
  /** Who imports; the import itself, unless said. */
  by?: string;
  /** Aborted: the batch at hand is finished, no further one is begun. */
  signal?: AbortSignal;
  /** Called after each batch, with a share from 0 to 1. */
  onProgress?: (share: number, report: ImportReport) => void;
};

const NOTHING_MADE: Make = { companies: false, people: false };

/**
 * Streams a CSV file or a workbook into tickets, a batch a transaction: after any interruption whole batches are in, and another run
 * imports the rest. Refuses a missing file, columns that do not fit, and a second import at the same time.
 */
export async function importTickets(pool: Pool, prefix: string, order: ImportOrder): Promise<ImportReport> {
  const size = await readSize(order.file);
  return withImportLock(pool, async (client) => {
    await client.query("select make_import_tables()");
    return runRecorded(client, { prefix, order, size });
  });
}

/** The bytes of a file that is to be read. Refuses a missing one, and what is no file. */
export async function readSize(file: string): Promise<number> {
  try {
    const found = await stat(file);
    if (!found.isFile())
      throw new StartError(
        `${file} is a directory, a device or a pipe: name a file, which can be read twice.`,
      );
    await access(file, constants.R_OK);
    return found.size;
  } catch (error) {
    const code = readErrorCode(error) ?? "";
    if (code === "EACCES") throw new StartError(`${file} may not be read: allow it.`);
    if (MISSING.has(code)) throw new StartError(`There is no file ${file}.`);
    throw error;
  }
}

const MISSING = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG"]);

type Run = { prefix: string; order: ImportOrder; size: number };

/** Remembers the import with how it ended, so that it can be undone; a dry run of the shell leaves nothing. */
async function runRecorded(client: PoolClient, run: Run): Promise<ImportReport> {
  const { by = IMPORT_PRINCIPAL, file, now, dryRun, recordId } = run.order;
  if (recordId !== undefined) return runImport(client, run, { importId: dryRun ? null : recordId, recordId });
  if (dryRun) return runImport(client, run, { importId: null, recordId: null });
  const id = await beginImport(client, { by, fileName: basename(file), bytes: run.size, now });
  try {
    const report = await runImport(client, run, { importId: id, recordId: id });
    await endImport(client, id, { state: report.stopped ? "stopped" : "done", report, now });
    return report;
  } catch (error) {
    if (error instanceof StartError) await forgetImport(client, id);
    // Where the database has gone away, the next import finds this one abandoned.
    else
      await endImport(client, id, { state: "failed", problem: { code: "broke_off" }, now }).catch(() => {});
    throw error;
  }
}

/** Under which tickets are brought in, null in a dry run; and where it is kept how far the work is. */
type Ids = { importId: string | null; recordId: string | null };

async function runImport(
  client: PoolClient,
  { prefix, order, size }: Run,
  { importId, recordId }: Ids,
): Promise<ImportReport> {
  const source = await openSource({ ...order, size });
  try {
    const columns = findColumns(source.header, order);
    const company = order.company === null ? null : await findCompany(client, order.company);
    const dayOrders = await findDayOrders(source.readRows(), columns, order.dates ?? null);
    const rejects = recordId === null ? null : openRejects(order.file, columns.header);
    const { encoding, delimiter } = source;
    const report = newReport({ id: importId, encoding, delimiter, unused: columns.unused });
    const { make = NOTHING_MADE, now, values } = order;
    const rules = { columns, dayOrders, values, now, damaged: source.encoding.damaged };
    const batch = { client, company, prefix, make, now, rejects, report, importId };
    const counted = countValues(columns);
    await readBatches(source, { rules, batch, order, recordId, counted });
    if (importId === null) report.values = await findMeanings(client, counted.list(), values);
    else if (report.imported > 0) {
      await refreshStatistics(client);
      await compactCounters(client);
    }
    return report;
  } finally {
    source.close();
  }
}

type Reading = {
  rules: Rules;
  batch: Batch;
  order: ImportOrder;
  recordId: string | null;
  counted: ReturnType<typeof countValues>;
};

/** Two batches are in hand: one is read and checked while the database writes the other. */
async function readBatches(
  source: Source,
  { rules, batch, order, recordId, counted }: Reading,
): Promise<void> {
  const { report, rejects, client } = batch;
  const restore = isRejectsFile(rules.columns) ? restoreRow : (row: CsvRow) => row;
  let share = 0;
  let writing = Promise.resolve();
  const write = async (checked: CheckedRow[]) => {
    await importBatch(checked, batch);
    if (recordId !== null && !(await keepProgress(client, recordId, { share, report })))
      report.stopped = true;
    order.onProgress?.(share, report);
  };
  try {
    for await (const read of groupIntoBatches(source.readRows((now) => (share = Math.min(now, 1))))) {
      const filled = read.filter((row) => row.broken !== undefined || !isEmpty(row.fields));
      report.empty += read.length - filled.length;
      for (const row of filled) if (row.broken === undefined) counted.add(row.fields);
      const checked = await checkRows(filled.map(restore), rules);
      await writing;
      if (order.signal?.aborted) report.stopped = true;
      if (report.stopped) break;
      writing = write(checked);
      // Awaited above or below; a handler here keeps its failure from being unhandled meanwhile.
      writing.catch(() => {});
    }
    await writing;
  } finally {
    report.rejectsFile = rejects?.close() ?? null;
  }
}

/** Rows that are checked before others have a turn: the app answers requests meanwhile. */
const SLICE = 50;

async function checkRows(rows: readonly CsvRow[], rules: Rules): Promise<CheckedRow[]> {
  const checked: CheckedRow[] = [];
  for (let from = 0; from < rows.length; from += SLICE) {
    checked.push(...rows.slice(from, from + SLICE).map((row) => checkRow(row, rules)));
    // oxlint-disable-next-line no-await-in-loop -- this is the turn of the others
    await nextTurn();
  }
  return checked;
}

/** Until the planner knows how much there is now, lists scan the wrong index. */
async function refreshStatistics(client: PoolClient): Promise<void> {
  await client.query("select refresh_ticket_statistics()");
}
