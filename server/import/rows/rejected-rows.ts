import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { basename, resolve } from "node:path";
import { formatCsvRecord, unescapeFormula } from "#server/lib/csv.ts";
import { readErrorCode, StartError } from "#server/start/start-error.ts";
import type { Columns } from "./column-mapping.ts";
import type { CsvRow } from "../read/csv.ts";

/** Writes rejected rows beside the file, with line and reason before their own columns. */
export type Rejects = {
  add(line: number, reason: string, fields: readonly string[]): void;
  /** The file that holds them, or null when there are none. */
  close(): string | null;
};

const OWN_COLUMNS = ["line", "reason"];

/** Whether rows stand as `openRejects` wrote them: its own columns come first, and no field is read from those. */
export function isRejectsFile({ header, at, key }: Columns): boolean {
  const isRead = [...at.values(), key].some((position) => position !== null && position < OWN_COLUMNS.length);
  return !isRead && OWN_COLUMNS.every((name, index) => header[index] === name);
}

/** A row of such a file as the imported file had it. */
export function restoreRow(row: CsvRow): CsvRow {
  return row.broken === undefined ? { ...row, fields: row.fields.map(unescapeFormula) } : row;
}

/** The file of an earlier run is removed, since its rows are tried again; it appears with the first rejected row. */
export function openRejects(source: string, header: readonly string[]): Rejects {
  const beside = `${source}.rejects.csv`;
  removeOldRejects(beside);
  let open: { path: string; file: number } | null = null;
  const begin = () => {
    const opened = openBeside(beside);
    // The mark tells spreadsheets that this is UTF-8.
    writeSync(opened.file, `\uFEFF${formatCsvRecord([...OWN_COLUMNS, ...header])}`);
    return opened;
  };
  return {
    add: (line, reason, fields) => {
      open ??= begin();
      writeSync(open.file, formatCsvRecord([String(line), reason, ...fields]));
    },
    close: () => {
      if (open === null) return null;
      closeSync(open.file);
      return open.path;
    },
  };
}

function removeOldRejects(path: string) {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    if (readErrorCode(error) === "ERR_FS_EISDIR")
      throw new StartError(`${path} is a directory: rejected rows go into a file of that name.`);
    if (!isForbidden(error)) throw error;
  }
}

/** A file on a read-only share leaves its rejects in the working directory. */
function openBeside(path: string): { path: string; file: number } {
  try {
    return { path, file: openNew(path) };
  } catch (error) {
    if (!isForbidden(error)) throw error;
    const here = resolve(basename(path));
    removeOldRejects(here);
    return { path: here, file: openNew(here) };
  }
}

/** What lies there, perhaps a link to another file, is never written over. */
function openNew(path: string): number {
  try {
    return openSync(path, "wx");
  } catch (error) {
    if (readErrorCode(error) !== "EEXIST") throw error;
    throw new StartError(`${path} appeared while the import ran: move it away and run the import again.`);
  }
}

function isForbidden(error: unknown): boolean {
  return ["EACCES", "EPERM", "EROFS"].includes(readErrorCode(error) ?? "");
}
