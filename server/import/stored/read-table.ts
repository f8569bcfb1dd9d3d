import type { z } from "zod";
import { LIMITS } from "#contract/limits.ts";
import type { imports } from "#contract/import.ts";
import type { FileFaultParams } from "#contract/refusals/import-reasons.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { StartError } from "#server/start/start-error.ts";
import { openSource, type SourceOrder } from "../read/open-source.ts";
import { UnreadableFile } from "../read/unreadable-file.ts";
import { guessColumns } from "../rows/guess-columns.ts";
import { exists, fileOf } from "./import-files.ts";
import { findImport } from "./read.ts";

type Query = z.output<typeof imports.table.query>;

/** Characters of a cell that are shown. */
const SHOWN = 200;

/** Reads the beginning of the file as asked. Refuses 410 for a file that is gone, 422 for one that cannot be read. */
export async function readTable(ctx: Ctx, id: string, query: Query) {
  const { bytes } = await findImport(ctx.db, id);
  const file = fileOf(ctx.app, id);
  if (!(await exists(file))) throw refuse(410, "import.file_gone");
  const source = await openSource({ ...sourceOrder(query), file, size: bytes }).catch(refuseUnreadable(file));
  try {
    const { kind, sheets, sheet, encoding, delimiter, header, headerLine, first } = source;
    const below = first.filter(({ line }) => line > headerLine);
    return {
      kind,
      sheets: [...sheets],
      sheet,
      encoding: encoding.name,
      delimiter,
      header_line: headerLine,
      header: header.map((name) => name.slice(0, LIMITS.subject)),
      rows: first.map((row) => ({
        line: row.line,
        cells: (row.broken === undefined ? row.fields : [row.text]).map((cell) => cell.slice(0, SHOWN)),
      })),
      guess: guessColumns(header, below),
    };
  } finally {
    source.close();
  }
}

/** How a file is read, as the contract names it. */
export function sourceOrder({
  sheet,
  header_line,
  encoding,
  delimiter,
}: Query): Omit<SourceOrder, "file" | "size"> {
  return {
    sheet: sheet ?? null,
    headerLine: header_line ?? null,
    encoding: encoding ?? null,
    delimiter: delimiter ?? null,
  };
}

/** The sentences name files of the server, which are nobody's but its own. */
export function refuseUnreadable(file: string) {
  return (error: unknown): never => {
    if (!(error instanceof StartError)) throw error;
    throw refuse(422, "import.unreadable", { params: faultOf(error, file) });
  };
}

/** The sentence in English and what another language makes its own of. */
export function faultOf(error: StartError, file: string): FileFaultParams {
  const reason = withoutPath(error.message, file);
  if (!(error instanceof UnreadableFile)) return { reason };
  const { file: _, ...facts } = error.facts;
  return { ...facts, fault: error.fault, reason };
}

function withoutPath(words: string, file: string): string {
  return words.replaceAll(file, "the file").replace(/^the file/, "The file");
}
