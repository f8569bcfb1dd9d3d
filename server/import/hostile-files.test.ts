import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeDatabase } from "../../test/support/database/database.ts";
import * as fc from "../../test/support/property-seed.ts";
import { tellReasons } from "../../test/support/tell-reasons.ts";
import { newFolder } from "../../test/support/temporary-folder.ts";
import { importTickets } from "./import-tickets.ts";

let database: Awaited<ReturnType<typeof makeDatabase>>;
let file: string;
beforeAll(async () => {
  database = await makeDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  file = join(newFolder(), "tickets.csv");
});

const FIELDS = { issue: "issue" };

/** Imports a file, with each column that is named like a field, and `id` as the key where there is one. */
function run(content: string | Buffer, map: Record<string, string> = FIELDS, key: string | null = null) {
  writeFileSync(file, content);
  return runOn(file, map, key);
}

function runOn(path: string, map: Record<string, string> = FIELDS, key: string | null = null) {
  return importTickets(database.pool, "WP-", {
    file: path,
    map: new Map(Object.entries(map)),
    values: new Map(),
    key,
    company: null,
    dryRun: false,
    now: new Date("2026-11-20T12:00:00Z"),
  }).then(tellReasons);
}

const random = (length: number) => randomBytes(length).toString("hex").slice(0, length);
/** Text that no other row has. */
const fresh = () => random(20);

/** What the parser, the database, its COPY and a terminal might take for something else. */
const HOSTILE = [
  "a,1, ,\t,=,-,',/,:,.,@,|,{,},%,$1,\\,\\.,\\N,\0,\u001b,\uFFFD,\u202E,𝄞,é",
  "2026-01-01,0001-01-01T00:00,99999999999999999999",
].flatMap((list) => list.split(","));

const readIssues = async () =>
  (await database.pool.query<{ issue: string }>("select issue from tickets")).rows.map(({ issue }) => issue);

describe("one row that cannot be kept is rejected with its reason, and the others come in", () => {
  const CELLS = {
    "NUL in the text": [{ issue: "a\0b" }, "contains characters that cannot be stored"],
    "NUL in the key": [{ id: "a\0b" }, "contains characters that cannot be stored"],
    "NUL in a column that is not mapped": [{ other: "\0" }, "contains characters that cannot be stored"],
    "a key that no index holds": [
      { id: random(9000) },
      "the key must be at most 500 characters, this has 9,000",
    ],
    "a year before all years": [
      { created: "0000-05-05" },
      /^created 0000-05-05T00:00:00.000Z lies before 1970/,
    ],
    "a year before computers": [{ created: "1601-01-01" }, /lies before 1970/],
    "a company of a million characters": [
      { company: "x".repeat(900_000) },
      `there is no company named "${"x".repeat(40)}…"`,
    ],
    "a client of a million characters": [
      { client: "é@".repeat(400_000) },
      /^there is no client with the e-mail address ".{41}"$/,
    ],
    "more cells than the header": [{ other: '1","2","3' }, "has 8 values where the header has 6"],
  } as const;

  test.each(Object.entries(CELLS))("%s", async (_, [cells, reason]) => {
    const header = ["id", "issue", "created", "company", "client", "other"] as const;
    const row: Record<(typeof header)[number], string> = {
      id: fresh(),
      issue: fresh(),
      created: "",
      company: "",
      client: "",
      other: "",
    };
    const bad = header.map((name) => `"${{ ...row, ...cells }[name]}"`).join(",");
    const good = [fresh(), fresh(), "", "", "", ""].join(",");
    const map = Object.fromEntries(["issue", "created", "company", "client"].map((name) => [name, name]));
    const report = await run(`${header.join(",")}\n${bad}\n${good}\n`, map, "id");
    expect(report).toMatchObject({ imported: 1, rejected: 1, reasons: [{ line: 2 }] });
    expect(report.reasons[0]?.reason).toMatch(reason);
  });

  test("half a character of UTF-16", async () => {
    const good = Buffer.from(`\uFEFFissue\n${fresh()}\n`, "utf16le");
    const report = await run(Buffer.concat([good, Buffer.from([0x00, 0xd8]), Buffer.from("x\n", "utf16le")]));
    expect(report).toMatchObject({ imported: 1, rejected: 1, encoding: { name: "utf-16le", damaged: true } });
    expect(report.reasons).toEqual([{ line: 3, reason: "contains bytes that are no text", count: 1 }]);
  });

  test("whatever cells hold, every row is imported or rejected", async () => {
    const unit = fc.constantFrom(...HOSTILE);
    const cell = fc.oneof(fc.string({ unit, maxLength: 30 }), fc.string({ unit: "binary", maxLength: 20 }));
    const row = fc.array(cell, { minLength: 6, maxLength: 6 });
    const header = ["issue", "subject", "created", "company", "client", "id"];
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 20, maxLength: 40 }), async (rows) => {
        const quoted = rows.map((cells) => cells.map((each) => `"${each.replaceAll('"', '""')}"`).join(","));
        const map = Object.fromEntries(header.slice(0, 5).map((name) => [name, name]));
        const report = await run(`${header.join(",")}\n${quoted.join("\n")}\n`, map, "id");
        expect(report.imported + report.skipped + report.rejected).toBe(rows.length);
      }),
      { numRuns: 15 },
    );
  });
});

