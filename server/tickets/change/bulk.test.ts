import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../../../test/support/app/app-with-people.ts";

let world: World;
let ids: string[];
type Row = { id: string; status: string; priority: string; assignee_id: string | null };

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  const raised = await Promise.all(
    [1, 2, 3].map((n) => world.as("tomas").post("/tickets", { subject: `Printer ${n}`, issue: "Jams." })),
  );
  ids = raised.map(({ body }): string => body.ticket.id).toSorted();
});

const read = async (): Promise<Row[]> =>
  Promise.all(ids.map(async (id) => (await world.as("maren").get(`/tickets/${id}`)).body));

describe("changing many tickets at once", () => {
  it("is refused to clients, without ids, without a change, and above the limit", async () => {
    expect((await world.as("priya").patch("/tickets/bulk", { ids, priority: "high" })).status).toBe(403);
    const idris = world.as("idris");
    const cases: [object, string][] = [
      [{ ids: [], priority: "high" }, "Choose at least one ticket"],
      [{ ids }, "Choose what to change"],
      [{ ids: Array(201).fill(ids[0]), priority: "high" }, "At most 200 tickets can be changed at once"],
      [{ ids, priority: "medium" }, "Priority must be one of low, normal, high, urgent"],
      [{ ids, subject: "x" }, "Unknown field: subject"],
      [{ ids, assignee_id: world.idOf("tomas") }, "The assignee cannot be assigned tickets"],
    ];
    for (const [body, detail] of cases) {
      const answer = await idris.patch("/tickets/bulk", body);
      expect([answer.status, answer.body.detail]).toEqual([422, detail]);
    }
  });

  it("sets the same on all, names those that are gone, and records one event for each", async () => {
    const absent = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";
    const answer = await world
      .as("idris")
      .patch("/tickets/bulk", { ids: [...ids, absent], status: "closed", assignee_id: world.idOf("lena") });
    expect(answer.body.missing).toEqual([absent]);
    expect(answer.body.tickets.map((row: Row) => [row.status, row.assignee_id])).toEqual(
      ids.map(() => ["closed", world.idOf("lena")]),
    );
    for (const id of ids) {
      const { items } = (await world.as("idris").get(`/tickets/${id}/history`)).body;
      expect(items.at(-1)).toMatchObject({
        kind: "ticket.changed",
        by: "Idris Okafor",
        changes: [
          { field: "status", from: "open", to: "closed" },
          { field: "assignee_id", from: null, to: "Lena Fischer" },
        ],
      });
    }
    expect((await world.as("idris").patch("/tickets/bulk", { ids: [absent], status: "open" })).status).toBe(
      404,
    );
  });

  it("counts stay exact", async () => {
    await world.as("idris").patch("/tickets/bulk", { ids, status: "on_hold", priority: "urgent" });
    const { meta, items } = (await world.as("idris").get("/tickets", { per_page: "1000" })).body;
    expect(meta.counts.on_hold).toBe(items.filter((row: Row) => row.status === "on_hold").length);
  });

  it("two at once on the same tickets end with one of both, whole", async () => {
    const [a, b] = await Promise.all([
      world.as("idris").patch("/tickets/bulk", { ids, priority: "urgent" }),
      world.as("lena").patch("/tickets/bulk", { ids: ids.toReversed(), priority: "low" }),
    ]);
    expect([a.status, b.status]).toEqual([200, 200]);
    expect(new Set((await read()).map(({ priority }) => priority)).size).toBe(1);
  });
});

