import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";

let world: World;
let ids: string[];
let tests = 0;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  tests += 1;
  ids = [];
  for (const n of [1, 2, 3]) {
    const raised = await world.as("tomas").post("/tickets", { subject: `Router ${n}`, issue: "Restarts." });
    ids.push(raised.body.ticket.id);
  }
});

const word = (name: string) => `${name}-${tests}`;
const put = (n: number, ...tags: string[]) =>
  world.as("idris").put(`/tickets/${ids[n]}/tags`, { tags: tags.map(word) });
const all = (): Promise<string[][]> =>
  Promise.all(ids.map(async (id) => (await world.as("idris").get(`/tickets/${id}`)).body.tags));
const words = (...of: string[][]) => of.map((tags) => tags.map(word));
const find = async (name: string) =>
  (await world.as("idris").get("/tags", { search: word(name) })).body.items.find(
    (tag: { name: string }) => tag.name === word(name),
  );
const idOf = async (name: string): Promise<string> => (await find(name)).id;
const lena = () => world.as("lena");
const undo = (group: string) => lena().post(`/tags/undo/${group}`);
const total = async (tag: string) =>
  (await world.as("idris").get("/tickets", { tag: word(tag) })).body.meta.total;

describe("managing tags", () => {
  it("is for administrators, managers and team leads", async () => {
    await put(0, "vpn", "other");
    const id = await idOf("vpn");
    const other = await idOf("other");
    for (const name of ["idris", "priya", "tomas", "nobody"] as const) {
      expect((await world.as(name).patch(`/tags/${id}`, { name: "x" })).status).toBe(403);
      expect((await world.as(name).post(`/tags/${id}/merge`, { into_id: other })).status).toBe(403);
      expect((await world.as(name).delete(`/tags/${id}`)).status).toBe(403);
    }
    for (const name of ["maren", "rafael", "lena"] as const)
      expect((await world.as(name).patch(`/tags/${id}`, { name: word(`by-${name}`) })).status).toBe(200);
  });

  it("refuses what is gone, what is no name and what another one has", async () => {
    await put(0, "vpn", "other");
    const id = await idOf("vpn");
    const absent = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";
    const cases: [Promise<{ status: number; body: { detail: string } }>, number, string][] = [
      [lena().patch(`/tags/${absent}`, { name: "x" }), 404, "Tag not found"],
      [lena().delete(`/tags/${absent}`), 404, "Tag not found"],
      [lena().patch(`/tags/${id}`, { name: "" }), 422, "Name the tag"],
      [lena().patch(`/tags/${id}`, { name: word("Other") }), 409, "A tag with this name already exists"],
      [lena().post(`/tags/${id}/merge`, { into_id: id }), 422, "A tag cannot be merged into itself"],
      [lena().post(`/tags/${id}/merge`, { into_id: absent }), 422, "The tag to merge into does not exist"],
    ];
    for (const [answer, status, detail] of cases) {
      const { body, ...got } = await answer;
      expect([got.status, body.detail]).toEqual([status, detail]);
    }
    const taken = await lena().patch(`/tags/${id}`, { name: word("other") });
    expect(taken.body.facts).toEqual({ id: await idOf("other"), name: word("other") });
  });

  it("a renamed tag is found, tagged with and filtered by under its former names, and the undo takes them back", async () => {
    await put(0, "vpn");
    const id = await idOf("vpn");
    await lena().patch(`/tags/${id}`, { name: word("tunnel") });
    const { group_id, tag } = (await lena().patch(`/tags/${id}`, { name: word("remote") })).body;
    expect(tag).toMatchObject({ name: word("remote"), aliases: [word("tunnel"), word("vpn")], tickets: 1 });
    await put(1, "vpn");
    expect(await all()).toEqual(words(["remote"], ["remote"], []));
    expect([await total("vpn"), await total("tunnel"), await total("remote")]).toEqual([2, 2, 2]);
    expect((await undo(group_id)).body.tag).toMatchObject({ name: word("tunnel"), aliases: [word("vpn")] });
    expect(await total("remote")).toBe(0);
    expect((await undo(group_id)).status).toBe(404);
    expect((await world.as("idris").post("/tags", { name: word("remote") })).status).toBe(201);
  });

  it("a name that leads to a tag is that tag's: nobody else takes it", async () => {
    await put(0, "vpn", "other");
    const id = await idOf("vpn");
    await lena().patch(`/tags/${id}`, { name: word("tunnel") });
    const taken = await lena().patch(`/tags/${await idOf("other")}`, { name: word("vpn") });
    expect([taken.status, taken.body.facts]).toEqual([409, { id, name: word("tunnel") }]);
    expect((await lena().patch(`/tags/${id}`, { name: word("vpn") })).body.tag).toMatchObject({
      name: word("vpn"),
      aliases: [word("tunnel")],
    });
  });

  it("merging gives the tickets the other tag, and the undo exactly what each had", async () => {
    await put(0, "issue");
    await put(1, "issue", "vpn");
    await put(2, "vpn", "third");
    const before = await all();
    const [from, into] = [await idOf("issue"), await idOf("vpn")];
    const { group_id, tag } = (await lena().post(`/tags/${from}/merge`, { into_id: into })).body;
    expect(tag).toMatchObject({ id: into, aliases: [word("issue")], tickets: 3 });
    expect(await all()).toEqual(words(["vpn"], ["vpn"], ["third", "vpn"]));
    expect(await total("issue")).toBe(3);
    expect((await undo(group_id)).body.tag).toMatchObject({ id: from, name: word("issue"), tickets: 2 });
    expect(await all()).toEqual(before);
    expect((await find("vpn")).aliases).toEqual([]);
    expect((await undo(group_id)).status).toBe(404);
  });

  it("the undo of a merge leaves a ticket without either that lost the tag since, and one that got it with it", async () => {
    await put(0, "issue");
    await put(1, "issue", "vpn");
    const { group_id } = (
      await lena().post(`/tags/${await idOf("issue")}/merge`, { into_id: await idOf("vpn") })
    ).body;
    await put(0);
    await put(1);
    await put(2, "vpn");
    await undo(group_id);
    expect(await all()).toEqual(words([], [], ["vpn"]));
  });

  it("a merge cannot be undone once the other tag was merged on", async () => {
    await put(0, "a", "b", "c");
    const [a, b, c] = [await idOf("a"), await idOf("b"), await idOf("c")];
    const first = (await lena().post(`/tags/${a}/merge`, { into_id: b })).body.group_id;
    const second = (await lena().post(`/tags/${b}/merge`, { into_id: c })).body.group_id;
    expect([await total("a"), await total("b")]).toEqual([1, 1]);
    const refused = await undo(first);
    expect([refused.status, refused.body.detail]).toEqual([409, "Someone changed this tag meanwhile"]);
    await undo(second);
    await undo(first);
    expect(await all()).toEqual(words(["a", "b", "c"], [], []));
  });

  it("a deleted tag is gone from every ticket, its name free, and back after the undo", async () => {
    await put(0, "vpn", "stays");
    const id = await idOf("vpn");
    const { group_id } = (await lena().delete(`/tags/${id}`)).body;
    expect(await all()).toEqual(words(["stays"], [], []));
    expect(await total("vpn")).toBe(0);
    expect((await lena().delete(`/tags/${id}`)).status).toBe(404);
    await undo(group_id);
    expect(await all()).toEqual(words(["stays", "vpn"], [], []));
    const again = (await lena().delete(`/tags/${id}`)).body.group_id;
    await put(1, "vpn");
    expect(await total("vpn")).toBe(1);
    const refused = await undo(again);
    expect([refused.status, refused.body.detail]).toEqual([409, "Someone changed this tag meanwhile"]);
  });

  it("is undone by whoever did it, for ten minutes, while they may manage tags", async () => {
    await put(0, "vpn");
    const { group_id } = (await lena().delete(`/tags/${await idOf("vpn")}`)).body;
    expect((await world.as("maren").post(`/tags/undo/${group_id}`)).status).toBe(404);
    world.pass(10 * 60_000 + 1);
    expect((await undo(group_id)).status).toBe(409);
  });

  it("moves no ticket's time of change or version", async () => {
    await put(0, "a", "b");
    const before = (await world.as("idris").get(`/tickets/${ids[0]}`)).body;
    world.pass(60_000);
    await lena().post(`/tags/${await idOf("a")}/merge`, { into_id: await idOf("b") });
    const after = (await world.as("idris").get(`/tickets/${ids[0]}`)).body;
    expect([after.updated, after.version]).toEqual([before.updated, before.version]);
  });

  it("stands in the audit log, which finds a tag by its words", async () => {
    await put(0, "audited", "kept");
    await lena().post(`/tags/${await idOf("audited")}/merge`, { into_id: await idOf("kept") });
    const { items } = (await world.as("maren").get("/audit", { entity: "tag", search: word("audited") }))
      .body;
    expect(items).toMatchObject([
      { kind: "tag.merged", entity_label: word("audited"), after: { into: word("kept") } },
      { kind: "tag.created" },
    ]);
  });
});