describe("headers", () => {
  test("may name what every object has", async () => {
    const [one, two] = [fresh(), fresh()];
    const header = "__proto__,constructor,toString";
    const map = { issue: "__proto__", subject: "constructor" };
    expect(await run(`${header}\n${one},a,b\n${two},c,d\n`, map, "toString")).toMatchObject({ imported: 2 });
    expect(await readIssues()).toEqual(expect.arrayContaining([one, two]));
    await expect(run("issue\na\n", { ...FIELDS, constructor: "issue" })).rejects.toThrow(
      'Tickets have no field "constructor"',
    );
  });

  test("may have a thousand columns, of which a sentence names the first", async () => {
    const names = Array.from({ length: 1000 }, (_, index) => `column ${index}`);
    const issue = fresh();
    const report = await run(`${names.join(",")}\n${issue}${",x".repeat(999)}\n`, { issue: "column 0" });
    expect(report).toMatchObject({ imported: 1, unused: { length: 999 } });
    await expect(run(`${names.join(",")}\n`)).rejects.toThrow(
      /^The file has no column "issue"\. Its columns are column 0, .*, column 19 and 980 more\.$/,
    );
  });

  test("that leave open which of two columns is meant are refused", async () => {
    await expect(run("Issue,ISSUE\na,b\n")).rejects.toThrow('has the column "issue" twice');
    expect(await run(`ISSUE,issue,other,other\na,${fresh()},b,c\n`)).toMatchObject({ imported: 1 });
  });

  test.each([
    ["a workbook", Buffer.from("PK\u0003\u0004\u0014\0\u0006\0", "latin1")],
    ["UTF-16 without a mark", Buffer.from("issue\na\n", "utf16le")],
  ])("of what is no text are refused with what to do: %s", async (_, bytes) => {
    await expect(run(bytes)).rejects.toThrow("as CSV in UTF-8");
  });
});

describe("what is no file", () => {
  test("is refused: a directory, a device, a pipe, a link in a circle", async () => {
    const folder = newFolder();
    execFileSync("mkfifo", [join(folder, "pipe")]);
    symlinkSync(join(folder, "circle"), join(folder, "circle"));
    for (const path of [folder, "/dev/zero", join(folder, "pipe")])
      // oxlint-disable-next-line no-await-in-loop -- one import at a time
      await expect(runOn(path)).rejects.toThrow(`${path} is a directory, a device or a pipe`);
    await expect(runOn(join(folder, "circle"))).rejects.toThrow("There is no file");
  });

  test("a link to a file is read like the file", async () => {
    writeFileSync(file, `issue\n${fresh()}\n`);
    symlinkSync(file, `${file}.link`);
    expect(await runOn(`${file}.link`)).toMatchObject({ imported: 1 });
  });
});

describe("FILE.rejects.csv", () => {
  test("holds no formula, and is imported as it was once it is mended", async () => {
    const issue = `=cmd|'/c calc'!A0 ${fresh()}\n@SUM(1)`;
    const subject = "'=a; -b";
    const first = await run(
      `=name,issue,subject,created\n+1,"${issue}",${subject},yesterday\n`,
      { issue: "issue", subject: "subject", created: "created" },
      "=name",
    );
    expect(first).toMatchObject({ imported: 0, rejected: 1 });
    const rejects = readFileSync(first.rejectsFile ?? "", "utf8");
    expect(rejects.split(/[,;\r\n"]+\s*/).filter((cell) => /^[=+@-]/.test(cell))).toEqual([]);
    const mended = rejects.replace(/yesterday(?=\r\n$)/, "2026-11-01");
    const again = await run(mended, { issue: "issue", subject: "subject", created: "created" }, "'=name");
    expect(again).toMatchObject({ imported: 1, rejected: 0 });
    const kept = await database.pool.query("select issue, subject from tickets where issue = $1", [issue]);
    expect(kept.rows).toEqual([{ issue, subject }]);
  });

  test("is taken for one only where nothing is read from its own columns", async () => {
    const issue = `'=${fresh()}`;
    expect(await run(`line,reason\n1,${issue}\n`, { issue: "reason" })).toMatchObject({ imported: 1 });
    expect(await readIssues()).toContain(issue);
  });

  test("is a new file: a link that lies there leads nowhere, and a directory is in the way", async () => {
    const victim = `${file}.victim`;
    writeFileSync(victim, "precious");
    symlinkSync(victim, `${file}.rejects.csv`);
    expect(await run('issue\n""\n"a",b\n')).toMatchObject({ rejected: 1 });
    expect(readFileSync(victim, "utf8")).toBe("precious");
    mkdirSync(`${file}.other.rejects.csv`);
    writeFileSync(`${file}.other`, "issue\na\n");
    await expect(runOn(`${file}.other`)).rejects.toThrow("rejected rows go into a file of that name");
  });
});

test("many long rows are imported a few at a time, and a line without an end costs one row", async () => {
  const rows = Array.from({ length: 12 }, () => `"${fresh()}",${"x".repeat(900_000)}\n`);
  const endless = `"${"x".repeat(5_000_000)}\n`;
  const batches: number[] = [];
  writeFileSync(file, `issue,other\n${rows.slice(0, 6).join("")}${endless}${rows.slice(6).join("")}`);
  const report = await importTickets(database.pool, "WP-", {
    file,
    map: new Map(Object.entries(FIELDS)),
    values: new Map(),
    key: null,
    company: null,
    dryRun: false,
    now: new Date("2026-11-20T12:00:00Z"),
    onProgress: (_, { imported }) => batches.push(imported),
  });
  expect(report).toMatchObject({ imported: 12, rejected: 1 });
  expect(report.reasons).toEqual([{ line: 8, code: "endless_line", params: { most: 1_000_000 }, count: 1 }]);
  expect(batches.length).toBeGreaterThan(2);
  expect(readFileSync(report.rejectsFile ?? "").length).toBeLessThan(1000);
});
