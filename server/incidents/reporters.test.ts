import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { byText, incidentCalls, type Raised } from "../../test/support/app/incident-calls.ts";
import { refusalOf } from "../../test/support/refusal-of.ts";

const ABSENT = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";
const MINUTE = 60_000;
let world: World;
let incident: Raised;
let printer: Raised;
let elsewhere: Raised;
const { raise, raiseOutage, add, merge, reportersOf, numbersOf, ticketOf } = incidentCalls(() => ({
  world,
  incident,
}));

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  ({ incident, printer, elsewhere } = await raiseOutage());
});

describe("adding a ticket to an incident is refused", () => {
  it("to everybody who is not of the staff", async () => {
    await add([printer]);
    for (const name of ["priya", "tomas", "jonas", "nobody"] as const) {
      const caller = world.as(name);
      expect((await add([printer], printer, name)).status).toBe(403);
      expect((await caller.get(`/tickets/${printer.id}/reporters`)).status).toBe(403);
      const made = { subject: "Mine", issue: "It is.", ticket_ids: [printer.id] };
      expect((await caller.post("/incidents", made)).status).toBe(403);
      expect((await caller.post(`/incidents/${incident.id}/close`, { child_ids: [] })).status).toBe(403);
    }
    expect(await numbersOf()).toEqual([printer.uid]);
  });

  it("to staff without the right to merge, also as a link and for taking it out", async () => {
    await add([printer]);
    const [{ link_id } = { link_id: "" }] = await reportersOf();
    await world.db.deleteFrom("role_permissions").where("permission", "=", "tickets.merge").execute();
    const idris = world.as("idris");
    expect(refusalOf(await add([elsewhere]))).toEqual([403, "You are not allowed to do this"]);
    const asked = { kind: "child", ticket_id: incident.id };
    expect((await idris.post(`/tickets/${elsewhere.id}/links`, asked)).status).toBe(403);
    expect((await idris.delete(`/tickets/${printer.id}/links/${link_id}`)).status).toBe(403);
    // A related link asks for nothing of the kind.
    const related = { kind: "related", ticket_id: incident.id };
    expect((await idris.post(`/tickets/${elsewhere.id}/links`, related)).status).toBe(201);
    await world.db
      .insertInto("role_permissions")
      .columns(["role_id", "permission"])
      .expression((eb) =>
        eb
          .selectFrom("role_permissions")
          .where("permission", "=", "tickets.bulk")
          .select((row) => ["role_id", row.val<"tickets.merge">("tickets.merge").as("permission")]),
      )
      .execute();
    expect(await numbersOf()).toEqual([printer.uid]);
  });

  it("to itself, of what is not there, in the trash, and of what was merged", async () => {
    expect(refusalOf(await add([incident]))).toEqual([422, "A ticket cannot be linked to itself"]);
    const unknown = [422, "The ticket to link to does not exist"];
    expect(refusalOf(await add([printer, { id: ABSENT }]))).toEqual(unknown);
    expect(refusalOf(await add([printer], { id: ABSENT }))).toEqual([404, "Ticket not found"]);
    const [kept, merged] = [await raise("tomas", "One"), await raise("tomas", "Two")];
    await merge(kept, merged);
    expect(refusalOf(await add([merged]))).toEqual(unknown);
    expect((await add([printer], merged)).status).toBe(409);
    await world.as("maren").delete(`/tickets/${elsewhere.id}`);
    expect(refusalOf(await add([printer, elsewhere], incident, "maren"))).toEqual(unknown);
    expect(await numbersOf()).toEqual([]);
  });

  it("to an incident in the trash", async () => {
    await world.as("maren").delete(`/tickets/${incident.id}`);
    const { status, body } = await add([printer], incident, "maren");
    expect([status, body.code]).toEqual([403, "ticket.in_trash"]);
  });

  it("where it would be of two incidents, or an incident of another one", async () => {
    await add([printer]);
    const other = await raise("idris", "Another outage");
    expect(refusalOf(await add([elsewhere, printer], other))).toEqual([
      409,
      `${printer.uid} already belongs to ${incident.uid}`,
    ]);
    const nested = [422, "An incident cannot belong to another incident"];
    expect(refusalOf(await add([incident], other))).toEqual(nested);
    expect(refusalOf(await add([elsewhere], printer))).toEqual(nested);
    const asked = { kind: "child", ticket_id: printer.id };
    expect(refusalOf(await world.as("idris").post(`/tickets/${elsewhere.id}/links`, asked))).toEqual(nested);
    expect(await numbersOf(other)).toEqual([]);
  });

  it("beyond two hundred", async () => {
    const { rows: ids } = await sql<{ id: string }>`
      insert into tickets (number, uid, status, priority, subject, issue, created_by, created, updated, source)
      select 900000 + n, 'X-' || n, t.status, t.priority, t.subject, t.issue, t.created_by, t.created, t.updated, t.source
      from generate_series(1, 200) n, tickets t where t.id = ${incident.id} returning id`.execute(world.db);
    expect((await add(ids)).status).toBe(200);
    expect(refusalOf(await add([printer]))).toEqual([422, "An incident can have at most 200 tickets"]);
    // Those that are there already are no further ones.
    expect((await add(ids.slice(0, 2))).status).toBe(200);
    expect(await reportersOf()).toHaveLength(200);
  });
});

