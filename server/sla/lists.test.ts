import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { moveTo, raise, runClocks, switchOn } from "../../test/support/sla-clock/service-levels.ts";

let world: World;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await makeWorld();
  moveTo(world, "13 09:00");
  ids.unmeasured = await raise(world);
  moveTo(world, "16 08:00");
  await switchOn(world);
  moveTo(world, "16 09:00");
  ids.overdue = await raise(world, { priority: "urgent" });
  ids.soon = await raise(world, { priority: "high" });
  ids.running = await raise(world);
  ids.paused = await raise(world);
  await world.as("idris").post(`/tickets/${ids.paused}/comments`, { comment: "Which?", status: "pending" });
  ids.closed = await raise(world);
  await world.as("idris").post(`/tickets/${ids.closed}/solve`);
  ids.theirs = await raise(world, { priority: "low" }, "jonas");
  moveTo(world, "16 10:45");
  await runClocks(world);
});
afterAll(() => world.end());
type Row = { id: string };
const nameOf = ({ id }: Row) => Object.keys(ids).find((name) => ids[name] === id) ?? id;
const list = async (query: Record<string, string>, name: Name = "idris") =>
  (await world.as(name).get("/tickets", query)).body;
const names = async (query: Record<string, string>, name: Name = "idris"): Promise<string[]> =>
  (await list(query, name)).items.map(nameOf);

describe("the filters of due times", () => {
  it("find what is overdue, due soon, paused and running, and count it", async () => {
    expect(await names({ sla: "overdue" })).toEqual(["overdue"]);
    expect(await names({ sla: "due_soon" })).toEqual(["soon"]);
    expect(await names({ sla: "paused" })).toEqual(["paused"]);
    expect((await names({ sla: "running" })).toSorted()).toEqual(["overdue", "running", "soon", "theirs"]);
    const { meta } = await list({ sla: "running" });
    expect([meta.total, meta.counts]).toEqual([4, { open: 4 }]);
    expect(await names({ sla: "running", priority: "low" })).toEqual(["theirs"]);
    expect(await names({ sla: "overdue", search: "VPN" })).toEqual(["overdue"]);
    expect(await names({ sla: "overdue", tag: "nothing" })).toEqual([]);
    expect((await world.as("idris").get("/tickets", { sla: "late" })).status).toBe(422);
  });

  it("follow the minute by themselves: nothing has to be written when a due time passes", async () => {
    moveTo(world, "16 11:00:01");
    expect((await names({ sla: "overdue" })).toSorted()).toEqual(["overdue", "soon"]);
    expect(await names({ sla: "due_soon" })).toEqual([]);
    moveTo(world, "16 10:45");
  });
});

describe("sorting by due", () => {
  it("begins with what is due next, and ends with what has no due time, in either direction", async () => {
    const without = ["unmeasured", "paused", "closed"].toSorted((a, b) =>
      (ids[a] ?? "") < (ids[b] ?? "") ? -1 : 1,
    );
    expect(await names({ sort: "due" })).toEqual(["overdue", "soon", "running", "theirs", ...without]);
    expect(await names({ sort: "due", order: "desc" })).toEqual([
      "theirs",
      "running",
      "soon",
      "overdue",
      ...without.toReversed(),
    ]);
  });

  it("goes on page by page, with the cursor as well, and gives each ticket once", async () => {
    for (const order of ["asc", "desc"]) {
      const whole = await names({ sort: "due", order });
      const paged: string[] = [];
      for (const page of ["1", "2", "3", "4"])
        paged.push(...(await names({ sort: "due", order, per_page: "2", page })));
      expect(paged).toEqual(whole);
      const walked: string[] = [];
      for (let after: string | null | undefined; after !== null;) {
        const { items, meta } = await list({ sort: "due", order, per_page: "2", ...(after && { after }) });
        walked.push(...items.map(nameOf));
        after = meta.next;
      }
      expect(walked).toEqual(whole);
    }
  });

  it("is combined with filters, searches and the order of clients", async () => {
    expect(await names({ sort: "due", status: "open", sla: "running" })).toEqual([
      "overdue",
      "soon",
      "running",
      "theirs",
    ]);
    expect(await names({ sort: "due", sla: "overdue" })).toEqual(["overdue"]);
    expect(await names({ sort: "due", sla: "paused" })).toEqual(["paused"]);
    expect((await names({ sort: "due", search: "VPN" })).slice(0, 4)).toEqual([
      "overdue",
      "soon",
      "running",
      "theirs",
    ]);
    expect((await names({ sort: "due" }, "tomas")).slice(0, 3)).toEqual(["overdue", "soon", "running"]);
    expect(await names({ sort: "due", sla: "overdue" }, "tomas")).toEqual(["overdue"]);
  });
});

it("a saved view keeps the filter and the order", async () => {
  const body = { name: "Late", audience: "me", query: { sla: "overdue" }, sort: "due", order: "asc" };
  const { view } = (await world.as("idris").post("/views", body)).body;
  expect(view).toMatchObject({ query: { sla: "overdue" }, sort: "due", order: "asc" });
  const { counts } = (await world.as("idris").get("/views/counts", { keys: view.id })).body;
  expect(JSON.stringify(counts)).toContain("1");
});

it("the file of a list says what is due when, and how that stands", async () => {
  const { text } = await world.as("idris").get("/tickets/export", { sort: "uid", order: "asc" });
  const lines = text.trim().split("\r\n");
  expect(lines[0]).toMatch(/,due,due_target,due_state$/);
  expect(lines.slice(1).map((line: string) => line.split(",").slice(-3).join(" "))).toEqual([
    "  ",
    "2026-11-16T10:00:00.000Z first_response overdue",
    "2026-11-16T11:00:00.000Z first_response due_soon",
    "2026-11-16T13:00:00.000Z first_response running",
    " resolution paused",
    "  ",
    "2026-11-16T17:00:00.000Z first_response running",
  ]);
  const overdue = await world.as("idris").get("/tickets/export", { sla: "overdue" });
  expect(overdue.text.trim().split("\r\n")).toHaveLength(2);
});

it("staff who do not read service levels have no due times, in no list, view, figure or receipt", async () => {
  const body = { name: "Soon", audience: "me", query: { sla: "running" } };
  const { view } = (await world.as("idris").post("/views", body)).body;
  const readAll = async () => {
    const idris = world.as("idris");
    const metrics = (await idris.get("/dashboard/metrics")).body;
    const { counts } = (await idris.get("/views/counts", { keys: view.id })).body;
    const receipt = await idris.get(`/tickets/${ids.overdue}/sla`);
    const page = (await idris.get(`/tickets/${ids.overdue}`)).body;
    const [row] = (await list({})).items;
    const has = ["sla" in metrics, "sla" in page, "due_state" in row];
    return [...has, counts[view.id].n, (await list({ sla: "running" })).meta.total, receipt.status];
  };
  expect(await readAll()).toEqual([true, true, true, 4, 4, 200]);
  await world.pool.query(
    `delete from role_permissions p using roles r, user_roles u
     where p.role_id = r.id and u.role_id = r.id and u.user_id = $1 and p.permission = 'sla.read'`,
    [world.idOf("idris")],
  );
  expect(await readAll()).toEqual([false, false, false, 0, 0, 403]);
});
