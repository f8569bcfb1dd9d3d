import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { tellReasons } from "../../test/support/tell-reasons.ts";
import { newFolder } from "../../test/support/temporary-folder.ts";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { importTickets, type ImportOrder } from "./import-tickets.ts";
import { makeValueKey } from "./rows/value-map.ts";

let world: World;
let file: string;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(() => {
  file = join(newFolder(), "tickets.csv");
});

/** Rows of a file that no other test has: content is what makes a row known. */
let nonce = 0;
const fresh = (text: string) => `${text} (${(nonce += 1)})`;

function run(
  content: string | Buffer,
  order: Partial<Omit<ImportOrder, "map">> & { map?: Record<string, string> } = {},
) {
  writeFileSync(file, content);
  return runAgain(order);
}

function runAgain({
  map = { subject: "subject", issue: "body" },
  ...order
}: Partial<Omit<ImportOrder, "map">> & { map?: Record<string, string> } = {}) {
  return importTickets(world.pool, "WP-", {
    file,
    values: new Map(),
    key: null,
    company: null,
    dryRun: false,
    now: world.clock.now(),
    ...order,
    map: new Map(Object.entries(map)),
  }).then(tellReasons);
}

const countTickets = async () =>
  (
    await world.db
      .selectFrom("tickets")
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow()
  ).n;

async function ticketWith(issue: string) {
  return world.db.selectFrom("tickets").selectAll().where("issue", "=", issue).executeTakeFirstOrThrow();
}

/** Why the second line of a file is rejected, while the third comes in. */
async function reasonOf(row: string, header = "subject,body,priority,status,created,client,company") {
  const fields = Object.fromEntries(
    header.split(",").map((name) => [name === "body" ? "issue" : name, name]),
  );
  const report = await run(`${header}\r\n${row}\r\n${fresh("fine")},${fresh("fine")},,,,,\r\n`, {
    map: fields,
  });
  expect(report).toMatchObject({ imported: 1, rejected: 1 });
  expect(report.reasons[0]?.line).toBe(2);
  return report.reasons[0]?.reason;
}

describe("an import that cannot be says why in one sentence, and changes nothing", () => {
  test("no such file", async () => {
    await expect(runAgain()).rejects.toThrow(`There is no file ${file}.`);
  });

  test("an empty file", async () => {
    await expect(run("")).rejects.toThrow("is empty: its first line must name the columns");
  });

  test("a column that the file lacks, with those that it has", async () => {
    await expect(run("title,body\na,b\n")).rejects.toThrow(
      'The file has no column "subject". Its columns are title, body.',
    );
  });

  test("a column that the file has twice", async () => {
    await expect(run("subject,body,body\na,b,c\n")).rejects.toThrow('has the column "body" twice');
  });

  test("a field that tickets do not have", async () => {
    await expect(run("title,body\n", { map: { titel: "title", issue: "body" } })).rejects.toThrow(
      'Tickets have no field "titel"',
    );
  });

  test("no column for the issue", async () => {
    await expect(run("title,body\n", { map: { subject: "title" } })).rejects.toThrow("--map issue=COLUMN");
  });

  test("a company that is not there", async () => {
    await expect(run("subject,body\na,b\n", { company: "Nowhere Ltd" })).rejects.toThrow(
      'There is no company named "Nowhere Ltd"',
    );
  });

  test("a second one at the same time", async () => {
    const other = await world.pool.connect();
    await other.query("select pg_advisory_lock(1464813650)");
    await expect(run("subject,body\na,b\n")).rejects.toThrow("Another import is running");
    await other.query("select pg_advisory_unlock_all()");
    other.release();
  });

  test("a dry run", async () => {
    const before = await countTickets();
    const report = await run(`subject,body\na,${fresh("dry")}\nb,\n`, { dryRun: true });
    expect(report).toMatchObject({ imported: 1, rejected: 1, rejectsFile: null });
    expect(await countTickets()).toBe(before);
    expect(existsSync(`${file}.rejects.csv`)).toBe(false);
  });
});

/** A file of tickets that were opened at these times. */
const fileOfDays = (...times: string[]) =>
  `body,opened\n${times.map((time) => `${fresh("day")},${time}\n`).join("")}`;