describe("undoing a bulk change", () => {
  it("is refused for another's action, for none, and when it is too late", async () => {
    const done = await world.as("idris").patch("/tickets/bulk", { ids, status: "pending" });
    const undo = `/tickets/undo/${done.body.group_id}`;
    expect((await world.as("lena").post(undo)).status).toBe(404);
    expect((await world.as("tomas").post(undo)).status).toBe(403);
    expect((await world.as("idris").post("/tickets/undo/nothing")).status).toBe(404);
    world.pass(10 * 60_000 + 1);
    const late = await world.as("idris").post(undo);
    expect([late.status, late.body.detail]).toEqual([409, "It is too late to undo this"]);
  });

  it("brings everything back, who closed it when included", async () => {
    const idris = world.as("idris");
    await world.as("tomas").post(`/tickets/${ids[0]}/solve`);
    const before = await read();
    world.pass(60_000);
    const { group_id } = (await idris.patch("/tickets/bulk", { ids, status: "pending", priority: "high" }))
      .body;
    const undone = await idris.post(`/tickets/undo/${group_id}`);
    expect(undone.body.kept).toEqual([]);
    const still = ["status", "priority", "closed", "reopened_count"];
    const only = (rows: object[]) =>
      rows.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => still.includes(key))));
    expect(only(await read())).toEqual(only(before));
  });

  it("keeps what somebody changed since", async () => {
    const idris = world.as("idris");
    const { group_id } = (await idris.patch("/tickets/bulk", { ids, status: "pending", priority: "high" }))
      .body;
    await world.as("lena").put(`/tickets/${ids[1]}`, { priority: "urgent" });
    const undone = await idris.post(`/tickets/undo/${group_id}`);
    expect(undone.body.kept).toEqual([ids[1]]);
    expect((await read()).map(({ status, priority }) => [status, priority])).toEqual([
      ["open", "normal"],
      ["open", "urgent"],
      ["open", "normal"],
    ]);
  });
});

describe("exporting", () => {
  it("is refused to clients and for filters it does not know", async () => {
    expect((await world.as("priya").get("/tickets/export")).status).toBe(403);
    expect((await world.as("idris").get("/tickets/export", { page: "2" })).status).toBe(422);
    expect((await world.as("idris").get("/tickets/export", { deleted: "true" })).status).toBe(403);
  });

  it("writes what is filtered, in the list's order, with formulas made harmless", async () => {
    const idris = world.as("idris");
    const hostile = [
      '=HYPERLINK("http://x")',
      "+1",
      "@SUM(A1)",
      "-2",
      "\u200b=1",
      'quote " and, comma',
      "two\nlines",
    ];
    for (const subject of hostile) {
      const { body } = await idris.post("/tickets", { subject: "x", issue: "x", priority: "low" });
      // Such a subject may have been stored before rule 550.
      await world.db.updateTable("tickets").set({ subject }).where("id", "=", body.ticket.id).execute();
    }
    const answer = await idris.get("/tickets/export", { priority: "low", sort: "uid", order: "asc" });
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(answer.headers["content-disposition"]).toBe('attachment; filename="tickets-2026-11-20.csv"');
    expect(answer.text.startsWith("uid,subject,status,priority,")).toBe(true);
    const subjects = [...answer.text.matchAll(/^WP-\d+,("(?:[^"]|"")*"|[^,]*),/gm)].map(([, cell]) => cell);
    expect(subjects.slice(-hostile.length)).toEqual([
      `"'=HYPERLINK(""http://x"")"`,
      "'+1",
      "'@SUM(A1)",
      "'-2",
      "'\u200b=1",
      `"quote "" and, comma"`,
      `"two\nlines"`,
    ]);
    expect(answer.text.endsWith("\r\n")).toBe(true);
  });

  it("holds what one sees and nothing else, for a role of clients that may export as well", async () => {
    await world.as("tomas").post("/tickets", { subject: "Pallet of Kestrel", issue: "x" });
    await world.as("helena").post("/tickets", { subject: "Lawbook of Aster", issue: "x" });
    const { id } = await world.db
      .insertInto("roles")
      .values({ key: "bookkeeper", name: "bookkeeper", type: "external", description: "Exports" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await world.db
      .insertInto("role_permissions")
      .values(
        ["tickets.read", "tickets.edit", "tickets.export"].map((each) => ({ role_id: id, permission: each })),
      )
      .execute();
    await world.db
      .insertInto("user_roles")
      .values({ user_id: world.idOf("helena"), role_id: id })
      .execute();
    const { status, text } = await world.as("helena").get("/tickets/export");
    expect([status, text.includes("Lawbook of Aster")]).toEqual([200, true]);
    expect(text).not.toContain("Kestrel");
  });
});
