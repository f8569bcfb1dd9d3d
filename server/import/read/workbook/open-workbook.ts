import { crc32 } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import type { CsvRow } from "../csv.ts";
import { unreadable, UnreadableFile } from "../unreadable-file.ts";
import { readSharedStrings } from "./read-shared-strings.ts";
import { readSheet } from "./read-sheet.ts";
import { readDateStyles } from "./read-styles.ts";
import { readXml } from "./read-xml.ts";

/** A sheet of a workbook with the name that its tab shows. */
type Sheet = { name: string; path: string };

export type Workbook = {
  sheets: readonly string[];
  /** Rows of a sheet as a CSV file would have them, in the batches in which they become complete. */
  readRows(sheet: string, onProgress: (share: number) => void): AsyncGenerator<CsvRow[]>;
  close(): void;
};

/**
 * Opens an Excel workbook (ECMA-376, .xlsx), of which only its strings are in memory: rows arrive as they are read. Refuses
 * what is no workbook, or one that is encrypted or damaged.
 */
export async function openWorkbook(file: string): Promise<Workbook> {
  const zip = await openPromise(file, { autoClose: false, lazyEntries: true }).catch(refuseDamaged);
  const parts = await readEntries(zip).catch((error: unknown) => {
    zip.close();
    return refuseDamaged(error);
  });
  const book = await readBook(zip, parts).catch((error: unknown) => {
    zip.close();
    throw error;
  });
  let texts: Promise<string[]> | null = null;
  const readTexts = () => readSharedStrings(openPart(zip, parts, "xl/sharedStrings.xml"));
  return {
    sheets: book.sheets.map(({ name }) => name),
    close: () => zip.close(),
    async *readRows(wanted, onProgress) {
      const entry = parts.get(book.sheets.find(({ name }) => name === wanted)?.path ?? "");
      if (entry === undefined)
        throw unreadable("no_sheet", {
          sheet: wanted,
          sheets: book.sheets.map(({ name }) => name).join(", "),
        });
      const strings = await (texts ??= readTexts());
      const dateStyles = await readDateStyles(openPart(zip, parts, "xl/styles.xml"));
      const part = unpack(zip, entry, onProgress);
      yield* readSheet(part, { strings, dateStyles, startsIn1904: book.startsIn1904 });
    },
  };
}

/** Most parts that a workbook has: sheets, pictures, settings. */
const MOST_PARTS = 10_000;

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const parts = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    parts.set(entry.fileName, entry);
    if (parts.size > MOST_PARTS) throw unreadable("damaged");
  }
  return parts;
}

function openPart(
  zip: ZipFile,
  parts: ReadonlyMap<string, Entry>,
  path: string,
): AsyncGenerator<Buffer> | null {
  const entry = parts.get(path);
  return entry === undefined ? null : unpack(zip, entry);
}

/** The bytes of a part. Refuses it where they cannot be unpacked, and at their end where they are others than were packed. */
async function* unpack(
  zip: ZipFile,
  entry: Entry,
  onProgress: (share: number) => void = () => {},
): AsyncGenerator<Buffer> {
  let [read, sum] = [0, 0];
  try {
    const pieces: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry);
    for await (const piece of pieces) {
      sum = crc32(piece, sum);
      onProgress((read += piece.length) / Math.max(1, entry.uncompressedSize));
      yield piece;
    }
  } catch {
    throw unreadable("damaged");
  }
  if (sum !== entry.crc32) throw unreadable("damaged");
}

async function readBook(zip: ZipFile, parts: ReadonlyMap<string, Entry>) {
  const book = openPart(zip, parts, "xl/workbook.xml");
  const links = openPart(zip, parts, "xl/_rels/workbook.xml.rels");
  if (book === null || links === null) throw unreadable("no_workbook");
  const named: { name: string; link: string }[] = [];
  const targets = new Map<string, string>();
  let startsIn1904 = false;
  const readAll = async (
    part: NonNullable<typeof book>,
    open: (name: string, has: Record<string, string>) => void,
  ) => {
    for await (const _ of readXml(part, { open, isMoving: () => false }));
  };
  await readAll(book, (name, has) => {
    if (name === "sheet") named.push({ name: has["name"] ?? "", link: has["r:id"] ?? "" });
    if (name === "workbookPr") startsIn1904 = ["1", "true"].includes(has["date1904"] ?? "");
  });
  await readAll(links, (name, has) => {
    if (name === "Relationship") targets.set(has["Id"] ?? "", has["Target"] ?? "");
  });
  const sheets = named.flatMap(({ name, link }): Sheet[] => {
    const path = pathOf(targets.get(link) ?? "");
    return parts.has(path) ? [{ name, path }] : [];
  });
  if (sheets.length === 0) throw unreadable("no_sheets");
  return { sheets, startsIn1904 };
}

/** Targets stand below `xl/`, unless they begin at the root. */
function pathOf(target: string): string {
  return target.startsWith("/") ? target.slice(1) : `xl/${target}`;
}

function refuseDamaged(error: unknown): never {
  throw error instanceof UnreadableFile ? error : unreadable("damaged");
}
