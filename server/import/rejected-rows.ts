import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { basename, resolve } from "node:path";
import { readErrorCode } from "#server/start/start-error.ts";
import { formatCsvLine } from "./csv.ts";

/** Writes rejected rows beside the file, with line and reason before their own columns. */
export type Rejects = {
  add(line: number, reason: string, fields: readonly string[]): void;
  /** The file that holds them, or null when there are none. */
  close(): string | null;
};

/** The file of an earlier run is removed, since its rows are tried again; it appears with the first rejected row. */
export function openRejects(source: string, header: readonly string[]): Rejects {
  const beside = `${source}.rejects.csv`;
  removeOldRejects(beside);
  let open: { path: string; file: number } | null = null;
  const begin = () => {
    const opened = openBeside(beside);
    // The mark tells spreadsheets that this is UTF-8.
    writeSync(opened.file, `\uFEFF${formatCsvLine(["line", "reason", ...header])}`);
    return opened;
  };
  return {
    add: (line, reason, fields) => {
      open ??= begin();
      writeSync(open.file, formatCsvLine([String(line), reason, ...fields]));
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
    if (!isForbidden(error)) throw error;
  }
}

/** A file on a read-only share leaves its rejects in the working directory. */
function openBeside(path: string): { path: string; file: number } {
  try {
    return { path, file: openSync(path, "w") };
  } catch (error) {
    if (!isForbidden(error)) throw error;
    const here = resolve(basename(path));
    return { path: here, file: openSync(here, "w") };
  }
}

function isForbidden(error: unknown): boolean {
  return ["EACCES", "EPERM", "EROFS"].includes(readErrorCode(error) ?? "");
}
