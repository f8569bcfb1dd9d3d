import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { everythingIn } from "../../test/support/app/as-external-user.ts";

let world: World;
let team: string;
let tests = 0;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  tests += 1;
  await world.pool.query("delete from view_pins");
  await world.pool.query("delete from views");
  const made = await world.as("maren").post("/groups", {
    name: `Team ${tests}`,
    member_ids: [world.idOf("lena"), world.idOf("idris")],
  });
  team = made.body.id;
});

const save = (name: Name, body: object = {}) =>
  world.as(name).post("/views", { name: "Active", audience: "me", query: { active: true }, ...body });
const saved = async (name: Name, body: object = {}) => (await save(name, body)).body.view;
const byNumber = (a: number, b: number) => a - b;
const names = async (name: Name) =>
  (await world.as(name).get("/views")).body.items.map((view: { name: string }) => view.name);

describe("saved views", () => {
  it("are for staff alone: for others there are none, and the database shows them nothing", async () => {
    const { id } = await saved("lena", { audience: "everyone" });
    for (const name of ["priya", "tomas", "nobody"] as const) {
      const as = world.as(name);
      const answers = await Promise.all([
        as.get("/views"),
        save(name),
        as.get(`/views/${id}`),
        as.patch(`/views/${id}`, { name: "x" }),
        as.delete(`/views/${id}`),
        as.put("/views/pins", { keys: ["mine"] }),
        as.get("/views/counts", { keys: "mine" }),
      ]);
      expect([name, answers.map(({ status }) => status)]).toEqual([name, Array(7).fill(403)]);
    }
    for (const table of ["views", "view_pins"])
      await expect(everythingIn(world, table, "priya")).rejects.toThrow();
  });

  it("are refused without a name, a known filter or a fitting team", async () => {
    const cases: [object, string][] = [
      [{ name: "  " }, "Name the view"],
      [{ name: "x".repeat(81) }, "Name must be at most 80 characters"],
      [{ name: "Two\nlines" }, "Name contains an invisible character or the end of a line"],
      [{ query: { colour: "red" } }, "Unknown field: colour"],
      [{ query: { mine: "true" } }, "query.mine is not valid"],
      [{ query: { group_id: "42" } }, "query.group_id"],
      [{ audience: "team" }, "Choose a team"],
      [{ audience: "team", group_id: world.companies.kestrel }, "Choose a team that you are in"],
    ];
    for (const [body, detail] of cases) {
      const answer = await save("lena", body);
      expect([body, answer.status]).toEqual([body, 422]);
      expect(JSON.stringify(answer.body)).toContain(detail);
    }
  });

  it("are shared by those who may, with teams that they are in; an agent keeps their own", async () => {
    expect((await save("idris")).status).toBe(201);
    expect((await save("idris", { audience: "everyone" })).status).toBe(403);
    expect((await save("idris", { audience: "team", group_id: team })).status).toBe(403);
    expect((await save("rafael", { audience: "team", group_id: team })).status).toBe(422);
    for (const name of ["lena", "maren"] as const)
      expect((await save(name, { audience: "team", group_id: team })).status).toBe(201);
    const mine = await saved("idris");
    expect((await world.as("idris").patch(`/views/${mine.id}`, { audience: "everyone" })).status).toBe(403);
  });

  it("are seen by whom they are for: personal ones by their owner, a team's by the team and administrators", async () => {
    await saved("lena", { name: "Lena's" });
    const { id } = await saved("lena", { name: "Team's", audience: "team", group_id: team });
    await saved("lena", { name: "Whole desk", audience: "everyone" });
    expect(await names("lena")).toEqual(["Lena's", "Team's", "Whole desk"]);
    expect(await names("idris")).toEqual(["Team's", "Whole desk"]);
    expect(await names("maren")).toEqual(["Team's", "Whole desk"]);
    expect(await names("rafael")).toEqual(["Whole desk"]);
    expect((await world.as("rafael").get(`/views/${id}`)).status).toBe(404);
    expect((await world.as("rafael").delete(`/views/${id}`)).status).toBe(404);
    await world.as("maren").delete(`/groups/${team}`);
    expect(await names("idris")).toEqual(["Whole desk"]);
    // Nobody's in particular: whoever shares views looks after it.
    expect((await world.as("rafael").patch(`/views/${id}`, { audience: "everyone" })).status).toBe(200);
    expect(await names("idris")).toContain("Team's");
  });

  it("are edited by their owner and, shared, by whoever shares views; nobody else takes one for themselves", async () => {
    const { id } = await saved("lena", { audience: "everyone" });
    expect((await world.as("idris").patch(`/views/${id}`, { name: "x" })).status).toBe(403);
    expect((await world.as("idris").delete(`/views/${id}`)).status).toBe(403);
    const taken = await world.as("rafael").patch(`/views/${id}`, { audience: "me" });
    expect([taken.status, taken.body.code]).toEqual([403, "view.own_alone"]);
    const changed = await world
      .as("rafael")
      .patch(`/views/${id}`, { name: "Renamed", columns: ["tags", "new"] });
    expect(changed.body.view).toMatchObject({
      name: "Renamed",
      columns: ["tags"],
      version: 2,
      may_edit: true,
    });
    expect((await world.as("lena").patch(`/views/${id}`, { audience: "me" })).status).toBe(200);
    expect((await world.as("rafael").get(`/views/${id}`)).status).toBe(404);
    expect((await world.as("lena").delete(`/views/${id}`)).status).toBe(204);
    expect((await world.as("lena").get(`/views/${id}`)).status).toBe(404);
  });

  it("keep filters, order and columns as they were asked", async () => {
    const query = { search: "vpn", status: "open", tag: "VPN, firmware", group_id: "none", mine: true };
    const view = await saved("idris", {
      query,
      sort: "created",
      order: "asc",
      columns: ["updated", "status"],
    });
    expect(view).toMatchObject({
      query: { ...query, tag: "vpn,firmware" },
      sort: "created",
      order: "asc",
      columns: ["status", "updated"],
      audience: "me",
      owner_fullname: "Idris Okafor",
    });
  });

  it("of two who save at once let the second know, and lose nothing of the first", async () => {
    const { id, version } = await saved("lena", { audience: "everyone" });
    const [one, two] = await Promise.all([
      world.as("lena").patch(`/views/${id}`, { name: "Lena", base_version: version }),
      world.as("rafael").patch(`/views/${id}`, { name: "Rafael", base_version: version }),
    ]);
    expect([one.status, two.status].toSorted(byNumber)).toEqual([200, 409]);
    const kept = (await world.as("idris").get(`/views/${id}`)).body.view;
    expect([kept.name, kept.version]).toEqual([one.status === 200 ? "Lena" : "Rafael", 2]);
  });

  it("give the last place to one of many who save at the same moment", async () => {
    const fill = `insert into views (name, audience, owner_id, query, created_at, updated_at)
      select 'View ' || n, $2, $1, '{}', now(), now() from generate_series(1, $3::int) as n`;
    await world.pool.query(fill, [world.idOf("idris"), "me", 49]);
    const own = await Promise.all([save("idris"), save("idris"), save("idris")]);
    expect(own.map(({ status }) => status).toSorted(byNumber)).toEqual([201, 422, 422]);
    expect(own.find(({ status }) => status === 422)?.body.detail).toBe(
      "At most 50 views of your own can be kept",
    );
    await world.pool.query(fill, [world.idOf("lena"), "everyone", 99]);
    const shared = await Promise.all(
      (["lena", "rafael", "maren"] as const).map((name) => save(name, { audience: "everyone" })),
    );
    expect(shared.map(({ status }) => status).toSorted(byNumber)).toEqual([201, 422, 422]);
    expect(shared.find(({ status }) => status === 422)?.body.detail).toBe(
      "At most 100 shared views can be kept",
    );
  });

  it("stand in the history of administrators when they are shared, and nowhere when they are personal", async () => {
    const { id } = await saved("lena", { name: "Secret", audience: "me" });
    await world.as("lena").patch(`/views/${id}`, { name: "Still secret" });
    const written = async () => {
      const { rows } = await world.pool.query(
        "select kind, audience from history where entity = 'view' and entity_id = $1 order by seq",
        [id],
      );
      return rows;
    };
    expect(await written()).toEqual([]);
    await world.as("lena").patch(`/views/${id}`, { audience: "everyone" });
    await world.as("lena").delete(`/views/${id}`);
    expect(await written()).toEqual([
      { kind: "view.changed", audience: "administrators" },
      { kind: "view.deleted", audience: "administrators" },
    ]);
  });
});

