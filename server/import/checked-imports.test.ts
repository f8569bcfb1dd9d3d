import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fresh } from "../../test/support/import/fresh.ts";
import {
  at,
  check,
  type ImportWorld,
  makeImportWorld,
  plan,
  readImport,
  sendForm,
  upload,
} from "../../test/support/import/stored-imports.ts";
import { writeWorkbook } from "../../test/support/workbook.ts";
import { fileOf } from "./stored/import-files.ts";

let world: ImportWorld;
beforeAll(async () => {
  world = await makeImportWorld();
});
afterAll(() => world.end());

const maren = () => world.as("maren");
const formOf = (name: string) =>
  `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\nTitle;Bo`;

describe("a file that is uploaded", () => {
  test("is refused where its end is missing", async () => {
    const answer = await sendForm(world, formOf("a.csv"));
    expect([answer.statusCode, answer.json().code]).toEqual([400, "upload.cut_off"]);
  });

  test.each([
    [" ", "file"],
    ["C:\\old\u0000 desk.csv", "old desk.csv"],
  ])("is kept under a name that can be shown, where it was sent as %j", async (sent, kept) => {
    const answer = await sendForm(world, `${formOf(sent)}\r\n--b--\r\n`);
    expect([answer.statusCode, answer.json().file_name]).toEqual([201, kept]);
  });

  test("imports nothing by itself, says what its columns might be, and can be discarded", async () => {
    const { status, body } = await upload(world, "Titel;Beschreibung;Erstellt am;Firma\na;b;1.2.2026;c\n");
    expect(status).toBe(201);
    expect(body).toMatchObject({
      file_name: "old desk.csv",
      state: "draft",
      report: null,
      plan: null,
      has_rejects: false,
    });
    expect((await maren().get(at(body.id, "/table"))).body).toMatchObject({
      kind: "text",
      delimiter: ";",
      header_line: 1,
      header: ["Titel", "Beschreibung", "Erstellt am", "Firma"],
      rows: [{ line: 1 }, { line: 2, cells: ["a", "b", "1.2.2026", "c"] }],
      guess: { subject: 0, issue: 1, created: 2, company: 3 },
    });
    expect((await maren().get("/imports")).body.imports).toContainEqual(
      expect.objectContaining({ id: body.id }),
    );
    expect((await maren().delete(at(body.id))).status).toBe(204);
    expect((await maren().get(at(body.id))).status).toBe(404);
    await expect(readFile(fileOf(world.app, body.id))).rejects.toThrow("ENOENT");
  });

  test("is read as somebody says who knows better: another line, sheet, separator and encoding", async () => {
    const { body } = await upload(world, Buffer.from("Liste\nBetreff|x;Text\nM\u00fcller;b\n", "latin1"));
    const asked = { header_line: "2", delimiter: ";", encoding: "windows-1252" };
    expect((await maren().get(at(body.id, "/table"), asked)).body).toMatchObject({
      header: ["Betreff|x", "Text"],
      encoding: "windows-1252",
      rows: [{}, {}, { cells: ["Müller", "b"] }],
    });
    const book = join(world.folder, "book.xlsx");
    await writeWorkbook(book, {
      One: [["a", "b"]],
      Two: [
        ["Subject", "Body"],
        ["c", "d"],
      ],
    });
    const uploaded = await upload(world, await readFile(book), "book.xlsx");
    expect((await maren().get(at(uploaded.body.id, "/table"), { sheet: "Two" })).body).toMatchObject({
      kind: "workbook",
      sheets: ["One", "Two"],
      sheet: "Two",
      guess: { subject: 0, issue: 1 },
    });
    expect((await maren().get(at(uploaded.body.id, "/table"), { sheet: "Three" })).body.detail).toContain(
      'has no sheet "Three"',
    );
  });

  test("that cannot be read is refused in words that name no file of the server", async () => {
    for (const content of ["", "PK\u0003\u0004", "a\0b,c\n"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { body } = await upload(world, content);
      // oxlint-disable-next-line no-await-in-loop
      const answer = await maren().get(at(body.id, "/table"));
      expect([answer.status, answer.text.includes(world.folder)]).toEqual([422, false]);
    }
  });

  test("that cannot be read is refused with what another language needs to say it", async () => {
    const faults = [
      ["", { fault: "empty" }],
      ["PK\u0003\u0004", { fault: "damaged" }],
      ["a\0b,c\n", { fault: "no_text", line: "1" }],
      ['a,"b\n', { fault: "broken_header", line: "1", why: "open_quote" }],
    ] as const;
    for (const [content, params] of faults) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { body } = await upload(world, content);
      // oxlint-disable-next-line no-await-in-loop
      const answer = await maren().get(at(body.id, "/table"));
      expect(answer.body).toMatchObject({ code: "import.unreadable", params });
    }
  });

  test("has to be one file", async () => {
    const answer = await world.fastify.inject({
      method: "POST",
      url: "/api/imports",
      headers: { authorization: `Bearer ${await world.tokenOf("maren")}`, "content-type": "text/csv" },
      payload: "a,b",
    });
    expect(answer.statusCode).toBe(415);
  });
});

