import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { watchStatements } from "../../test/support/database/watch-statements.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  await world.pool.query(
    `insert into tickets (number, uid, subject, issue, status, priority, client_id, company_id, assignee_id, created_by, created, updated)
     select 100000 + n, 'WP-' || (100000 + n), 'Subject ' || n, 'x', case when n % 3 = 0 then 'closed' else 'open' end,
       case when n <= 4 then 'urgent' else 'normal' end, $1, $2, case when n <= 30 then $3::uuid when n <= 100 then $4::uuid end,
       $1, now() - interval '1 minute' * n, now() - interval '1 minute' * n
     from generate_series(1, 300) as n`,
    [world.idOf("tomas"), world.companies.kestrel, world.idOf("idris"), world.idOf("lena")],
  );
});
afterAll(() => world.end());

const save = async (query: object): Promise<string> =>
  (await world.as("lena").post("/views", { name: "A view", audience: "everyone", query })).body.view.id;
const count = async (keys: readonly string[], name: Name = "idris") =>
  (await world.as(name).get("/views/counts", { keys: keys.join(",") })).body.counts;

describe("the numbers of views", () => {
  it("are refused for more than ten at once, and leave out what one does not see", async () => {
    const many = await world.as("idris").get("/views/counts", { keys: "a,b,c,d,e,f,g,h,i,j,k" });
    expect(many.status).toBe(422);
    const own = (await world.as("lena").post("/views", { name: "x", audience: "me", query: {} })).body.view
      .id;
    expect(
      Object.keys(await count(["mine", own, "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f", "everything"])),
    ).toEqual(["mine"]);
  });

  it("count what the viewer sees: mine is whoever looks, closed tickets are not active", async () => {
    expect(await count(["mine"])).toEqual({ mine: { n: 20, is_capped: false } });
    expect(await count(["mine"], "lena")).toEqual({ mine: { n: 47, is_capped: false } });
    expect(await count(["mine"], "maren")).toEqual({ mine: { n: 0, is_capped: false } });
  });

  it("stop at a hundred, and are exact to there", async () => {
    const [all, active, urgent] = [
      await save({}),
      await save({ active: true }),
      await save({ priority: "urgent" }),
    ];
    expect(await count(["unassigned", all, active, urgent])).toEqual({
      unassigned: { n: 100, is_capped: true },
      [all]: { n: 100, is_capped: true },
      [active]: { n: 100, is_capped: true },
      [urgent]: { n: 4, is_capped: false },
    });
  });

  it("are the totals of the lists, for every kind of filter", async () => {
    const idris = world.as("idris");
    const { items } = (await idris.get("/tickets", { per_page: "6" })).body;
    for (const { id } of items) await idris.put(`/tickets/${id}/tags`, { tags: ["counted"] });
    await idris.put(`/tickets/${items[0].id}`, { status: "closed" });
    await idris.post(`/tickets/${items[1].id}/read`);
    await world.drain();
    const queries: Record<string, string | true>[] = [
      { tag: "counted" },
      { tag: "counted", active: true },
      { tag: "none", priority: "urgent" },
      { search: "subject 7" },
      { unread: true, tag: "counted" },
      { active: true, assignee_id: world.idOf("lena"), priority: "normal" },
      { status: "closed", active: true },
      { company_id: world.companies.aster },
      { deleted: true },
    ];
    for (const query of queries) {
      const id = await save(query);
      const asked = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
      const { status, body } = await idris.get("/tickets", asked);
      const total = status === 200 ? body.meta.total : 0;
      expect([query, await count([id])]).toEqual([
        query,
        { [id]: { n: Math.min(total, 100), is_capped: false } },
      ]);
    }
  });

  it("come from one statement over the tickets, however many views there are", async () => {
    const keys = ["mine", "unassigned"];
    for (let n = 0; n < 8; n += 1) keys.push(await save({ active: true, priority: n % 2 ? "high" : "low" }));
    await count(keys);
    const said: string[] = [];
    const stop = watchStatements((text) => said.push(text));
    expect(Object.keys(await count(keys))).toHaveLength(10);
    stop();
    expect(said.filter((text) => /"tickets" as "t"|ticket_totals/.test(text))).toHaveLength(1);
  });
});
