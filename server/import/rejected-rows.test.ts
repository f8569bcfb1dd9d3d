import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { fresh } from "../../test/support/import/fresh.ts";
import { countTickets, type ImportFile, newImportFile } from "../../test/support/import/import-file.ts";

let world: World;
let file: ImportFile;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(() => {
  file = newImportFile(world);
});

/** Why the second line of a file is rejected, while the third comes in. */
async function reasonOf(row: string, header = "subject,body,priority,status,created,client,company") {
  const fields = Object.fromEntries(
    header.split(",").map((name) => [name === "body" ? "issue" : name, name]),
  );
  const report = await file.run(`${header}\r\n${row}\r\n${fresh("fine")},${fresh("fine")},,,,,\r\n`, {
    map: fields,
  });
  expect(report).toMatchObject({ imported: 1, rejected: 1 });
  expect(report.reasons[0]?.line).toBe(2);
  return report.reasons[0]?.reason;
}

describe("an import that cannot be says why in one sentence, and changes nothing", () => {
  test("no such file", async () => {
    await expect(file.runAgain()).rejects.toThrow(`There is no file ${file.path}.`);
  });

  test("an empty file", async () => {
    await expect(file.run("")).rejects.toThrow("is empty: its first line must name the columns");
  });

  test("a column that the file lacks, with those that it has", async () => {
    await expect(file.run("title,body\na,b\n")).rejects.toThrow(
      'The file has no column "subject". Its columns are title, body.',
    );
  });

  test("a column that the file has twice", async () => {
    await expect(file.run("subject,body,body\na,b,c\n")).rejects.toThrow('has the column "body" twice');
  });

  test("a field that tickets do not have", async () => {
    await expect(file.run("title,body\n", { map: { titel: "title", issue: "body" } })).rejects.toThrow(
      'Tickets have no field "titel"',
    );
  });

  test("no column for the issue", async () => {
    await expect(file.run("title,body\n", { map: { subject: "title" } })).rejects.toThrow(
      "--map issue=COLUMN",
    );
  });

  test("a company that is not there", async () => {
    await expect(file.run("subject,body\na,b\n", { company: "Nowhere Ltd" })).rejects.toThrow(
      'There is no company named "Nowhere Ltd"',
    );
  });

  test("a second one at the same time", async () => {
    const other = await world.pool.connect();
    await other.query("select pg_advisory_lock(1464813650)");
    await expect(file.run("subject,body\na,b\n")).rejects.toThrow("Another import is running");
    await other.query("select pg_advisory_unlock_all()");
    other.release();
  });

  test("a dry run", async () => {
    const before = await countTickets(world);
    const report = await file.run(`subject,body\na,${fresh("dry")}\nb,\n`, { dryRun: true });
    expect(report).toMatchObject({ imported: 1, rejected: 1, rejectsFile: null });
    expect(await countTickets(world)).toBe(before);
    expect(existsSync(`${file.path}.rejects.csv`)).toBe(false);
  });
});

describe("a spreadsheet", () => {
  test("may end in rows and columns without any value, which are passed over and counted", async () => {
    const filled = `a,${fresh("sheet")},,\n`;
    const report = await file.run(`subject,body\n${filled}${",,,\n".repeat(2500)}  , \n`);
    expect(report).toMatchObject({ imported: 1, rejected: 0, empty: 2501, rejectsFile: null });
  });

  test("with many bad rows has each kind of reason once, with its rows counted", async () => {
    const rows = Array.from({ length: 30 }, (_, n) => `${fresh("bad")},yesterday ${n}\n`).join("");
    const report = await file.run(`body,opened\n${rows},2026-01-01\n`, {
      map: { issue: "body", created: "opened" },
    });
    expect(report).toMatchObject({ imported: 0, rejected: 31 });
    expect(report.reasons).toEqual([
      { line: 2, reason: expect.stringContaining('created "yesterday 0" is not a time like'), count: 30 },
      { line: 32, reason: "Issue description is required", count: 1 },
    ]);
  });
});

describe("a row is rejected with its line and reason, and the others come in", () => {
  test("no issue", async () => expect(await reasonOf("a,  ,,,,,")).toBe("Issue description is required"));
  test("too few values", async () =>
    expect(await reasonOf("a,b")).toBe("has 2 values where the header has 7"));
  test("too long", async () => {
    expect(await reasonOf(`${"x".repeat(201)},b,,,,,`)).toBe(
      "Subject must be at most 200 characters, this has 201",
    );
    expect(await reasonOf(`a,${"x".repeat(20_001)},,,,,`)).toContain(
      "Issue must be at most 20,000 characters",
    );
  });
  test("a character that no database keeps", async () =>
    expect(await reasonOf("a,b\0,,,,,")).toBe("contains characters that cannot be stored"));
  test("a priority or status that means nothing", async () => {
    expect(await reasonOf("a,b,7,,,,")).toContain(
      'priority "7" is none of low, normal, high, urgent, 0 to 3',
    );
    expect(await reasonOf("a,b,,parked,,,")).toContain('status "parked" is none of open');
  });
  test("a time that is none, or to come", async () => {
    for (const time of ["2026-02-31", "31/02/2026", "yesterday"])
      expect(await reasonOf(`a,b,,,${time},,`)).toContain(`created "${time}" is not a time like`);
    expect(await reasonOf("a,b,,,2031-01-01,,")).toContain("lies in the future");
  });
  test("a client or company that nobody knows, or that do not belong together", async () => {
    expect(await reasonOf("a,b,,,,x@y.example,")).toBe(
      'there is no client with the e-mail address "x@y.example"',
    );
    expect(await reasonOf("a,b,,,,,Nowhere")).toBe('there is no company named "Nowhere"');
    expect(await reasonOf("a,b,,,,tomas@kestrel.test,Aster Legal")).toContain(
      "does not belong to Aster Legal",
    );
    expect(await reasonOf("a,b,,,,idris@waypost.test,")).toContain("there is no client");
  });
  test("a quote that is never closed costs its own line only", async () =>
    expect(await reasonOf('a,"b,,,,,')).toBe("a quote is opened and never closed"));

  test("they stand in FILE.rejects.csv with their own columns, until a later run does without", async () => {
    const good = `good,${fresh("good")}`;
    await file.run(`subject,body\n${good}\n"a ""quoted"" one",\n`);
    expect(readFileSync(`${file.path}.rejects.csv`, "utf8")).toBe(
      '\uFEFFline,reason,subject,body\r\n3,Issue description is required,"a ""quoted"" one",\r\n',
    );
    await file.run(`subject,body\n${good}\n`);
    expect(existsSync(`${file.path}.rejects.csv`)).toBe(false);
  });
});
