import { afterAll, beforeAll, expect, it } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { pruneViews } from "./prune.ts";

const DAY = 24 * 3_600_000;
let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

async function makeLead(name: string): Promise<string> {
  const person = {
    email: `${name}@waypost.test`,
    fullname: `${name} Leaving`,
    password: "a longer pass phrase",
  };
  const { id } = (await world.as("maren").post("/users", person)).body;
  return id;
}

/** A personal view, a shared one, and a pin, as if the person had made them. */
async function leaveViews(id: string): Promise<void> {
  await world.pool.query(
    `insert into views (name, audience, owner_id, query, created_at, updated_at)
     select audience, audience, $1, '{}', $2, $2 from unnest(array['me', 'everyone']) as audience`,
    [id, world.clock.now()],
  );
  await world.pool.query("insert into view_pins (user_id, view_key, position) values ($1, 'mine', 0)", [id]);
}

async function left(id: string): Promise<string[]> {
  const { rows } = await world.pool.query<{ audience: string }>(
    `select audience from views where owner_id = $1 union all select 'pin' from view_pins where user_id = $1 order by 1`,
    [id],
  );
  return rows.map(({ audience }) => audience);
}

it("a deleted person's own views and pins stay for a restore, and go after 30 days; shared ones stay", async () => {
  const id = await makeLead("ines");
  await leaveViews(id);
  await world.as("maren").delete(`/users/${id}`);
  world.pass(29 * DAY);
  await pruneViews(world.app);
  expect(await left(id)).toEqual(["everyone", "me", "pin"]);
  world.pass(2 * DAY);
  expect(await pruneViews(world.app)).toBe(1);
  expect(await left(id)).toEqual(["everyone"]);
});

it("a deleted view is kept for 30 days, and goes with everybody's pins of it", async () => {
  const { body } = await world
    .as("lena")
    .post("/views", { name: "Old", audience: "everyone", query: { active: true } });
  const { id } = body.view;
  await world.as("idris").put("/views/pins", { keys: [id] });
  await world.as("lena").delete(`/views/${id}`);
  const kept = async () =>
    (
      await world.pool.query(
        "select (select count(*)::int from views where id = $1) as views, (select count(*)::int from view_pins where view_key = $1::text) as pins",
        [id],
      )
    ).rows[0];
  world.pass(29 * DAY);
  await pruneViews(world.app);
  expect(await kept()).toEqual({ views: 1, pins: 1 });
  world.pass(2 * DAY);
  await pruneViews(world.app);
  expect(await kept()).toEqual({ views: 0, pins: 0 });
});

it("the erasure of a person takes their own views and pins at once, and its receipt says how many", async () => {
  const id = await makeLead("otto");
  await leaveViews(id);
  await world.as("maren").delete(`/users/${id}`);
  const { body } = await world.as("maren").post(`/users/${id}/erasure`);
  expect(body.removed).toMatchObject({ views: 1 });
  expect(await left(id)).toEqual(["everyone"]);
  const shared = (await world.as("idris").get("/views")).body.items.map(
    (view: { owner_fullname: string }) => view.owner_fullname,
  );
  expect(shared).toContain("Erased person");
});
