import { access, constants, stat } from "node:fs/promises";
import type { Pool, PoolClient } from "pg";
import { compactCounters } from "#server/dashboard/reconcile.ts";
import { readErrorCode, StartError } from "#server/start/start-error.ts";
import { checkRow, importBatch } from "./import-batch.ts";
import { groupIntoBatches } from "./batches.ts";
import { type Columns, findColumns } from "./column-mapping.ts";
import type { CsvRow } from "./csv.ts";
import { findEncoding, decodeText, type Encoding } from "./encoding.ts";
import { findDayOrders } from "./find-day-orders.ts";
import { openTable } from "./open-table.ts";
import type { DayOrder } from "./read-time.ts";
import { createIdentityTable } from "./recognize-imported-rows.ts";
import { findCompany } from "./find-requesters.ts";
import { isRejectsFile, openRejects, restoreRow } from "./rejected-rows.ts";
import { isEmpty } from "./parse-row.ts";
import { newReport, type ImportReport } from "./import-report.ts";
import type { ValueMap } from "./value-map.ts";

export type ImportOrder = {
  file: string;
  /** Ticket field to column. */
  map: ReadonlyMap<string, string>;
  values: ValueMap;
  key: string | null;
  /** Of days like 03/04/2026 in which neither number tells; null where the file has to tell. */
  dates?: DayOrder | null;
  company: string | null;
  dryRun: boolean;
  now: Date;
  /** Aborted: the batch at hand is finished, no further one is begun. */
  signal?: AbortSignal;
  /** Called after each batch, with a share from 0 to 1. */
  onProgress?: (share: number, report: ImportReport) => void;
};

/**
 * Streams a CSV file into tickets, a batch a transaction: after any interruption whole batches are in, and another run
 * imports the rest. Refuses a missing file, columns that do not fit, and a second import at the same time.
 */
export async function importTickets(pool: Pool, prefix: string, order: ImportOrder): Promise<ImportReport> {
  const size = await readSize(order.file);
  const encoding = await findEncoding(order.file);
  const client = await pool.connect();
  try {
    await lockImport(client);
    await createIdentityTable(client);
    return await runImport(client, { prefix, order, size, encoding });
  } finally {
    // The lock is released at once, since the server notices only later that a connection has ended.
    await client.query("select pg_advisory_unlock_all()").catch(() => {});
    // The connection is thrown away, not returned: the temporary table ends with it.
    client.release(true);
  }
}

async function readSize(file: string): Promise<number> {
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

async function lockImport(client: PoolClient): Promise<void> {
  const answer = await client.query<{ taken: boolean }>("select pg_try_advisory_lock(1464813650) as taken");
  if (!answer.rows[0]?.taken) throw new StartError("Another import is running: wait until it has ended.");
}

type Run = { prefix: string; order: ImportOrder; size: number; encoding: Encoding };

async function runImport(client: PoolClient, { prefix, order, size, encoding }: Run): Promise<ImportReport> {
  let bytes = 0;
  const pieces = decodeText(order.file, encoding, (read) => (bytes += read));
  const { header, delimiter, rows } = await openTable(pieces, order.file);
  const columns = findColumns(header, order);
  const company = order.company === null ? null : await findCompany(client, order.company);
  const rejects = order.dryRun ? null : openRejects(order.file, columns.header);
  const report = newReport({ encoding, delimiter, unused: columns.unused });
  const restore = isRejectsFile(columns) ? restoreRow : (row: CsvRow) => row;
  const dayOrders = await readDayOrders({ order, encoding, columns });
  const rules = { columns, dayOrders, values: order.values, now: order.now, damaged: encoding.damaged };
  const batch = { client, company, prefix, rejects, report, dryRun: order.dryRun };
  try {
    // Two batches are in hand: one is read and checked while the database writes the other.
    let writing = Promise.resolve();
    for await (const read of groupIntoBatches(rows)) {
      const filled = read.filter((row) => row.broken !== undefined || !isEmpty(row.fields));
      report.empty += read.length - filled.length;
      const checked = filled.map((row) => checkRow(restore(row), rules));
      await writing;
      if (order.signal?.aborted) break;
      writing = importBatch(checked, batch).then(() =>
        order.onProgress?.(size === 0 ? 1 : bytes / size, report),
      );
      // Awaited above or below; a handler here keeps its failure from being unhandled meanwhile.
      writing.catch(() => {});
    }
    await writing;
  } finally {
    report.rejectsFile = rejects?.close() ?? null;
  }
  report.stopped = order.signal?.aborted ?? false;
  if (!order.dryRun && report.imported > 0) {
    await refreshStatistics(client);
    await compactCounters(client);
  }
  return report;
}

/** Reads the file from its beginning once more, as far as it has to. */
async function readDayOrders({
  order,
  encoding,
  columns,
}: Pick<Run, "order" | "encoding"> & { columns: Columns }) {
  const { rows } = await openTable(
    decodeText(order.file, encoding, () => {}),
    order.file,
  );
  return findDayOrders(rows, columns, order.dates ?? null);
}

/** Until the planner knows how much there is now, lists scan the wrong index. */
async function refreshStatistics(client: PoolClient): Promise<void> {
  await client.query("analyze tickets, ticket_numbers, ticket_words, history, external_references");
}
