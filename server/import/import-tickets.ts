import { access, constants, stat } from "node:fs/promises";
import type { Pool, PoolClient } from "pg";
import { isStorable } from "#contract/text-characters.ts";
import { compactCounters } from "#server/dashboard/reconcile.ts";
import { readErrorCode, StartError } from "#server/start/start-error.ts";
import { checkRow, importBatch } from "./import-batch.ts";
import { groupIntoBatches } from "./batches.ts";
import { findColumns } from "./column-mapping.ts";
import { readCsv, type CsvRow } from "./csv.ts";
import { findEncoding, decodeText, type Encoding } from "./encoding.ts";
import { createIdentityTable } from "./recognize-imported-rows.ts";
import { findCompany } from "./find-requesters.ts";
import { isRejectsFile, openRejects, restoreRow } from "./rejected-rows.ts";
import { newReport, type ImportReport } from "./import-report.ts";
import type { ValueMap } from "./value-map.ts";

export type ImportOrder = {
  file: string;
  /** Ticket field to column. */
  map: ReadonlyMap<string, string>;
  values: ValueMap;
  key: string | null;
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
  const rules = { columns, values: order.values, now: order.now, damaged: encoding.damaged };
  const batch = { client, company, prefix, rejects, report, dryRun: order.dryRun };
  try {
    // Two batches are in hand: one is read and checked while the database writes the other.
    let writing = Promise.resolve();
    for await (const read of groupIntoBatches(rows)) {
      const checked = read.map((row) => checkRow(restore(row), rules));
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

/** Reads the header with its delimiter, and opens the rows behind it. */
async function openTable(pieces: AsyncGenerator<string>, file: string) {
  const first = await pieces.next();
  const start = first.done ? "" : first.value;
  const delimiter = detectDelimiter(start);
  const batches = readCsv(prependFirst(start, pieces), delimiter);
  const opening = await batches.next();
  const [header, ...rest] = opening.done ? [] : opening.value;
  if (header === undefined) throw new StartError(`${file} is empty: its first line must name the columns.`);
  if (header.broken !== undefined)
    throw new StartError(`The first line of ${file} cannot be read: ${header.broken}.`);
  if (!header.fields.every(isStorable))
    throw new StartError(
      `The first line of ${file} holds characters that no text has: save it as CSV in UTF-8, or in UTF-16 with a byte order mark.`,
    );
  return { header: header.fields, delimiter, rows: prependFirst(rest, batches) };
}

/** Spreadsheets of half of Europe write semicolons. */
function detectDelimiter(start: string): string {
  const line = start.slice(0, 10_000).split(/[\r\n]/, 1)[0] ?? "";
  const times = (delimiter: string) => line.split(delimiter).length;
  return [",", ";", "\t"].toSorted((a, b) => times(b) - times(a))[0] ?? ",";
}

async function* prependFirst<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

/** Until the planner knows how much there is now, lists scan the wrong index. */
async function refreshStatistics(client: PoolClient): Promise<void> {
  await client.query("analyze tickets, ticket_numbers, ticket_words, history, external_references");
}
