import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newFolder } from "../../../../test/support/temporary-folder.ts";
import { type SheetCell, writeWorkbook } from "../../../../test/support/workbook.ts";
import { openSource } from "../open-source.ts";

const newFile = () => join(newFolder(), "tickets.xlsx");

async function read(file: string, order: { sheet?: string; headerLine?: number } = {}) {
  const source = await openSource({ file, size: 1, ...order });
  const rows: (readonly string[])[] = [];
  const lines: number[] = [];
  for await (const batch of source.readRows())
    for (const row of batch) {
      rows.push(row.broken === undefined ? row.fields : [row.broken.code]);
      lines.push(row.line);
    }
  source.close();
  return { ...source, rows, lines };
}

describe("a workbook", () => {
  test("is read like the CSV file of its first sheet: texts, numbers, days, gaps and rows that end early", async () => {
    const file = newFile();
    await writeWorkbook(file, {
      Tickets: [
        ["Subject", "Text", "Created", "Owner", "Number"],
        ["Cellar & roof", { inline: 'a <b> "c"' }, { day: 42_429.052_777_8 }, null, 4711],
        [],
        ["Second", "x"],
      ],
      Other: [["nothing"]],
    });
    expect(await read(file)).toMatchObject({
      kind: "workbook",
      sheets: ["Tickets", "Other"],
      header: ["Subject", "Text", "Created", "Owner", "Number"],
      rows: [
        ["Cellar & roof", 'a <b> "c"', "2016-02-29 01:16:00", "", "4711"],
        ["Second", "x", "", "", ""],
      ],
      lines: [2, 4],
    });
  });

  test("names its columns below a title that is merged over all of them, or where somebody says", async () => {
    const file = newFile();
    const rows: SheetCell[][] = [
      ["Tickets of 2016"],
      ["as of Monday"],
      ["Subject", "Text", "Owner"],
      ["a", "b", "c"],
      ["d", "e", "f"],
    ];
    await writeWorkbook(file, { Sheet: rows }, { merged: "A1:C1" });
    expect(await read(file)).toMatchObject({
      headerLine: 3,
      header: ["Subject", "Text", "Owner"],
      lines: [4, 5],
    });
    expect(await read(file, { headerLine: 4 })).toMatchObject({ header: ["a", "b", "c"], lines: [5] });
    await expect(read(file, { headerLine: 9 })).rejects.toThrow(
      "has nothing in line 9 that could name the columns",
    );
  });

  test("may count its days from 1904, and is read from the sheet that is named", async () => {
    const file = newFile();
    await writeWorkbook(
      file,
      {
        One: [["a"]],
        Two: [
          ["Day", "Text"],
          [{ day: 0.5 }, "noon"],
        ],
      },
      { startsIn1904: true },
    );
    expect(await read(file, { sheet: "Two" })).toMatchObject({ rows: [["1904-01-01 12:00:00", "noon"]] });
    await expect(read(file, { sheet: "Three" })).rejects.toThrow(
      'has no sheet "Three": its sheets are One, Two',
    );
  });

  test("is read from the first sheet that has rows, where nobody names another", async () => {
    const file = newFile();
    await writeWorkbook(file, {
      Cover: [],
      Tickets: [
        ["Subject", "Text"],
        ["a", "b"],
      ],
    });
    expect(await read(file)).toMatchObject({ sheet: "Tickets", rows: [["a", "b"]] });
    await expect(read(file, { sheet: "Cover" })).rejects.toThrow("is empty");
    await writeWorkbook(file, { Cover: [], Other: [] });
    await expect(read(file)).rejects.toThrow("is empty");
  });

  test("gives back whatever texts stood in it", async () => {
    const unit = fc.constantFrom("a", '"', "<", "&", "]]>", "\n", "é", "𝄞", " ", "=", "_x000D_");
    const rows = fc.array(fc.array(fc.string({ unit, minLength: 1 }), { minLength: 3, maxLength: 3 }), {
      minLength: 1,
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(rows, async (written) => {
        const file = newFile();
        await writeWorkbook(file, { Sheet: [["h", "i", "j"], ...written] });
        expect((await read(file)).rows).toEqual(written);
      }),
      { numRuns: 20 },
    );
  });
});

describe("what is no workbook is refused with what to do", () => {
  test.each([
    [
      "a ZIP file that is cut off",
      "PK\u0003\u0004rest of it",
      "is damaged or not whole: open it, save it once more",
    ],
    [
      "a workbook of the old kind, or one with a password",
      "\u00D0\u00CF\u0011\u00E0\u00A1\u00B1",
      "save it as .xlsx without a password",
    ],
  ])("%s", async (_, bytes, words) => {
    const file = newFile();
    writeFileSync(file, Buffer.from(bytes, "latin1"));
    await expect(read(file)).rejects.toThrow(words);
  });

  test("a sheet that is no XML, or that names an entity of its own", async () => {
    const file = newFile();
    for (const xml of ["<c><v>1</c></v>", "<c><v>&lol;</v></c>"]) {
      // oxlint-disable-next-line no-await-in-loop -- one file after the other
      await writeWorkbook(file, { Sheet: [["h", { xml }]] });
      // oxlint-disable-next-line no-await-in-loop
      await expect(read(file)).rejects.toThrow("The workbook is damaged");
    }
  });

  test("one in which a bit is another, wherever it stands among what is packed", async () => {
    const file = newFile();
    const rows = Array.from({ length: 200 }, (_, row) => [`Subject ${row * row}`, { inline: `Text ${row}` }]);
    await writeWorkbook(file, { Sheet: [["Subject", "Text"], ...rows] });
    const whole = readFileSync(file);
    const sheet = whole.indexOf("xl/worksheets/sheet1.xml") + "xl/worksheets/sheet1.xml".length;
    const end = whole.indexOf("xl/sharedStrings.xml") - 64;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: sheet, max: end }), fc.nat(7), async (at, bit) => {
        const bytes = Buffer.from(whole);
        bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at);
        writeFileSync(file, bytes);
        await expect(read(file)).rejects.toThrow("The workbook is damaged");
      }),
      { numRuns: 100 },
    );
  });
});
