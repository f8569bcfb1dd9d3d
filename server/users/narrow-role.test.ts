import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../../test/world.ts";

let world: World;

/** A role that no desk brings along: it looks after clients, and after nobody else. */
beforeAll(async () => {
  world = await makeWorld();
  const { id } = await world.db
    .insertInto("roles")
    .values({ key: "front_desk", name: "front_desk", type: "internal", description: "Looks after clients" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await world.db
    .insertInto("role_permissions")
    .values(["clients.read", "clients.manage"].map((permission) => ({ role_id: id, permission })))
    .execute();
  await world.db
    .insertInto("user_roles")
    .values({ user_id: world.idOf("nobody"), role_id: id })
    .execute();
});
afterAll(() => world.end());

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