describe("two people who manage tags at the same time", () => {
  it("who both merge the same tag: one does, the other hears that it is gone", async () => {
    await put(0, "a", "b", "c");
    const [a, b, c] = [await idOf("a"), await idOf("b"), await idOf("c")];
    const answers = await Promise.all([
      lena().post(`/tags/${a}/merge`, { into_id: b }),
      world.as("maren").post(`/tags/${a}/merge`, { into_id: c }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect(await all()).toEqual(words(["b", "c"], [], []));
  });

  it("who merge two tags into each other leave one of them", async () => {
    await put(0, "a");
    await put(1, "b");
    const [a, b] = [await idOf("a"), await idOf("b")];
    const answers = await Promise.all([
      lena().post(`/tags/${a}/merge`, { into_id: b }),
      world.as("maren").post(`/tags/${b}/merge`, { into_id: a }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    const [first, second] = await all();
    expect(first).toEqual(second);
    expect(first).toHaveLength(1);
  });

  it("who rename two tags to one name: one does, the other hears that it is taken", async () => {
    await put(0, "a", "b");
    const [a, b] = [await idOf("a"), await idOf("b")];
    const answers = await Promise.all([
      lena().patch(`/tags/${a}`, { name: word("one") }),
      world.as("maren").patch(`/tags/${b}`, { name: word("one") }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it("who delete and rename one: whichever comes second hears of it", async () => {
    await put(0, "a");
    const a = await idOf("a");
    const [gone, renamed] = await Promise.all([
      lena().delete(`/tags/${a}`),
      world.as("maren").patch(`/tags/${a}`, { name: word("b") }),
    ]);
    expect(gone.status).toBe(200);
    expect([200, 404]).toContain(renamed.status);
    expect(await all()).toEqual([[], [], []]);
  });

  it("while tickets are tagged, changed and answered: nothing waits for ever, and every ticket has one of both", async () => {
    await put(0, "a", "b");
    const [a, b] = [await idOf("a"), await idOf("b")];
    const tickets: string[] = [];
    for (let n = 0; n < 24; n += 1)
      tickets.push(
        (await world.as("idris").post("/tickets", { subject: `Many ${n}`, issue: "x" })).body.ticket.id,
      );
    await world.as("idris").patch("/tickets/tags", { ids: tickets, add_tags: [word("a")] });
    world.pass(60_000);
    const answers = await Promise.all([
      lena().post(`/tags/${a}/merge`, { into_id: b }),
      world.as("idris").patch("/tickets/tags", { ids: tickets, add_tags: [word("a"), word("c")] }),
      world.as("rafael").patch("/tickets/bulk", { ids: tickets.toReversed(), priority: "high" }),
      ...tickets
        .slice(0, 8)
        .map((id) => world.as("maren").post(`/tickets/${id}/comments`, { comment: "Hello." })),
      world.as("maren").delete(`/tickets/${tickets[23]}`),
    ]);
    expect(answers.filter(({ status }) => status >= 400).map(({ body }) => body)).toEqual([]);
    const { items } = (await world.as("idris").get("/tickets", { tag: word("b"), per_page: "100" })).body;
    expect(items).toHaveLength(24);
    const stale = await world.pool.query(
      `select 1 from ticket_tags tt join tickets t on t.id = tt.ticket_id
       where (tt.updated, tt.status, tt.in_trash) is distinct from (t.updated, t.status, t.deleted_at is not null)`,
    );
    expect(stale.rowCount).toBe(0);
  });
});
