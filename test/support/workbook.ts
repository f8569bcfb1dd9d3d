import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

/** A cell as a sheet keeps it: text among the shared strings, text of its own, a day as a number, or raw XML. */
export type SheetCell = string | number | { inline: string } | { day: number } | { xml: string };

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** Writes an Excel workbook; `null` is a cell that is not there, an empty row is left out. */
export async function writeWorkbook(
  path: string,
  sheets: Record<string, readonly (readonly (SheetCell | null)[])[]>,
  { startsIn1904 = false, merged = "" } = {},
): Promise<void> {
  const zip = new ZipFile();
  const add = (name: string, xml: string) => zip.addBuffer(Buffer.from(XML + xml), name);
  const strings: string[] = [];
  const names = Object.keys(sheets);
  add(
    "xl/workbook.xml",
    `<workbook ${MAIN} xmlns:r="${LINKS}"><workbookPr date1904="${startsIn1904 ? 1 : 0}"/><sheets>${names
      .map((name, index) => `<sheet name="${escape(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
      .join("")}</sheets></workbook>`,
  );
  add(
    "xl/_rels/workbook.xml.rels",
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names
      .map(
        (_, index) =>
          `<Relationship Id="rId${index + 1}" Type="${LINKS}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
      )
      .join("")}</Relationships>`,
  );
  add(
    "xl/styles.xml",
    `<styleSheet ${MAIN}><numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\-mm\\-yyyy hh:mm"/></numFmts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
  );
  for (const [index, rows] of Object.values(sheets).entries())
    add(
      `xl/worksheets/sheet${index + 1}.xml`,
      `<worksheet ${MAIN}><sheetData>${rows.map((row, at) => formatRow(row, at + 1, strings)).join("")}</sheetData>${
        merged ? `<mergeCells count="1"><mergeCell ref="${merged}"/></mergeCells>` : ""
      }</worksheet>`,
    );
  add(
    "xl/sharedStrings.xml",
    `<sst ${MAIN}>${strings.map((text) => `<si><t xml:space="preserve">${escape(text)}</t></si>`).join("")}</sst>`,
  );
  const written = zip.outputStream.pipe(createWriteStream(path));
  zip.end();
  await finished(written);
}

function formatRow(row: readonly (SheetCell | null)[], line: number, strings: string[]): string {
  const cells = row.map((cell, column) =>
    cell === null ? "" : formatCell(cell, `${nameColumn(column)}${line}`, strings),
  );
  return cells.join("") === "" ? "" : `<row r="${line}">${cells.join("")}</row>`;
}

function formatCell(cell: SheetCell, at: string, strings: string[]): string {
  if (typeof cell === "string") return `<c r="${at}" t="s"><v>${strings.push(cell) - 1}</v></c>`;
  if (typeof cell === "number") return `<c r="${at}"><v>${cell}</v></c>`;
  if ("inline" in cell) return `<c r="${at}" t="inlineStr"><is><t>${escape(cell.inline)}</t></is></c>`;
  return "day" in cell ? `<c r="${at}" s="1"><v>${cell.day}</v></c>` : cell.xml;
}

function nameColumn(column: number): string {
  const letter = String.fromCodePoint(65 + (column % 26));
  return column < 26 ? letter : nameColumn(Math.floor(column / 26) - 1) + letter;
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("_x", "_x005F_x")
    .replaceAll('"', "&quot;");
}
