import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";

let world: World;
let team: string;

beforeAll(async () => {
  world = await makeWorld();
  const made = await world.as("maren").post("/groups", { name: "Night", member_ids: [world.idOf("idris")] });
  team = made.body.id;
});
afterAll(() => world.end());
beforeEach(async () => {
  await world.pool.query("delete from view_pins");
  await world.pool.query("delete from views");
});

const pinned = async (name: Name = "idris") => {
  const { pins, default: opens } = (await world.as(name).get("/views")).body;
  return [pins, opens];
};
const pin = (body: object, name: Name = "idris") => world.as(name).put("/views/pins", body);
const save = async (name: Name, body: object = {}): Promise<string> =>
  (await world.as(name).post("/views", { name: "A view", audience: "me", query: {}, ...body })).body.view.id;

describe("pins", () => {
  it("are refused for what one does not see, for no key, and for more than ten", async () => {
    const theirs = await save("lena");
    const absent = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";
    for (const keys of [[theirs], [absent], ["mine", theirs]]) expect((await pin({ keys })).status).toBe(404);
    expect((await pin({ keys: [], default: theirs })).status).toBe(404);
    expect((await pin({ keys: ["everything"] })).status).toBe(422);
    const own = [];
    for (let n = 0; n < 11; n += 1) own.push(await save("idris"));
    const many = await pin({ keys: own });
    expect([many.status, JSON.stringify(many.body)]).toEqual([
      422,
      expect.stringContaining("At most 10 views can be pinned"),
    ]);
    expect(await pinned()).toEqual([["mine", "unassigned"], null]);
  });

  it("begin with what is one's own, what nobody has, and the views of one's teams, until those are taken off", async () => {
    const ofTeam = await save("maren", { audience: "team", group_id: team });
    await save("maren", { audience: "everyone" });
    expect(await pinned()).toEqual([["mine", "unassigned", ofTeam], null]);
    // Administrators see every team's, and have their own teams' pinned alone.
    expect(await pinned("maren")).toEqual([["mine", "unassigned"], null]);
    expect((await pin({ keys: ["unassigned"] })).body).toEqual({ pins: ["unassigned"], default: null });
    expect(await pinned()).toEqual([["unassigned"], null]);
    const later = await save("maren", { audience: "team", group_id: team });
    expect(await pinned()).toEqual([["unassigned", later], null]);
    await pin({ keys: [] });
    expect(await pinned()).toEqual([[], null]);
  });

  it("keep an order of one's own, and a view that Tickets opens with, pinned or not", async () => {
    const [one, two] = [await save("idris"), await save("idris")];
    await pin({ keys: [two, "mine", two, one], default: "unassigned" });
    expect(await pinned()).toEqual([[two, "mine", one], "unassigned"]);
    await pin({ keys: [one] });
    expect(await pinned()).toEqual([[one], "unassigned"]);
    await pin({ keys: [one], default: null });
    expect(await pinned()).toEqual([[one], null]);
    expect(await pinned("lena")).toEqual([["mine", "unassigned"], null]);
  });

  it("go with the view, and with the right to see it", async () => {
    const shared = await save("lena", { audience: "everyone" });
    await pin({ keys: [shared, "mine"], default: shared });
    await world.as("lena").patch(`/views/${shared}`, { audience: "me" });
    expect(await pinned()).toEqual([["mine"], null]);
    await world.as("lena").patch(`/views/${shared}`, { audience: "everyone" });
    expect(await pinned()).toEqual([[shared, "mine"], shared]);
    await world.as("lena").delete(`/views/${shared}`);
    expect(await pinned()).toEqual([["mine"], null]);
  });

  it("set by two windows at the same moment are those of one of them", async () => {
    const own: string[] = [];
    for (let n = 0; n < 6; n += 1) own.push(await save("idris"));
    const [first, second] = [own.slice(0, 3), own.slice(3)];
    const answers = await Promise.all([pin({ keys: first }), pin({ keys: second, default: "mine" })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [pins] = await pinned();
    expect([first, second]).toContainEqual(pins);
  });

  it("that another window pinned or took off since this one looked stay so", async () => {
    const [gone, ours, theirs] = [await save("idris"), await save("idris"), await save("idris")];
    await pin({ keys: ["mine", gone], default: "mine" });
    const base_keys = ["mine", gone];
    await pin({ keys: ["mine", theirs], base_keys });
    expect((await pin({ keys: [ours, gone, "mine"], base_keys })).body).toEqual({
      pins: [ours, "mine", theirs],
      default: "mine",
    });
    await world.as("idris").delete(`/views/${ours}`);
    expect((await pin({ keys: ["mine", ours], base_keys: ["mine", ours, theirs] })).body.pins).toEqual([
      "mine",
    ]);
  });

  it("that came meanwhile are not pushed out by more than find a place", async () => {
    const own: string[] = [];
    for (let n = 0; n < 11; n += 1) own.push(await save("idris"));
    const [theirs = "", ...ours] = own;
    await pin({ keys: [theirs] });
    expect((await pin({ keys: ours, base_keys: [] })).status).toBe(422);
    expect((await pinned())[0]).toEqual([theirs]);
  });
});
