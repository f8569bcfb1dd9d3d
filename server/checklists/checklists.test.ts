import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { emptyTrash } from "#server/trash/empty-trash.ts";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { refusalOf } from "../../test/support/refusal-of.ts";

const DAY = 24 * 3_600_000;
let world: World;
let id: string;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  id = (await world.as("tomas").post("/tickets", { subject: "Printer", issue: "Jams." })).body.ticket.id;
});

type Item = { id: string; text: string; done_at: string | null; done_by_fullname: string | null };
type Entry = { kind: string; audience: string; changes: object[] };
const path = (item = "") => `/tickets/${id}/checklist${item && `/${item}`}`;
const add = (text: string, more: object = {}, name: Name = "idris") =>
  world.as(name).post(path(), { text, ...more });
const items = async (): Promise<Item[]> => (await world.as("idris").get(path())).body.items;
const texts = async () => (await items()).map(({ text }) => text).join("");
const addAll = async (all: string) => {
  const ids: string[] = [];
  for (const text of all) ids.push((await add(text)).body.id);
  return ids;
};
const read = async () => (await world.as("idris").get(`/tickets/${id}`)).body;

describe("a checklist", () => {
  it("is for staff, on tickets that are there and not in the trash", async () => {
    const [item = ""] = await addAll("a");
    for (const name of ["priya", "tomas", "jonas", "nobody"] as const) {
      const somebody = world.as(name);
      const answers = [
        await somebody.get(path()),
        await add("b", {}, name),
        await somebody.patch(path(item), { done: true }),
        await somebody.delete(path(item)),
      ];
      expect([name, ...answers.map(({ status }) => status)]).toEqual([name, 403, 403, 403, 403]);
    }
    const absent = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";
    expect(refusalOf(await world.as("idris").get(`/tickets/${absent}/checklist`))).toEqual([
      404,
      "Ticket not found",
    ]);
    expect(refusalOf(await world.as("idris").patch(path(absent), { done: true }))).toEqual([
      404,
      "This item is not on the checklist any more",
    ]);
    await world.as("maren").delete(`/tickets/${id}`);
    expect(refusalOf(await add("b", {}, "maren"))).toEqual([
      403,
      "This ticket is in the trash: restore it first",
    ]);
  });

  it("says how long an item is, and how many there are", async () => {
    expect(refusalOf(await add(" "))).toEqual([422, "Write what is to be done"]);
    expect(refusalOf(await add("x".repeat(201)))).toEqual([422, "An item must be at most 200 characters"]);
    const [item = ""] = await addAll("a");
    expect(refusalOf(await world.as("idris").patch(path(item), {}))).toEqual([
      422,
      "Choose what to change about the item",
    ]);
    await addAll("b".repeat(49));
    expect(refusalOf(await add("c"))).toEqual([409, "A checklist has at most 50 items"]);
    expect(await items()).toHaveLength(50);
  });

  it("keeps the order, into which an item is put and moved", async () => {
    const [a = "", , c = ""] = await addAll("abc");
    await add("d", { place: 1 });
    expect(await texts()).toBe("adbc");
    await world.as("idris").patch(path(c), { place: 0 });
    expect(await texts()).toBe("cadb");
    await world.as("idris").patch(path(a), { place: 50 });
    expect(await texts()).toBe("cdba");
  });

  it("says who ticked an item and when; taking the tick off forgets both", async () => {
    const [item = ""] = await addAll("a");
    const at = world.clock.now().toISOString();
    const ticked = await world.as("lena").patch(path(item), { done: true });
    expect(ticked.body.items).toEqual([
      { id: item, text: "a", done_at: at, done_by_fullname: "Lena Fischer" },
    ]);
    world.pass(DAY);
    await world.as("idris").patch(path(item), { done: true });
    expect(await items()).toEqual(ticked.body.items);
    await world.as("idris").patch(path(item), { done: false });
    expect(await items()).toEqual([{ id: item, text: "a", done_at: null, done_by_fullname: null }]);
  });

  it("is counted in the list and on the ticket, for staff alone", async () => {
    expect((await read()).checklist).toBeNull();
    const [item = ""] = await addAll("abc");
    await world.as("idris").patch(path(item), { done: true });
    expect((await read()).checklist).toEqual({ done: 1, items: 3 });
    const [row] = (await world.as("idris").get("/tickets", { per_page: "1" })).body.items;
    expect(row.checklist).toEqual({ done: 1, items: 3 });
    for (const name of ["tomas", "priya"] as const) {
      const seen = [
        (await world.as(name).get(`/tickets/${id}`)).body,
        (await world.as(name).get("/tickets")).body.items[0],
      ];
      for (const each of seen) expect(each).not.toHaveProperty("checklist");
    }
  });

  it("stands in the history of the staff, and moves nothing that clients see", async () => {
    const before = await read();
    world.pass(DAY);
    const [item = ""] = await addAll("a");
    await world.as("idris").patch(path(item), { text: "b", done: true });
    await world.as("idris").patch(path(item), { done: false });
    await world.as("idris").delete(path(item));
    expect(await read()).toMatchObject({ version: before.version, updated: before.updated });
    const history = (await world.as("idris").get(`/tickets/${id}/history`)).body.items.slice(1);
    expect(history.map(({ kind, audience, changes }: Entry) => [kind, audience, changes])).toEqual([
      ["checklist.added", "internal", [{ field: "name", from: null, to: "a" }]],
      ["checklist.changed", "internal", [{ field: "name", from: "a", to: "b" }]],
      ["checklist.ticked", "internal", [{ field: "name", from: null, to: "b" }]],
      ["checklist.unticked", "internal", [{ field: "name", from: null, to: "b" }]],
      ["checklist.deleted", "internal", [{ field: "name", from: "b", to: null }]],
    ]);
    const clients = (await world.as("tomas").get(`/tickets/${id}/history`)).body.items;
    expect(clients).toHaveLength(1);
  });
});

