import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { emptyTrash } from "#server/trash/empty-trash.ts";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { refusalOf } from "../../test/support/refusal-of.ts";

const DAY = 24 * 3_600_000;
const ABSENT = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";
type Raised = { id: string; uid: string; updated: string; version: number };
let world: World;
let printer: Raised;
let scanner: Raised;
let elsewhere: Raised;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  printer = await raise("tomas", "Printer jams");
  scanner = await raise("priya", "Scanner jams");
  elsewhere = await raise("helena", "Printer jams here as well");
});

async function raise(by: "tomas" | "priya" | "helena", subject: string): Promise<Raised> {
  return (await world.as(by).post("/tickets", { subject, issue: "It jams." })).body.ticket;
}
const link = (from: Raised, to: { id: string }, more: object = {}) =>
  world.as("idris").post(`/tickets/${from.id}/links`, { kind: "related", ticket_id: to.id, ...more });
const undo = (group: string, by: "idris" | "lena" = "idris") => world.as(by).post(`/links/undo/${group}`);
/** What a ticket is linked to, as "relation number". */
async function linksOf({ id }: { id: string }): Promise<string[]> {
  const { body } = await world.as("idris").get(`/tickets/${id}/links`);
  return body.items.map(
    ({ relation, ticket }: { relation: string; ticket: Raised }) => `${relation} ${ticket.uid}`,
  );
}
const statusOf = async ({ id }: Raised): Promise<string> =>
  (await world.as("idris").get(`/tickets/${id}`)).body.status;

describe("a link is refused", () => {
  it("to everybody who is not of the staff, also on their own tickets", async () => {
    const { body } = await link(printer, scanner);
    for (const name of ["priya", "tomas", "jonas", "nobody"] as const) {
      const caller = world.as(name);
      expect((await caller.get(`/tickets/${printer.id}/links`)).status).toBe(403);
      const asked = { kind: "related", ticket_id: scanner.id };
      expect((await caller.post(`/tickets/${printer.id}/links`, asked)).status).toBe(403);
      expect((await caller.delete(`/tickets/${printer.id}/links/${body.link.id}`)).status).toBe(403);
      expect((await caller.post(`/links/undo/${body.group_id}`)).status).toBe(403);
    }
    expect(await linksOf(printer)).toEqual([`related ${scanner.uid}`]);
  });

  it("where it leads to itself, nowhere or into the trash, or closes what is no duplicate", async () => {
    const gone = await raise("tomas", "Gone");
    await world.as("maren").delete(`/tickets/${gone.id}`);
    expect(refusalOf(await link(printer, printer))).toEqual([422, "A ticket cannot be linked to itself"]);
    for (const other of [{ id: ABSENT }, gone])
      expect(refusalOf(await link(printer, other))).toEqual([422, "The ticket to link to does not exist"]);
    expect(refusalOf(await link(printer, scanner, { close: true }))).toEqual([
      422,
      "Only a duplicate is closed with its link",
    ]);
    expect((await link(printer, scanner, { kind: "cousin" })).status).toBe(422);
    expect(refusalOf(await link({ ...printer, id: ABSENT }, scanner))).toEqual([404, "Ticket not found"]);
    expect(await linksOf(printer)).toEqual([]);
  });

  it("on a ticket in the trash", async () => {
    const { body } = await link(printer, scanner);
    await world.as("maren").delete(`/tickets/${printer.id}`);
    const inTrash = [403, "This ticket is in the trash: restore it first"];
    const maren = world.as("maren");
    const asked = { kind: "related", ticket_id: elsewhere.id };
    expect(refusalOf(await maren.post(`/tickets/${printer.id}/links`, asked))).toEqual(inTrash);
    expect(refusalOf(await maren.delete(`/tickets/${printer.id}/links/${body.link.id}`))).toEqual(inTrash);
    // The other ticket shows it again when this one is back.
    expect(await linksOf(scanner)).toEqual([]);
    await maren.post(`/tickets/${printer.id}/restore`);
    expect(await linksOf(scanner)).toEqual([`related ${printer.uid}`]);
  });

  it("where each of two tickets would be a duplicate of the other", async () => {
    await link(printer, scanner, { kind: "duplicate" });
    expect(refusalOf(await link(scanner, printer, { kind: "duplicate" }))).toEqual([
      409,
      "The other ticket is a duplicate of this one already",
    ]);
  });

  it("beyond a hundred of one ticket, from either end", async () => {
    const others: Raised[] = [];
    for (let n = 0; n < 100; n += 1) others.push(await raise("helena", `Other ${n}`));
    for (const other of others) expect((await link(printer, other)).status).toBe(201);
    const tooMany = [422, "A ticket can have at most 100 links"];
    expect(refusalOf(await link(printer, scanner))).toEqual(tooMany);
    expect(refusalOf(await link(scanner, printer))).toEqual(tooMany);
    // One that is there already is no further one.
    expect((await link(printer, others[0] ?? scanner)).status).toBe(201);
  });
});

