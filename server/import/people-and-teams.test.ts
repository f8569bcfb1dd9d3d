import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { fresh, freshWord } from "../../test/support/import/fresh.ts";
import { type ImportFile, newImportFile, ticketWith } from "../../test/support/import/import-file.ts";
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
    const word = freshWord("quartz");
    const report = await file.run(
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
    const { id } = await ticketWith(world, issue);
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
    const report = await file.run(row(fresh("x"), cells), { map });
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
      await file.run(row(issue, { assignee: "Bob", company: "Kestrel GmbH", team: "Old team" }), {
        map,
        values,
      }),
    ).toMatchObject({ reasons: [] });
    expect(await ticketWith(world, issue)).toMatchObject({
      assignee_id: world.idOf("idris"),
      company_id: world.companies.kestrel,
      group_id: null,
    });
  });

  test("a row without a status that says when it was closed is closed, and an open one is not", async () => {
    const [over, open] = [fresh("Over"), fresh("Open")];
    await file.run(row(over, { created: "2016-03-01", closed: "2016-03-02" }), { map });
    await file.run(row(open, { created: "2016-03-01", closed: "2016-03-02", status: "open" }), { map });
    expect(await ticketWith(world, over)).toMatchObject({ status: "closed" });
    expect(await ticketWith(world, open)).toMatchObject({ status: "open", closed: null });
  });
});

const fileOfPeople = (...rows: string[]) => `body,who,firm\n${rows.join("\n")}\n`;

describe("people and companies that nobody knows", () => {
  const map = { issue: "body", client: "who", company: "firm" };
  const make = { companies: true, people: true };

  test("are made once each, as chosen, can not sign in and are not mailed; the dry run counts the same", async () => {
    const firm = fresh("Harbor Works");
    const [one, two, three] = [fresh("1"), fresh("2"), fresh("3")];
    const address = `${freshWord("ines")}@harbor.example`;
    const content = fileOfPeople(
      `${one},Inês Prado <${address}>,${firm}`,
      `${two},${address.toUpperCase()},${firm.toUpperCase()}`,
      `${three},,${firm}`,
    );
    expect(await file.run(content, { map })).toMatchObject({ imported: 0, rejected: 3 });
    expect(await file.run(content, { map, make: { companies: false, people: true } })).toMatchObject({
      rejected: 3,
    });
    const expected = { imported: 3, rejected: 0, made: { companies: 1, people: 1 } };
    expect(await file.run(content, { map, make, dryRun: true })).toMatchObject(expected);
    expect((await world.as("maren").get("/companies", { search: firm })).body.companies).toEqual([]);
    const mails = await world.db.selectFrom("mails").select("id").execute();
    expect(await file.run(content, { map, make })).toMatchObject(expected);
    expect(await file.run(content, { map, make })).toMatchObject({ imported: 0, skipped: 3 });
    const [made] = (await world.as("maren").get("/users", { user_type: "external", search: address })).body
      .users;
    expect(made).toMatchObject({ fullname: "Inês Prado", email: address, company_name: firm });
    const { id } = await ticketWith(world, two);
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
    const report = await file.run(
      fileOfPeople(`${fresh("x")},nobody@nowhere,`, `${fresh("y")},Just A Name,`),
      {
        map,
        make,
      },
    );
    expect(report).toMatchObject({ imported: 0, rejected: 2, made: { people: 0 } });
  });
});
