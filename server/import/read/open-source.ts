import { open } from "node:fs/promises";
import { isStorable } from "#contract/text/text-characters.ts";
import { type CsvRow, readCsv } from "./csv.ts";
import { decodeText, type Encoding, findEncoding } from "./encoding.ts";
import { findHeader } from "./find-header.ts";
import { unreadable } from "./unreadable-file.ts";
import { openWorkbook, type Workbook } from "./workbook/open-workbook.ts";

/** How a file is read; what is null is found out. */
export type SourceOrder = {
  file: string;
  /** Bytes of the file. */
  size: number;
  encoding?: Encoding["name"] | null;
  delimiter?: string | null;
  /** Of a workbook: the name of the sheet. */
  sheet?: string | null;
  /** The line of the file, or row of the sheet, that names the columns; counted from 1. */
  headerLine?: number | null;
};

type OnProgress = (share: number) => void;

export type Source = {
  kind: "text" | "workbook";
  encoding: Encoding;
  delimiter: string;
  sheets: readonly string[];
  /** The sheet that is read; null where there are none. */
  sheet: string | null;
  header: readonly string[];
  headerLine: number;
  /** The first rows, the header and what stands above it included. */
  first: readonly CsvRow[];
  /** The rows below the header, from the beginning each time. */
  readRows(onProgress?: OnProgress): AsyncGenerator<CsvRow[]>;
  close(): void;
};

/** Opens a CSV file or a workbook, and finds its header. Refuses a file without rows, and a header that cannot be read. */
export async function openSource(order: SourceOrder): Promise<Source> {
  const kind = KINDS[await readFirstBytes(order.file)];
  if (kind === "old workbook") throw unreadable("old_workbook");
  const table = kind === "workbook" ? await openBook(order) : await openText(order);
  try {
    const found = await findHeader(
      table.readAll(() => {}),
      order.headerLine ?? null,
      order.file,
    );
    const header = refuseUnreadable(found.row, order.file);
    const { line } = found.row;
    return {
      ...table,
      header,
      headerLine: line,
      first: found.first,
      readRows: (onProgress = () => {}) =>
        readBelow(table.readAll(onProgress), line, table.kind === "workbook" ? header.length : 0),
    };
  } catch (error) {
    table.close();
    throw error;
  }
}

type Table = Omit<Source, "header" | "headerLine" | "first" | "readRows"> & {
  readAll(onProgress: OnProgress): AsyncGenerator<CsvRow[]>;
};

async function openBook({ file, sheet = null }: SourceOrder): Promise<Table> {
  const book = await openWorkbook(file);
  try {
    const chosen = sheet ?? (await findSheetWithRows(book));
    return {
      kind: "workbook",
      encoding: { name: "utf-8", damaged: false },
      delimiter: ",",
      sheets: book.sheets,
      sheet: chosen,
      readAll: (onProgress) => book.readRows(chosen, onProgress),
      close: () => book.close(),
    };
  } catch (error) {
    book.close();
    throw error;
  }
}

/** The first sheet, unless it is empty and another one is not. */
async function findSheetWithRows(book: Workbook): Promise<string> {
  for (const sheet of book.sheets)
    for await (const rows of book.readRows(sheet, () => {})) if (rows.length > 0) return sheet;
  return book.sheets[0] ?? "";
}

async function openText({ file, size, encoding: named, delimiter: chosen }: SourceOrder): Promise<Table> {
  const encoding = named ? { name: named, damaged: true } : await findEncoding(file);
  const delimiter = chosen ?? detectDelimiter(await readBeginning(file, encoding));
  return {
    kind: "text",
    encoding,
    delimiter,
    sheets: [],
    sheet: null,
    readAll: (onProgress) => {
      let bytes = 0;
      const pieces = decodeText(file, encoding, (read) => onProgress((bytes += read) / Math.max(1, size)));
      return readCsv(pieces, delimiter);
    },
    close: () => {},
  };
}

async function readBeginning(file: string, encoding: Encoding): Promise<string> {
  for await (const piece of decodeText(file, encoding, () => {})) return piece;
  return "";
}

/** Spreadsheets of half of Europe write semicolons. The first lines may be a title, which has none. */
function detectDelimiter(start: string): string {
  const lines = start.slice(0, 10_000).split(/[\r\n]+/, 20);
  const most = (delimiter: string) => Math.max(...lines.map((line) => line.split(delimiter).length));
  const first = (delimiter: string) => (lines[0] ?? "").split(delimiter).length;
  const ranked = [",", ";", "\t"].toSorted((a, b) => first(b) - first(a));
  const [leading = ","] = ranked;
  if (first(leading) > 1) return leading;
  return [",", ";", "\t"].toSorted((a, b) => most(b) - most(a))[0] ?? ",";
}

async function* readBelow(
  batches: AsyncGenerator<CsvRow[]>,
  headerLine: number,
  width: number,
): AsyncGenerator<CsvRow[]> {
  for await (const rows of batches) {
    const below = rows.filter(({ line }) => line > headerLine);
    if (below.length > 0) yield width === 0 ? below : below.map((row) => widen(row, width));
  }
}

/** A workbook leaves empty cells at the end of a row out. */
function widen(row: CsvRow, width: number): CsvRow {
  if (row.broken !== undefined || row.fields.length >= width) return row;
  return { ...row, fields: [...row.fields, ...Array.from({ length: width - row.fields.length }, () => "")] };
}

function refuseUnreadable(row: CsvRow, file: string): readonly string[] {
  const line = String(row.line);
  if (row.broken !== undefined) {
    const { code, params } = row.broken;
    const most = params && "most" in params ? String(params.most) : "";
    throw unreadable("broken_header", { file, line, why: code, most });
  }
  if (!row.fields.every(isStorable)) throw unreadable("no_text", { file, line });
  return row.fields;
}

/** Workbooks are ZIP files; those of the old kind, and those with a password, are compound files of Windows. */
const KINDS: Partial<Record<string, "workbook" | "old workbook">> = {
  "504b0304": "workbook",
  d0cf11e0: "old workbook",
};

async function readFirstBytes(file: string): Promise<string> {
  const opened = await open(file);
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString("hex", 0, bytesRead);
  } finally {
    await opened.close();
  }
}