describe("a link", () => {
  it("stands on both tickets, across companies, and once however often it is said", async () => {
    const [first, second] = await Promise.all([link(printer, elsewhere), link(elsewhere, printer)]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body.link.id).toBe(second.body.link.id);
    expect(first.body.link.ticket).toMatchObject({ uid: elsewhere.uid, company_name: expect.any(String) });
    expect(await linksOf(printer)).toEqual([`related ${elsewhere.uid}`]);
    expect(await linksOf(elsewhere)).toEqual([`related ${printer.uid}`]);
  });

  it("to a duplicate has a direction", async () => {
    await link(printer, scanner, { kind: "duplicate" });
    expect(await linksOf(printer)).toEqual([`duplicate_of ${scanner.uid}`]);
    expect(await linksOf(scanner)).toEqual([`has_duplicate ${printer.uid}`]);
  });

  it("moves neither the time of change nor the version, and tells nothing to the client", async () => {
    const before = (await world.as("tomas").get(`/tickets/${printer.id}`)).body;
    world.pass(60_000);
    await link(printer, elsewhere);
    expect((await world.as("tomas").get(`/tickets/${printer.id}`)).body).toEqual(before);
    const { body } = await world.as("tomas").get(`/tickets/${printer.id}/history`);
    expect(JSON.stringify(body)).not.toMatch(/link|jams here/);
  });

  it("is told by the history of both tickets, with the other one's number", async () => {
    const { body } = await link(printer, scanner);
    await world.as("idris").delete(`/tickets/${scanner.id}/links/${body.link.id}`);
    for (const [ticket, other] of [
      [printer, scanner],
      [scanner, printer],
    ] as const) {
      const { items } = (await world.as("lena").get(`/tickets/${ticket.id}/history`)).body;
      const told = items.filter(({ kind }: { kind: string }) => kind.includes("linked"));
      expect(told.map(({ kind, changes }: { kind: string; changes: unknown }) => [kind, changes])).toEqual([
        ["ticket.linked", [{ field: "link", from: null, to: other.uid }]],
        ["ticket.unlinked", [{ field: "link", from: other.uid, to: null }]],
      ]);
    }
  });

  it("leads to the ticket that a merged one is part of now, once, and never to itself", async () => {
    const merge = (from: Raised, into: Raised) =>
      world.db
        .updateTable("tickets")
        .set({ merged_into_id: into.id, deleted_at: world.clock.now() })
        .where("id", "=", from.id)
        .execute();
    const third = await raise("tomas", "Printer jams again");
    await link(printer, scanner);
    world.pass(1000);
    await link(printer, third);
    await merge(scanner, third);
    expect(await linksOf(printer)).toEqual([`related ${third.uid}`]);
    await merge(third, elsewhere);
    expect(await linksOf(printer)).toEqual([`related ${elsewhere.uid}`]);
    await world.db
      .updateTable("tickets")
      .set({ merged_into_id: printer.id, deleted_at: world.clock.now() })
      .where("id", "=", elsewhere.id)
      .execute();
    expect(await linksOf(printer)).toEqual([]);
  });

  it("goes with a ticket that is erased", async () => {
    await link(printer, scanner);
    await world.as("maren").delete(`/tickets/${printer.id}`);
    world.pass(31 * DAY);
    await emptyTrash(world.app);
    const left = await world.db
      .selectFrom("ticket_links")
      .where("to_ticket_id", "in", [printer.id, scanner.id])
      .select("id")
      .execute();
    expect(left).toEqual([]);
    expect(await linksOf(scanner)).toEqual([]);
  });
});

describe("an undo of links", () => {
  it("is one's own, within ten minutes, and once", async () => {
    const { body } = await link(printer, scanner);
    expect(refusalOf(await undo(body.group_id, "lena"))[0]).toBe(404);
    expect((await undo(body.group_id)).body).toEqual({ kept: [] });
    expect(await linksOf(printer)).toEqual([]);
    expect((await undo(body.group_id)).status).toBe(404);
    const late = await link(printer, scanner);
    world.pass(11 * 60_000);
    expect((await undo(late.body.group_id)).status).toBe(409);
    expect(await linksOf(printer)).toHaveLength(1);
  });

  it("brings a removed link back", async () => {
    const { body } = await link(printer, scanner, { kind: "duplicate" });
    const removed = await world.as("idris").delete(`/tickets/${scanner.id}/links/${body.link.id}`);
    expect(await linksOf(printer)).toEqual([]);
    await undo(removed.body.group_id);
    expect(await linksOf(printer)).toEqual([`duplicate_of ${scanner.uid}`]);
  });

  it("opens the duplicate again that was closed with its link, unless somebody changed it since", async () => {
    const close = { kind: "duplicate", close: true };
    const first = await link(printer, scanner, close);
    expect(await statusOf(printer)).toBe("closed");
    expect((await undo(first.body.group_id)).body).toEqual({ kept: [] });
    expect([await statusOf(printer), await linksOf(printer)]).toEqual(["open", []]);
    const second = await link(printer, scanner, close);
    await world.as("lena").patch(`/tickets/${printer.id}`, { status: "pending" });
    expect((await undo(second.body.group_id)).body).toEqual({ kept: [printer.id] });
    expect([await statusOf(printer), await linksOf(printer)]).toEqual(["pending", []]);
  });

  it("of two at once takes it back once", async () => {
    const { body } = await link(printer, scanner);
    const answers = await Promise.all([undo(body.group_id), undo(body.group_id)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  });
});