describe("a check", () => {
  test("says what would happen and writes nothing: previews, reasons by kind, rows that would be rejected", async () => {
    const word = fresh("check");
    const checked = await check(
      world,
      `subject,body,state,who,when\n${word},b,Parked,,2026-01-02\n${word},,open,,\n,c,open,nobody@x.example,\n,d,open,,soon\n,,,,\n`,
      { subject: 0, issue: 1, status: 2, client: 3, created: 4 },
    );
    expect(checked).toMatchObject({
      state: "checked",
      share: 1,
      has_rejects: true,
      report: { imported: 0, rejected: 4, empty: 1, preview: [] },
    });
    expect(
      checked.report.reasons.map(({ code, count }: { code: string; count: number }) => [code, count]),
    ).toEqual([
      ["status_unknown", 1],
      ["issue_missing", 1],
      ["not_a_time", 1],
      ["no_client_address", 1],
    ]);
    expect(checked.report.values).toEqual([
      { field: "status", value: "open", count: 3, meaning: "open" },
      { field: "status", value: "Parked", count: 1, meaning: null },
    ]);
    expect((await maren().get("/tickets", { search: word })).body.items).toEqual([]);
    const rejects = await maren().get(at(checked.id, "/rejects"));
    expect(rejects.text).toContain('there is no client with the e-mail address ""nobody@x.example""');
  });

  test("with values mapped and people made shows the tickets as they would look", async () => {
    const word = fresh("previewed");
    const checked = await check(
      world,
      `subject,body,state,agent,who,firm,nr\n${word},b,Parked,Bob,Ana <ana@x.example>,New Firm,77\n`,
      { subject: 0, issue: 1, status: 2, assignee: 3, client: 4, company: 5, number: 6 },
      {
        values: [
          { field: "status", from: "parked", to: "on_hold" },
          { field: "assignee", from: "Bob", to: "Idris Okafor" },
        ],
        make_companies: true,
        make_people: true,
      },
    );
    expect(checked.report).toMatchObject({
      imported: 1,
      made_companies: 1,
      made_people: 1,
      preview: [
        {
          line: 2,
          subject: word,
          status: "on_hold",
          assignee: "Idris Okafor",
          client: "Ana",
          company: "New Firm",
          old_number: "77",
        },
      ],
      values: [
        { field: "status", value: "Parked", meaning: "on_hold" },
        { field: "assignee", value: "Bob", meaning: "Idris Okafor" },
        { field: "company", value: "New Firm", meaning: null },
      ],
    });
  });

  test("that cannot be says why, and the plan can be mended", async () => {
    const { body } = await upload(world, "body,when\na,03/04/2026\n");
    await maren().post(at(body.id, "/check"), plan({ issue: 0, created: 1 }));
    await world.drain();
    expect(await readImport(world, body.id)).toMatchObject({
      state: "draft",
      problem: { code: "days", params: { column: "when", value: "03/04/2026" } },
    });
    await maren().post(at(body.id, "/check"), plan({ issue: 0, created: 1 }, { dates: "day-first" }));
    await world.drain();
    expect(await readImport(world, body.id)).toMatchObject({
      state: "checked",
      problem: null,
      report: { imported: 1 },
    });
  });

  test.each([
    [{ columns: { issue: -1 } }],
    [{ columns: { nothing: 1 } }],
    [{ columns: { issue: 0 }, dates: "soon" }],
    [{ columns: { issue: 0 }, values: [{ field: "created", from: "a", to: "b" }] }],
  ])("refuses a plan that says nothing: %s", async (wrong) => {
    const { body } = await upload(world, "body\na\n");
    expect((await maren().post(at(body.id, "/check"), { ...plan({}), ...wrong })).status).toBe(422);
  });
});