const undo = (group: string, name: Name = "idris") => world.as(name).post(`/checklists/undo/${group}`);

describe("undoing a deletion", () => {
  it("brings the item back at its place, ticked as it was, once, and to whoever deleted it", async () => {
    const [, b = ""] = await addAll("abc");
    await world.as("lena").patch(path(b), { done: true });
    const before = await items();
    const { group_id } = (await world.as("idris").delete(path(b))).body;
    await add("d");
    expect((await undo(group_id, "lena")).status).toBe(404);
    expect((await undo(group_id)).body.items.slice(0, 3)).toEqual(before);
    expect(refusalOf(await undo(group_id))).toEqual([404, "There is nothing to undo"]);
  });

  it("is refused after ten minutes, and where the checklist is full by now", async () => {
    const [a = ""] = await addAll("a".repeat(50));
    const { group_id } = (await world.as("idris").delete(path(a))).body;
    await add("b");
    expect(refusalOf(await undo(group_id))).toEqual([409, "A checklist has at most 50 items"]);
    world.pass(11 * 60_000);
    expect(refusalOf(await undo(group_id))).toEqual([409, "It is too late to undo this"]);
  });
});

it("fifty people who add the last items at once leave no more than fifty", async () => {
  await addAll("a".repeat(45));
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => add(`b${n}`, { place: 0 })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
  const { rows } = await world.pool.query(
    "select array_agg(position order by position) = array_agg(n::int order by n) as dense from (select position, row_number() over () as n from checklist_items where ticket_id = $1) as held",
    [id],
  );
  expect(rows).toEqual([{ dense: true }]);
});

it("goes with an erased ticket, in the history as well", async () => {
  await addAll("q");
  await add("A telling word");
  await world.as("maren").delete(`/tickets/${id}`);
  world.pass(31 * DAY);
  await emptyTrash(world.app);
  const { rows } = await world.pool.query(
    "select count(*)::int as n from checklist_items where ticket_id = $1",
    [id],
  );
  expect(rows).toEqual([{ n: 0 }]);
  const kept = await world.pool.query(
    "select coalesce(before::text, '') || coalesce(after::text, '') as said from history where entity_id = $1",
    [id],
  );
  expect(JSON.stringify(kept.rows)).not.toContain("telling");
});