const restore = (name: Name, id: string) => world.as(name).post(`/views/${id}/restore`);

describe("a deleted view", () => {
  it("is taken back by nobody but whoever deleted it, within ten minutes, and only once", async () => {
    const { id } = await saved("lena", { audience: "everyone" });
    expect((await restore("lena", id)).status).toBe(404);
    await world.as("rafael").delete(`/views/${id}`);
    for (const name of ["lena", "idris"] as const) expect((await restore(name, id)).status).toBe(404);
    for (const name of ["priya", "tomas"] as const) expect((await restore(name, id)).status).toBe(403);
    world.pass(10 * 60_000 + 1);
    expect((await restore("rafael", id)).body.detail).toBe("It is too late to undo this");
    world.pass(-10 * 60_000);
    expect((await restore("rafael", id)).status).toBe(200);
    expect((await restore("rafael", id)).status).toBe(404);
  });

  it("stands again where it was pinned, for everybody", async () => {
    const { id } = await saved("lena", { audience: "everyone" });
    const mine = async () => (await world.as("idris").get("/views")).body;
    await world.as("idris").put("/views/pins", { keys: ["mine", id], default: id });
    await world.as("lena").delete(`/views/${id}`);
    expect(await mine()).toMatchObject({ pins: ["mine"], default: null });
    expect((await world.as("idris").get("/views/counts", { keys: id })).body.counts).toEqual({});
    expect((await world.as("lena").get(`/views/${id}`)).status).toBe(404);
    await restore("lena", id);
    expect(await mine()).toMatchObject({ pins: ["mine", id], default: id });
    await world.as("idris").put("/views/pins", { keys: ["mine", "unassigned"], default: null });
  });

  it("has no room any more where as many are kept as may be", async () => {
    const { id } = await saved("rafael", { audience: "me" });
    await world.as("rafael").delete(`/views/${id}`);
    await world.pool.query(
      `insert into views (name, audience, owner_id, query, created_at, updated_at)
       select 'Full', 'me', $1, '{}', $2, $2 from generate_series(1, 50)`,
      [world.idOf("rafael"), world.clock.now()],
    );
    expect((await restore("rafael", id)).status).toBe(422);
    await world.pool.query("delete from views where name = 'Full'");
    expect((await restore("rafael", id)).status).toBe(200);
  });
});