describe("days by numbers", () => {
  const map = { issue: "body", created: "opened" };
  const createdOf = async (order: Partial<Omit<ImportOrder, "map">>, ...times: string[]) => {
    const content = fileOfDays(...times);
    const report = await run(content, { map, ...order });
    const issues = content.split("\n").flatMap((line) => /^(day .*),/.exec(line)?.[1] ?? []);
    const { rows } = await world.pool.query<{ issue: string; created: Date }>(
      "select issue, created from tickets where issue = any($1)",
      [issues],
    );
    const created = issues.map((issue) =>
      rows
        .find((row) => row.issue === issue)
        ?.created.toISOString()
        .slice(0, 16),
    );
    return { report, created };
  };

  test("are read in the order that one of the column tells, wherever it stands", async () => {
    expect((await createdOf({}, "03-04-2016 10:00", "29-02-2016 01:16")).created).toEqual([
      "2016-04-03T10:00",
      "2016-02-29T01:16",
    ]);
    expect((await createdOf({}, "3/4/2016", "2/29/2016 1:16 PM")).created).toEqual([
      "2016-03-04T00:00",
      "2016-02-29T13:16",
    ]);
  });

  test("are asked about where every one could be two, before anything is imported", async () => {
    const before = await countTickets();
    await expect(run(fileOfDays("03/04/2016", "05/06/2016"), { map })).rejects.toThrow(
      'In the column "opened" 03/04/2016 can be two days: write --dates day-first or --dates month-first.',
    );
    expect(await countTickets()).toBe(before);
    expect((await createdOf({ dates: "day-first" }, "03/04/2016")).created).toEqual(["2016-04-03T00:00"]);
    expect((await createdOf({ dates: "month-first" }, "03/04/2016")).created).toEqual(["2016-03-04T00:00"]);
  });

  test("of a column that writes both are rejected where they could be two", async () => {
    const { report, created } = await createdOf({}, "29/02/2016", "02/29/2016", "03/04/2016");
    expect(created).toEqual(["2016-02-29T00:00", "2016-02-29T00:00", undefined]);
    expect(report.reasons[0]?.reason).toContain("can be two days, and the column writes both");
  });
});

