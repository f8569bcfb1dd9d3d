import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Permission } from "#contract/access/permissions.ts";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";

let world: World;

beforeAll(async () => {
  world = await makeWorld();
  await give("nobody", "front_desk", ["clients.read", "clients.manage"]);
});
afterAll(() => world.end());

/** Gives somebody a role that no desk brings along, and none besides. */
async function give(name: Name, key: string, permissions: Permission[]) {
  const { id } = await world.db
    .insertInto("roles")
    .values({ key, name: key, type: "internal", description: "A role of this desk" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await world.db
    .insertInto("role_permissions")
    .values(permissions.map((permission) => ({ role_id: id, permission })))
    .execute();
  await world.db.deleteFrom("user_roles").where("user_id", "=", world.idOf(name)).execute();
  await world.db
    .insertInto("user_roles")
    .values({ user_id: world.idOf(name), role_id: id })
    .execute();
}

const newcomer = (email: string, more: object) => ({ email, fullname: "Nadia Ferreira", ...more });

describe("who looks after clients alone", () => {
  it("makes no staff, however it is asked for", async () => {
    const desk = world.as("nobody");
    for (const more of [{ user_type: "internal" }, {}, { company_id: world.companies.internal }]) {
      const invited = await desk.post("/users/invite", newcomer("staff@waypost.test", more));
      const made = await desk.post("/users", {
        ...newcomer("staff@waypost.test", more),
        password: "a long pass phrase",
      });
      expect([more, invited.status, made.status]).toEqual([more, 403, 403]);
    }
  });

  it("sends no links to staff, and neither changes nor deletes them", async () => {
    const desk = world.as("nobody");
    const idris = `/users/${world.idOf("idris")}`;
    const statuses = [
      await desk.post(`${idris}/send-invite`, {}),
      await desk.patch(idris, { city: "Leeds" }),
      await desk.delete(idris),
      await desk.post(`${idris}/restore`),
      await desk.post(`${idris}/roles:set`, { role_names: ["manager"] }),
    ].map(({ status }) => status);
    for (const status of statuses) expect(status).toBeOneOf([403, 404]);
  });

  it("invites and changes clients", async () => {
    const desk = world.as("nobody");
    const client = { user_type: "external", company_id: world.companies.kestrel };
    const invited = await desk.post("/users/invite", newcomer("client@kestrel.test", client));
    expect(invited.status).toBe(201);
    expect((await desk.patch(`/users/${world.idOf("tomas")}`, { city: "Leeds" })).status).toBe(200);
  });
});

const reset = async (by: Name, of: Name) =>
  (await world.as(by).post(`/users/${world.idOf(of)}/reset-second-factor`)).status;

describe("taking a second factor away", () => {
  it("is refused for staff to who looks after clients, though staff are in sight", async () => {
    await give("idris", "reception", ["clients.read", "clients.manage", "users.read"]);
    expect([await reset("idris", "lena"), await reset("idris", "tomas")]).toEqual([403, 204]);
  });

  it("is refused for clients to who looks after staff, though clients are in sight", async () => {
    await give("rafael", "personnel", ["clients.read", "users.manage", "users.read"]);
    expect([await reset("rafael", "tomas"), await reset("rafael", "lena")]).toEqual([403, 204]);
  });
});
