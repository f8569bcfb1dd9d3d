import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jobs } from "#contract/jobs.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { writeWorkbook } from "../../test/support/workbook.ts";
import { fileOf } from "./stored/import-files.ts";

let world: World;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "waypost-imports-"));
  world = await makeWorld({ DATA_DIR: folder });
});
afterAll(async () => {
  await world.end();
  await rm(folder, { recursive: true, force: true });
});

let tests = 0;
/** Words that no other test's rows have. */
const fresh = (text: string) => `${text} (${(tests += 1)})`;

async function upload(content: string | Buffer, name = "old desk.csv") {
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const answer = await world.fastify.inject({
    method: "POST",
    url: "/api/imports",
    headers: {
      authorization: `Bearer ${await world.tokenOf("maren")}`,
      "content-type": "multipart/form-data; boundary=b",
    },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from("\r\n--b--\r\n")]),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const at = (id: string, step = "") => `/imports/${id}${step}`;
const maren = () => world.as("maren");
const read = async (id: string) => (await maren().get(at(id))).body;
const plan = (columns: object, more: object = {}) => ({
  columns,
  values: [],
  make_companies: false,
  make_people: false,
  ...more,
});

/** Uploads, checks and answers the import as the check left it. */
async function check(content: string | Buffer, columns: object, more: object = {}) {
  const { body } = await upload(content);
  expect((await maren().post(at(body.id, "/check"), plan(columns, more))).body.state).toBe("checking");
  await world.drain();
  return read(body.id);
}

async function start(id: string) {
  expect((await maren().post(at(id, "/start"))).body.state).toBe("running");
  await world.drain();
  return read(id);
}

const sendForm = async (payload: string) =>
  world.fastify.inject({
    method: "POST",
    url: "/api/imports",
    headers: {
      authorization: `Bearer ${await world.tokenOf("maren")}`,
      "content-type": "multipart/form-data; boundary=b",
    },
    payload,
  });
const formOf = (name: string) =>
  `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\nTitle;Bo`;

describe("a file that is uploaded", () => {
  test("is refused where its end is missing", async () => {
    const answer = await sendForm(formOf("a.csv"));
    expect([answer.statusCode, answer.json().code]).toEqual([400, "upload.cut_off"]);
  });

  test.each([
    [" ", "file"],
    ["C:\\old\u0000 desk.csv", "old desk.csv"],
  ])("is kept under a name that can be shown, where it was sent as %j", async (sent, kept) => {
    const answer = await sendForm(`${formOf(sent)}\r\n--b--\r\n`);
    expect([answer.statusCode, answer.json().file_name]).toEqual([201, kept]);
  });

  test("imports nothing by itself, says what its columns might be, and can be discarded", async () => {
    const { status, body } = await upload("Titel;Beschreibung;Erstellt am;Firma\na;b;1.2.2026;c\n");
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
    const { body } = await upload(Buffer.from("Liste\nBetreff|x;Text\nM\u00fcller;b\n", "latin1"));
    const asked = { header_line: "2", delimiter: ";", encoding: "windows-1252" };
    expect((await maren().get(at(body.id, "/table"), asked)).body).toMatchObject({
      header: ["Betreff|x", "Text"],
      encoding: "windows-1252",
      rows: [{}, {}, { cells: ["Müller", "b"] }],
    });
    const book = join(folder, "book.xlsx");
    await writeWorkbook(book, {
      One: [["a", "b"]],
      Two: [
        ["Subject", "Body"],
        ["c", "d"],
      ],
    });
    const uploaded = await upload(await readFile(book), "book.xlsx");
    expect((await maren().get(at(uploaded.body.id, "/table"), { sheet: "Two" })).body).toMatchObject({
      kind: "workbook",
      sheets: ["One", "Two"],
      guess: { subject: 0, issue: 1 },
    });
    expect((await maren().get(at(uploaded.body.id, "/table"), { sheet: "Three" })).body.detail).toContain(
      'has no sheet "Three"',
    );
  });

  test("that cannot be read is refused in words that name no file of the server", async () => {
    for (const content of ["", "PK\u0003\u0004", "a\0b,c\n"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { body } = await upload(content);
      // oxlint-disable-next-line no-await-in-loop
      const answer = await maren().get(at(body.id, "/table"));
      expect([answer.status, answer.text.includes(folder)]).toEqual([422, false]);
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
    const { body } = await upload("body,when\na,03/04/2026\n");
    await maren().post(at(body.id, "/check"), plan({ issue: 0, created: 1 }));
    await world.drain();
    expect(await read(body.id)).toMatchObject({
      state: "draft",
      problem: { code: "days", params: { column: "when", value: "03/04/2026" } },
    });
    await maren().post(at(body.id, "/check"), plan({ issue: 0, created: 1 }, { dates: "day-first" }));
    await world.drain();
    expect(await read(body.id)).toMatchObject({ state: "checked", problem: null, report: { imported: 1 } });
  });

  test.each([
    [{ columns: { issue: -1 } }],
    [{ columns: { nothing: 1 } }],
    [{ columns: { issue: 0 }, dates: "soon" }],
    [{ columns: { issue: 0 }, values: [{ field: "created", from: "a", to: "b" }] }],
  ])("refuses a plan that says nothing: %s", async (wrong) => {
    const { body } = await upload("body\na\n");
    expect((await maren().post(at(body.id, "/check"), { ...plan({}), ...wrong })).status).toBe(422);
  });
});

describe("an import that is started", () => {
  test("brings its tickets, mails nobody, stands in the audit log, and is undone as a whole", async () => {
    const word = fresh("started");
    const checked = await check(
      `body,who\n${word} 1,ana${tests}@y.example\n${word} 2,\n`,
      { issue: 0, client: 1 },
      {
        make_people: true,
      },
    );
    const mails = await world.db.selectFrom("mails").select("id").execute();
    const done = await start(checked.id);
    expect(done).toMatchObject({
      state: "done",
      share: 1,
      report: { imported: 2, made_people: 1 },
      undone: null,
    });
    expect((await maren().get("/tickets", { search: word })).body.items).toHaveLength(2);
    expect(await world.db.selectFrom("mails").select("id").execute()).toEqual(mails);
    const [entry] = (await maren().get("/audit", { kind: "import.started" })).body.items;
    expect(entry).toMatchObject({ actor_name: "Maren Solberg", after: { import_id: checked.id } });
    expect((await maren().post(at(checked.id, "/undo"))).body.state).toBe("undoing");
    await world.drain();
    expect(await read(checked.id)).toMatchObject({
      state: "undone",
      undone: { tickets: 2, kept: 0, people: 1 },
    });
    expect((await maren().get("/tickets", { search: word })).body.items).toEqual([]);
  });

  test("moves on once: of two who start it one gets 409, and nothing that was done is done again", async () => {
    const checked = await check(`body\n${fresh("once")}\n`, { issue: 0 });
    const answers = await Promise.all([
      maren().post(at(checked.id, "/start")),
      maren().post(at(checked.id, "/start")),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    await world.drain();
    for (const step of ["/start", "/stop", "/check"])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(
        (await maren().post(at(checked.id, step), step === "/check" ? plan({ issue: 0 }) : undefined)).status,
      ).toBe(409);
    expect((await maren().delete(at(checked.id))).status).toBe(409);
  });

  test("ends after the batch in its hands when somebody stops it, and is gone on with", async () => {
    const word = fresh("stopped");
    const rows = Array.from({ length: 3500 }, (_, index) => `${word} ${index}`).join("\n");
    const checked = await check(`body\n${rows}\n`, { issue: 0 });
    await maren().post(at(checked.id, "/start"));
    // The stop is there, and is seen once the first batch is in.
    const client = await world.pool.connect();
    await client.query("begin");
    await client.query("update imports set state = 'stopping' where id = $1", [checked.id]);
    const working = world.drain();
    await expect
      .poll(async () => {
        const tickets = world.db.selectFrom("tickets").where("issue", "like", `${word}%`);
        const { n } = await tickets
          .select((eb) => eb.fn.countAll<number>().as("n"))
          .executeTakeFirstOrThrow();
        return n;
      })
      .toBeGreaterThan(0);
    await client.query("commit");
    client.release();
    await working;
    const stopped = await read(checked.id);
    expect(stopped).toMatchObject({ state: "stopped", share: expect.any(Number) });
    expect(stopped.report.imported).toBeLessThan(3500);
    expect(await start(checked.id)).toMatchObject({ state: "done", report: { imported: 3500, skipped: 0 } });
  });

  test("whose file is gone says so, and whose process was killed can be gone on with", async () => {
    const checked = await check(`body\n${fresh("gone")}\n`, { issue: 0 });
    await rm(fileOf(world.app, checked.id));
    expect((await maren().post(at(checked.id, "/start"))).status).toBe(410);
    await writeFile(fileOf(world.app, checked.id), `body\n${fresh("back")}\n`);
    await world.pool.query("update imports set state = 'running', started_at = '2020-01-01' where id = $1", [
      checked.id,
    ]);
    await enqueue(world, jobs.sweepImports, {});
    await world.drain();
    expect((await read(checked.id)).state).toBe("stopped");
    expect(await start(checked.id)).toMatchObject({ state: "done", report: { imported: 1 } });
  });

  test("whose check was stopped when the process was killed waits to be checked, and starts nothing", async () => {
    const checked = await check(`body\n${fresh("unchecked")}\n`, { issue: 0 });
    await world.pool.query("update imports set state = 'stopping', started_at = '2020-01-01' where id = $1", [
      checked.id,
    ]);
    await enqueue(world, jobs.sweepImports, {});
    await world.drain();
    expect((await read(checked.id)).state).toBe("draft");
    expect((await maren().post(at(checked.id, "/start"))).status).toBe(409);
  });

  test("keeps its file for seven days", async () => {
    const checked = await check(`body\n${fresh("week")}\n`, { issue: 0 });
    world.pass(6 * 24 * 3_600_000);
    await enqueue(world, jobs.sweepImports, {});
    await world.drain();
    expect((await maren().get(at(checked.id, "/table"))).status).toBe(200);
    world.pass(2 * 24 * 3_600_000);
    await enqueue(world, jobs.sweepImports, {});
    await world.drain();
    await expect(readFile(fileOf(world.app, checked.id))).rejects.toThrow("ENOENT");
    expect((await maren().get(at(checked.id))).status).toBe(404);
  });
});
