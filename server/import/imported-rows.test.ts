import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { fresh } from "../../test/support/import/fresh.ts";
import {
  countTickets,
  type ImportFile,
  newImportFile,
  type Order,
  ticketWith,
} from "../../test/support/import/import-file.ts";
import { makeValueKey } from "./rows/value-map.ts";

let world: World;
let file: ImportFile;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(() => {
  file = newImportFile(world);
});

/** A file of tickets that were opened at these times. */
const fileOfDays = (...times: string[]) =>
  `body,opened\n${times.map((time) => `${fresh("day")},${time}\n`).join("")}`;

describe("days by numbers", () => {
  const map = { issue: "body", created: "opened" };
  const createdOf = async (order: Order, ...times: string[]) => {
    const content = fileOfDays(...times);
    const report = await file.run(content, { map, ...order });
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
    const before = await countTickets(world);
    await expect(file.run(fileOfDays("03/04/2016", "05/06/2016"), { map })).rejects.toThrow(
      'In the column "opened" 03/04/2016 can be two days: write --dates day-first or --dates month-first.',
    );
    expect(await countTickets(world)).toBe(before);
    expect((await createdOf({ dates: "day-first" }, "03/04/2016")).created).toEqual(["2016-04-03T00:00"]);
    expect((await createdOf({ dates: "month-first" }, "03/04/2016")).created).toEqual(["2016-03-04T00:00"]);
  });

  test("of a column that writes both are rejected where they could be two", async () => {
    const { report, created } = await createdOf({}, "29/02/2016", "02/29/2016", "03/04/2016");
    expect(created).toEqual(["2016-02-29T00:00", "2016-02-29T00:00", undefined]);
    expect(report.reasons[0]?.reason).toContain("can be two days, and the column writes both");
  });
});

describe("what comes in", () => {
  test("has number, words, history, source and figures, and notifies nobody", async () => {
    const issue = fresh("Żółta łódź");
    const jobs = await world.pool.query("select count(*) from mails");
    await file.run(`subject,body,who\nBoat,${issue},Tomas@Kestrel.test\n`, {
      map: { subject: "subject", issue: "body", client: "who" },
    });
    const ticket = await ticketWith(world, issue);
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
    const report = await file.run(
      `\uFEFFsubject,body\r\n27" screen,"${issue.replaceAll('"', '""')}"\r\n\r\n`,
    );
    expect(report).toMatchObject({ imported: 1, rejected: 0 });
    expect((await ticketWith(world, issue)).subject).toBe('27" screen');
  });

  test("reads windows-1252 and UTF-16 as such, and says so", async () => {
    const issue = fresh("Größe ändern");
    const report = await file.run(Buffer.from(`subject,body\nä,${issue}\n`, "latin1"));
    expect(report.encoding).toEqual({ name: "windows-1252", damaged: false });
    expect((await ticketWith(world, issue)).subject).toBe("ä");
    const other = fresh("Łódź");
    const wide = await file.run(Buffer.from(`\uFEFFsubject,body\na,${other}\n`, "utf16le"));
    expect(wide.encoding.name).toBe("utf-16le");
    expect((await ticketWith(world, other)).subject).toBe("a");
  });

  test("rejects only the damaged rows of a file that is UTF-8 otherwise", async () => {
    const good = Buffer.from(`subject,body\na,${fresh("żółć ąę")}\nb,`);
    const report = await file.run(Buffer.concat([good, Buffer.from([0xff, 0xfe, 0x0a])]));
    expect(report).toMatchObject({ imported: 1, rejected: 1, encoding: { name: "utf-8", damaged: true } });
    expect(report.reasons).toEqual([{ line: 3, reason: "contains bytes that are no text", count: 1 }]);
  });

  test("reads semicolons where the header has them", async () => {
    const issue = fresh("a, b");
    expect(await file.run(`subject;body\na;${issue}\n`)).toMatchObject({ imported: 1, delimiter: ";" });
    expect((await ticketWith(world, issue)).issue).toBe(issue);
  });

  test("gets a missing subject from the first line of the issue, cut at a word", async () => {
    const long = fresh(`\n${"word ".repeat(60)}\nrest`).trim();
    const report = await file.run(`subject,body\n,"${long}"\n`);
    expect(report.subjectsFromIssue).toBe(1);
    const { subject } = await ticketWith(world, long);
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
    const report = await file.run(
      `body,p,s\n${rows.map(({ issue, priority, status }) => `${issue},${priority},${status}\n`).join("")}`,
      { map: { issue: "body", priority: "p", status: "s" }, values },
    );
    expect(report).toMatchObject({ imported: 5, prioritiesFromNumbers: 2 });
    for (const { issue, expected } of rows) {
      const ticket = await ticketWith(world, issue);
      expect(`${ticket.priority} ${ticket.status}`).toBe(expected);
      expect(ticket.closed !== null).toBe(ticket.status === "closed");
    }
  });

  test("keeps the times of the file", async () => {
    const issue = fresh("times");
    await file.run(`body,c,u\n${issue},2025-03-04 05:06,2025-03-05T01:00:00+02:00\n`, {
      map: { issue: "body", created: "c", updated: "u" },
    });
    const ticket = await ticketWith(world, issue);
    expect(ticket.created.toISOString()).toBe("2025-03-04T05:06:00.000Z");
    expect(ticket.updated.toISOString()).toBe("2025-03-04T23:00:00.000Z");
  });

  test("belongs to the company of --company", async () => {
    const issue = fresh("whose");
    await file.run(`body\n${issue}\n`, { map: { issue: "body" }, company: "kestrel logistics" });
    expect((await ticketWith(world, issue)).company_id).toBe(world.companies.kestrel);
  });
});

describe("running it again", () => {
  test("imports nothing twice, and equal rows are different tickets", async () => {
    const row = `same,${fresh("same")}\n`;
    expect(await file.run(`subject,body\n${row}${row}`)).toMatchObject({ imported: 2, skipped: 0 });
    expect(await file.runAgain()).toMatchObject({ imported: 0, skipped: 2 });
  });

  test("imports the rows that were added, wherever they stand", async () => {
    const [one, two, three] = ["1", "2", "3"].map((each) => `${each},${fresh("added")}\n`);
    await file.run(`subject,body\n${one}${two}`);
    expect(await file.run(`subject,body\n${three}${two}${one}${one}`)).toMatchObject({
      imported: 2,
      skipped: 2,
    });
  });

  test("knows a row by its key where there is one, and rejects a key that stands there twice", async () => {
    const key = fresh("K");
    await file.run(`id,body\n${key},${fresh("keyed")}\n`, { map: { issue: "body" }, key: "id" });
    const report = await file.run(
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
    const before = await countTickets(world);
    const report = await file.run(`subject,body\n${rows.join("")}`, {
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    expect(report.stopped).toBe(true);
    expect(report.imported % 1000).toBe(0);
    expect(await countTickets(world)).toBe(before + report.imported);
    expect(await file.runAgain()).toMatchObject({
      imported: 3500 - report.imported,
      skipped: report.imported,
    });
  });
});