describe("the tickets of an incident", () => {
  it("are listed open ones first, each company's together, with what they say since the desk answered", async () => {
    const second = await raise("priya", "Bay 3 has no phone");
    await add([printer, elsewhere, second]);
    await world.as("idris").post(`/tickets/${second.id}/comments`, { comment: "We know." });
    world.pass(MINUTE);
    await world.as("priya").post(`/tickets/${second.id}/comments`, { comment: "Still so." });
    await world.as("idris").patch(`/tickets/${printer.id}`, { status: "closed" });
    await world.as("idris").post(`/tickets/${second.id}/checklist`, { text: "Order a phone" });
    const listed = await reportersOf();
    expect(listed.map(({ uid, status, news, checklist }) => [uid, status, news, checklist])).toEqual([
      [elsewhere.uid, "open", 0, null],
      [second.uid, expect.any(String), 1, { done: 0, items: 1 }],
      [printer.uid, "closed", 0, null],
    ]);
    expect(listed[0]?.company_name).not.toBe(listed[1]?.company_name);
    expect(await ticketOf(incident)).toMatchObject({ parent: null, open_reporters: 2 });
  });

  it("name their incident to the staff, in their row, their page and their links", async () => {
    await add([printer, elsewhere]);
    const parent = { id: incident.id, uid: incident.uid };
    expect(await ticketOf(printer)).toMatchObject({ parent, open_reporters: null });
    const { items } = (await world.as("idris").get(`/tickets?parent=${incident.id}`)).body;
    expect(
      items.map((row: { uid: string; parent: unknown }) => [row.uid, row.parent]).toSorted(byText),
    ).toEqual([printer, elsewhere].map(({ uid }) => [uid, parent]).toSorted(byText));
    const links = (await world.as("idris").get(`/tickets/${printer.id}/links`)).body.items;
    expect(links).toMatchObject([{ relation: "part_of", ticket: { uid: incident.uid } }]);
    // The incident's own links are not its reporters.
    expect((await world.as("idris").get(`/tickets/${incident.id}/links`)).body.items).toEqual([]);
  });

  it("are found among those of a search and a status, and by no client", async () => {
    await add([printer, elsewhere]);
    await world.as("idris").patch(`/tickets/${elsewhere.id}`, { status: "closed" });
    const find = async (query: string) =>
      (await world.as("idris").get(`/tickets?parent=${incident.id}&${query}`)).body;
    expect((await find("search=phone")).items.map(({ uid }: Raised) => uid).toSorted(byText)).toEqual(
      [printer.uid, elsewhere.uid].toSorted(byText),
    );
    expect((await find("status=closed")).items.map(({ uid }: Raised) => uid)).toEqual([elsewhere.uid]);
    expect((await find("active=true")).meta.total).toBe(1);
    for (const name of ["tomas", "priya"] as const)
      expect((await world.as(name).get(`/tickets?parent=${incident.id}`)).status).toBe(422);
  });

  it("are added as a link as well, and each goes again by its link or by one undo", async () => {
    const idris = world.as("idris");
    const one = await idris.post(`/tickets/${printer.id}/links`, { kind: "child", ticket_id: incident.id });
    expect([one.status, one.body.link.relation]).toEqual([201, "part_of"]);
    await idris.delete(`/tickets/${printer.id}/links/${one.body.link.id}`);
    expect(await numbersOf()).toEqual([]);
    const { body } = await add([printer, elsewhere]);
    expect(await numbersOf()).toEqual([printer.uid, elsewhere.uid].toSorted(byText));
    expect((await world.as("lena").post(`/links/undo/${body.group_id}`)).status).toBe(404);
    expect((await idris.post(`/links/undo/${body.group_id}`)).status).toBe(200);
    expect(await numbersOf()).toEqual([]);
    expect((await idris.post(`/links/undo/${body.group_id}`)).status).toBe(404);
  });

  it("come with a new incident, which belongs to nobody", async () => {
    const asked = { subject: "Line cut", issue: "Fault 1.", priority: "urgent", ticket_ids: [printer.id] };
    const made = await world.as("idris").post("/incidents", asked);
    expect(made.status).toBe(201);
    expect(made.body.ticket).toMatchObject({ client_id: null, company_id: null, priority: "urgent" });
    expect(await numbersOf(made.body.ticket)).toEqual([printer.uid]);
    // All or nothing: no ticket is left over.
    const before = (await world.as("idris").get("/tickets")).body.meta.total;
    expect((await world.as("idris").post("/incidents", asked)).status).toBe(409);
    expect((await world.as("idris").get("/tickets")).body.meta.total).toBe(before);
  });

  it("belong to one, however many add it at once", async () => {
    const other = await raise("idris", "Another outage");
    const answers = await Promise.all([add([printer, elsewhere]), add([elsewhere, printer], other)]);
    expect(answers.map(({ status }) => status).toSorted(byText)).toEqual([200, 409]);
    expect((await numbersOf()).length + (await numbersOf(other)).length).toBe(2);
  });
});