describe("a view", () => {
  it("whose tag, team or person is gone says which, and counts nothing rather than more", async () => {
    const raised = await world.as("tomas").post("/tickets", { subject: "Router", issue: "Restarts." });
    const ticket = raised.body.ticket.id;
    await world.as("idris").put(`/tickets/${ticket}/tags`, { tags: [`vpn-${tests}`] });
    const view = await saved("lena", {
      audience: "everyone",
      query: { tag: `vpn-${tests}`, group_id: team, client_id: world.idOf("tomas") },
    });
    expect(view.gone).toEqual([]);
    const count = async () =>
      (await world.as("idris").get("/views/counts", { keys: view.id })).body.counts[view.id];
    await world.as("idris").put(`/tickets/${ticket}`, { group_id: team });
    expect(await count()).toEqual({ n: 1, is_capped: false });
    const { body } = await world.as("idris").get("/tags", { search: `vpn-${tests}` });
    await world.as("lena").patch(`/tags/${body.items[0].id}`, { name: `tunnel-${tests}` });
    // A former name leads to it.
    expect((await world.as("idris").get(`/views/${view.id}`)).body.view.gone).toEqual([]);
    await world.as("lena").delete(`/tags/${body.items[0].id}`);
    await world.as("maren").delete(`/groups/${team}`);
    expect((await world.as("idris").get(`/views/${view.id}`)).body.view.gone).toEqual([
      { filter: "group_id", name: `Team ${tests}` },
      { filter: "tag", name: `vpn-${tests}` },
    ]);
    expect(await count()).toEqual({ n: 0, is_capped: false });
  });

  it("whose incident is gone says so, until it comes back", async () => {
    const raise = async (name: Name) =>
      (await world.as(name).post("/tickets", { subject: "No phone", issue: "It is so." })).body.ticket;
    const [incident, own] = [await raise("idris"), await raise("tomas")];
    await world.as("idris").post(`/tickets/${incident.id}/reporters`, { ticket_ids: [own.id] });
    const view = await saved("lena", { audience: "everyone", query: { parent: incident.id } });
    const read = async () => {
      const { body } = await world.as("lena").get("/views/counts", { keys: view.id });
      return [(await world.as("lena").get(`/views/${view.id}`)).body.view.gone, body.counts[view.id].n];
    };
    expect(await read()).toEqual([[], 1]);
    await world.as("maren").delete(`/tickets/${incident.id}`);
    expect(await read()).toEqual([[{ filter: "parent", name: incident.uid }], 0]);
    await world.as("maren").post(`/tickets/${incident.id}/restore`);
    expect(await read()).toEqual([[], 1]);
  });
});