describe("a spreadsheet", () => {
  test("may end in rows and columns without any value, which are passed over and counted", async () => {
    const filled = `a,${fresh("sheet")},,\n`;
    const report = await run(`subject,body\n${filled}${",,,\n".repeat(2500)}  , \n`);
    expect(report).toMatchObject({ imported: 1, rejected: 0, empty: 2501, rejectsFile: null });
  });

  test("with many bad rows has each kind of reason once, with its rows counted", async () => {
    const rows = Array.from({ length: 30 }, (_, n) => `${fresh("bad")},yesterday ${n}\n`).join("");
    const report = await run(`body,opened\n${rows},2026-01-01\n`, {
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
    await run(`subject,body\n${good}\n"a ""quoted"" one",\n`);
    expect(readFileSync(`${file}.rejects.csv`, "utf8")).toBe(
      '\uFEFFline,reason,subject,body\r\n3,Issue description is required,"a ""quoted"" one",\r\n',
    );
    await run(`subject,body\n${good}\n`);
    expect(existsSync(`${file}.rejects.csv`)).toBe(false);
  });
});

describe("what comes in", () => {
  test("has number, words, history, source and figures, and notifies nobody", async () => {
    const issue = fresh("Żółta łódź");
    const jobs = await world.pool.query("select count(*) from mails");
    await run(`subject,body,who\nBoat,${issue},Tomas@Kestrel.test\n`, {
      map: { subject: "subject", issue: "body", client: "who" },
    });
    const ticket = await ticketWith(issue);
    expect(ticket).toMatchObject({
      uid: `WP-${ticket.number}`,
      client_id: world.idOf("tomas"),
      company_id: world.companies.kestrel,
      status: "open",
      priority: "normal",
      source: "import",
    });
    const found = await world.as("tomas").get("/tickets", { search: "zołta" });
    expect(found.body.items.map(({ id }: { id: string }) => id)).toEqual([ticket.id]);
    expect((await world.as("maren").get("/tickets", { search: ticket.uid })).body.items).toHaveLength(1);
    expect((await world.as("jonas").get(`/tickets/${ticket.id}`)).status).toBe(404);
    const events = await world.db
      .selectFrom("history")
      .selectAll()
      .where("entity_id", "=", ticket.id)
      .execute();
    expect(events.map(({ kind, via }) => `${kind} ${via}`)).toEqual(["ticket.created import"]);
    expect((await world.pool.query("select count(*) from mails")).rows).toEqual(jobs.rows);
    const counted = await world.pool.query(
      "select (select sum(n) from ticket_counts) = (select count(*) from tickets where deleted_at is null) as same",
    );
    expect(counted.rows).toEqual([{ same: true }]);
  });

  test("keeps quoted line ends, quotes, CRLF and a byte order mark out of trouble", async () => {
    const issue = fresh('first\nsecond "quoted", third');
    const report = await run(`\uFEFFsubject,body\r\n27" screen,"${issue.replaceAll('"', '""')}"\r\n\r\n`);
    expect(report).toMatchObject({ imported: 1, rejected: 0 });
    expect((await ticketWith(issue)).subject).toBe('27" screen');
  });

  test("reads windows-1252 and UTF-16 as such, and says so", async () => {
    const issue = fresh("Größe ändern");
    const report = await run(Buffer.from(`subject,body\nä,${issue}\n`, "latin1"));
    expect(report.encoding).toEqual({ name: "windows-1252", damaged: false });
    expect((await ticketWith(issue)).subject).toBe("ä");
    const other = fresh("Łódź");
    const wide = await run(Buffer.from(`\uFEFFsubject,body\na,${other}\n`, "utf16le"));
    expect(wide.encoding.name).toBe("utf-16le");
    expect((await ticketWith(other)).subject).toBe("a");
  });

  test("rejects only the damaged rows of a file that is UTF-8 otherwise", async () => {
    const good = Buffer.from(`subject,body\na,${fresh("żółć ąę")}\nb,`);
    const report = await run(Buffer.concat([good, Buffer.from([0xff, 0xfe, 0x0a])]));
    expect(report).toMatchObject({ imported: 1, rejected: 1, encoding: { name: "utf-8", damaged: true } });
    expect(report.reasons).toEqual([{ line: 3, reason: "contains bytes that are no text", count: 1 }]);
  });

  test("reads semicolons where the header has them", async () => {
    const issue = fresh("a, b");
    expect(await run(`subject;body\na;${issue}\n`)).toMatchObject({ imported: 1, delimiter: ";" });
    expect((await ticketWith(issue)).issue).toBe(issue);
  });

  test("gets a missing subject from the first line of the issue, cut at a word", async () => {
    const long = fresh(`\n${"word ".repeat(60)}\nrest`).trim();
    const report = await run(`subject,body\n,"${long}"\n`);
    expect(report.subjectsFromIssue).toBe(1);
    const { subject } = await ticketWith(long);
    expect(subject.length).toBeLessThanOrEqual(200);
    expect(subject).toMatch(/^(word )+word…$/);
  });

  test("understands words and numbers for priority and status, and what is said of others", async () => {
    const values = new Map([
      [makeValueKey("priority", "P1"), "urgent"],
      [makeValueKey("status", "parked"), "on_hold"],
    ]);
    const rows = [
      ["medium", "", "normal open"],
      ["3", "Resolved", "urgent closed"],
      ["0", "In Progress", "low in_progress"],
      ["p1", "Parked", "urgent on_hold"],
      ["High", "pending", "high pending"],
    ].map(([priority, status, expected]) => ({ priority, status, expected, issue: fresh("kind") }));
    const report = await run(
      `body,p,s\n${rows.map(({ issue, priority, status }) => `${issue},${priority},${status}\n`).join("")}`,
      { map: { issue: "body", priority: "p", status: "s" }, values },
    );
    expect(report).toMatchObject({ imported: 5, prioritiesFromNumbers: 2 });
    for (const { issue, expected } of rows) {
      const ticket = await ticketWith(issue);
      expect(`${ticket.priority} ${ticket.status}`).toBe(expected);
      expect(ticket.closed !== null).toBe(ticket.status === "closed");
    }
  });

  test("keeps the times of the file", async () => {
    const issue = fresh("times");
    await run(`body,c,u\n${issue},2025-03-04 05:06,2025-03-05T01:00:00+02:00\n`, {
      map: { issue: "body", created: "c", updated: "u" },
    });
    const ticket = await ticketWith(issue);
    expect(ticket.created.toISOString()).toBe("2025-03-04T05:06:00.000Z");
    expect(ticket.updated.toISOString()).toBe("2025-03-04T23:00:00.000Z");
  });

  test("belongs to the company of --company", async () => {
    const issue = fresh("whose");
    await run(`body\n${issue}\n`, { map: { issue: "body" }, company: "kestrel logistics" });
    expect((await ticketWith(issue)).company_id).toBe(world.companies.kestrel);
  });
});

describe("running it again", () => {
  test("imports nothing twice, and equal rows are different tickets", async () => {
    const row = `same,${fresh("same")}\n`;
    expect(await run(`subject,body\n${row}${row}`)).toMatchObject({ imported: 2, skipped: 0 });
    expect(await runAgain()).toMatchObject({ imported: 0, skipped: 2 });
  });

  test("imports the rows that were added, wherever they stand", async () => {
    const [one, two, three] = ["1", "2", "3"].map((each) => `${each},${fresh("added")}\n`);
    await run(`subject,body\n${one}${two}`);
    expect(await run(`subject,body\n${three}${two}${one}${one}`)).toMatchObject({ imported: 2, skipped: 2 });
  });

  test("knows a row by its key where there is one, and rejects a key that stands there twice", async () => {
    const key = fresh("K");
    await run(`id,body\n${key},${fresh("keyed")}\n`, { map: { issue: "body" }, key: "id" });
    const report = await run(
      `id,body\n${key},${fresh("changed")}\n${key},${fresh("again")}\n,${fresh("none")}\n`,
      {
        map: { issue: "body" },
        key: "id",
      },
    );
    expect(report).toMatchObject({ imported: 0, skipped: 1, rejected: 2 });
    expect(report.reasons.map(({ reason }) => reason)).toEqual([
      `the key "${key}" stands in an earlier row too`,
      "has no key",
    ]);
  });

  test("goes on after a stop, which leaves whole batches in", async () => {
    const rows = Array.from({ length: 3500 }, (_, index) => `${index},${fresh("stop")}\n`);
    const stop = new AbortController();
    const before = await countTickets();
    const report = await run(`subject,body\n${rows.join("")}`, {
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    expect(report.stopped).toBe(true);
    expect(report.imported % 1000).toBe(0);
    expect(await countTickets()).toBe(before + report.imported);
    expect(await runAgain()).toMatchObject({ imported: 3500 - report.imported, skipped: report.imported });
  });
});

describe("a row may say more than its text", () => {
  const FIELDS_ALL = [
    "assignee",
    "client",
    "company",
    "team",
    "status",
    "created",
    "updated",
    "closed",
    "tags",
    "comments",
    "number",
  ];
  const map = { issue: "body", ...Object.fromEntries(FIELDS_ALL.map((name) => [name, name])) };
  const row = (issue: string, cells: Partial<Record<string, string>>) =>
    `body,${FIELDS_ALL.join(",")}\n${[issue, ...FIELDS_ALL.map((name) => `"${cells[name] ?? ""}"`)].join(",")}\n`;

  test("agent by address or name, team, the time of closing, the old number; tags and comments become internal notes", async () => {
    const [group] = (await world.as("maren").get("/groups")).body.groups;
    const issue = fresh("The whole row");
    const word = `quartz${nonce}`;
    const report = await run(
      row(issue, {
        assignee: "idris okafor",
        client: `Tomás <${(await world.as("tomas").get("/auth/me")).body.email}>`,
        team: group.name.toUpperCase(),
        status: "closed",
        created: "29-02-2016 01:16",
        updated: "05-03-2016 09:00",
        closed: "02-03-2016 10:30",
        tags: "vpn, printer",
        comments: `Called back about the ${word}`,
        number: "HD-4711",
      }),
      { map },
    );
    expect(report).toMatchObject({ imported: 1, rejected: 0, made: { companies: 0, people: 0 } });
    const { id } = await ticketWith(issue);
    const ticket = (await world.as("maren").get(`/tickets/${id}`)).body;
    expect(ticket).toMatchObject({
      assignee_id: world.idOf("idris"),
      client_id: world.idOf("tomas"),
      group_id: group.id,
      status: "closed",
      created: "2016-02-29T01:16:00.000Z",
      closed: "2016-03-02T10:30:00.000Z",
      old_number: "HD-4711",
    });
    const notes = (await world.as("idris").get(`/tickets/${id}/comments`)).body.comments;
    expect(
      notes.map((note: { comment: string; visibility: string }) => [note.comment, note.visibility]),
    ).toEqual([
      [`Called back about the ${word}`, "internal"],
      ["Tags: vpn, printer", "internal"],
    ]);
    // Nobody knows who was to read them, so the client reads none, and learns no word of them.
    expect((await world.as("tomas").get(`/tickets/${id}/comments`)).body.comments).toEqual([]);
    expect((await world.as("tomas").get("/tickets", { search: word })).body.items).toEqual([]);
    expect((await world.as("idris").get("/tickets", { search: word })).body.items).toHaveLength(1);
    for (const who of ["idris", "tomas"] as const)
      expect((await world.as(who).get("/tickets", { search: "hd-4711" })).body.items).toHaveLength(1);
  });

  test.each([
    [{ assignee: "Nobody Known" }, 'there is no agent "Nobody Known"'],
    [{ assignee: "client@kestrel.example" }, 'there is no agent "client@kestrel.example"'],
    [{ team: "The Moon" }, 'there is no team named "The Moon"'],
    [{ client: "Somebody Else" }, 'there is no client named "Somebody Else"'],
    [{ created: "2016-03-02", closed: "2016-03-01", status: "closed" }, "closed lies before created"],
    [{ number: "9".repeat(101) }, "Number must be at most 100 characters, this has 101"],
  ])("%s is rejected: %s", async (cells, reason) => {
    const report = await run(row(fresh("x"), cells), { map });
    expect(report).toMatchObject({ imported: 0, rejected: 1, reasons: [{ reason }] });
  });

  test("a value can be given another meaning, or none", async () => {
    const issue = fresh("Mapped");
    const values = new Map([
      [makeValueKey("assignee", "bob"), "Idris Okafor"],
      [makeValueKey("company", "kestrel gmbh"), "Kestrel Logistics"],
      [makeValueKey("team", "old team"), ""],
    ]);
    expect(
      await run(row(issue, { assignee: "Bob", company: "Kestrel GmbH", team: "Old team" }), { map, values }),
    ).toMatchObject({ reasons: [] });
    expect(await ticketWith(issue)).toMatchObject({
      assignee_id: world.idOf("idris"),
      company_id: world.companies.kestrel,
      group_id: null,
    });
  });

  test("a row without a status that says when it was closed is closed, and an open one is not", async () => {
    const [over, open] = [fresh("Over"), fresh("Open")];
    await run(row(over, { created: "2016-03-01", closed: "2016-03-02" }), { map });
    await run(row(open, { created: "2016-03-01", closed: "2016-03-02", status: "open" }), { map });
    expect(await ticketWith(over)).toMatchObject({ status: "closed" });
    expect(await ticketWith(open)).toMatchObject({ status: "open", closed: null });
  });
});

const fileOfPeople = (...rows: string[]) => `body,who,firm\n${rows.join("\n")}\n`;

describe("people and companies that nobody knows", () => {
  const map = { issue: "body", client: "who", company: "firm" };
  const make = { companies: true, people: true };

  test("are made once each, as chosen, can not sign in and are not mailed; the dry run counts the same", async () => {
    const firm = fresh("Harbor Works");
    const [one, two, three] = [fresh("1"), fresh("2"), fresh("3")];
    const address = `ines${nonce}@harbor.example`;
    const content = fileOfPeople(
      `${one},Inês Prado <${address}>,${firm}`,
      `${two},${address.toUpperCase()},${firm.toUpperCase()}`,
      `${three},,${firm}`,
    );
    expect(await run(content, { map })).toMatchObject({ imported: 0, rejected: 3 });
    expect(await run(content, { map, make: { companies: false, people: true } })).toMatchObject({
      rejected: 3,
    });
    const expected = { imported: 3, rejected: 0, made: { companies: 1, people: 1 } };
    expect(await run(content, { map, make, dryRun: true })).toMatchObject(expected);
    expect((await world.as("maren").get("/companies", { search: firm })).body.companies).toEqual([]);
    const mails = await world.db.selectFrom("mails").select("id").execute();
    expect(await run(content, { map, make })).toMatchObject(expected);
    expect(await run(content, { map, make })).toMatchObject({ imported: 0, skipped: 3 });
    const [made] = (await world.as("maren").get("/users", { user_type: "external", search: address })).body
      .users;
    expect(made).toMatchObject({ fullname: "Inês Prado", email: address, company_name: firm });
    const { id } = await ticketWith(two);
    expect((await world.as("maren").get(`/tickets/${id}`)).body.client_id).toBe(made.id);
    await world.drain();
    expect(await world.db.selectFrom("mails").select("id").execute()).toEqual(mails);
    const signIn = await world.fastify.inject({
      method: "POST",
      url: "/api/auth/login",
      payload: { email: address, password: "waypost-demo" },
    });
    expect(signIn.statusCode).toBe(401);
  });

  test("are not made of what is no address, nor a second time of somebody who was deleted", async () => {
    const report = await run(fileOfPeople(`${fresh("x")},nobody@nowhere,`, `${fresh("y")},Just A Name,`), {
      map,
      make,
    });
    expect(report).toMatchObject({ imported: 0, rejected: 2, made: { people: 0 } });
  });
});