describe("a ticket that is merged", () => {
  it("stands in its incident as the one that it is part of, once, until the merge is undone", async () => {
    const kept = await raise("tomas", "My phones");
    await add([printer, elsewhere]);
    const { body } = await merge(kept, printer);
    expect(await numbersOf()).toEqual([kept.uid, elsewhere.uid].toSorted(byText));
    expect((await ticketOf(kept)).parent).toEqual({ id: incident.id, uid: incident.uid });
    await add([kept]);
    expect(await numbersOf()).toEqual([kept.uid, elsewhere.uid].toSorted(byText));
    await world.as("idris").post("/tickets/merges/undo", { merge_ids: [body.merges[0].id] });
    expect(await numbersOf()).toEqual([printer.uid, elsewhere.uid].toSorted(byText));
  });

  it("brings its reporters to the incident that it is part of", async () => {
    const other = await raise("idris", "The same outage");
    await add([printer]);
    await add([elsewhere], other);
    expect((await merge(other, incident)).status).toBe(200);
    expect(await numbersOf(other)).toEqual([printer.uid, elsewhere.uid].toSorted(byText));
    const { items } = (await world.as("idris").get(`/tickets?parent=${other.id}`)).body;
    expect(items.map(({ parent }: { parent: unknown }) => parent)).toEqual([
      { id: other.id, uid: other.uid },
      { id: other.id, uid: other.uid },
    ]);
  });
});
