import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  makePerson,
  makeWorld,
  PASSWORD,
  type Name,
  type World,
} from "../../test/support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(() => world.db.deleteFrom("rate_limits").execute());

let made = 0;
const newPerson = async (
  role: "Client" | "client_admin" | "support_specialist" | "administrator",
  company: "kestrel" | "aster" | "internal" = "kestrel",
) => {
  const email = `role${(made += 1)}@kestrel.test`;
  const person = {
    email,
    fullname: "Robin Role",
    role,
    company,
  };
  return { id: await makePerson(world.db, person, world.companies), email };
};
const set = (name: Name, id: string, role_names: unknown, more: object = {}) =>
  world.as(name).post(`/users/${id}/roles:set`, { role_names, ...more });
const rolesOf = async (id: string) =>
  (await world.as("maren").get(`/users/${id}/roles`)).body.roles.map((role: { name: string }) => role.name);

describe("reading roles", () => {
  it("needs a session, and shows external callers external roles only", async () => {
    expect((await world.as().get("/roles")).status).toBe(401);
    const staff = (await world.as("idris").get("/roles")).body;
    expect(staff.roles).toHaveLength(6);
    expect(staff.meta.total).toBe(6);
    const client = (await world.as("tomas").get("/roles")).body.roles;
    expect(client.map((role: { name: string }) => role.name)).toEqual(["Client", "client_admin"]);
    const internal = staff.roles.find((role: { name: string }) => role.name === "manager");
    expect((await world.as("tomas").get(`/roles/${internal.id}/permissions`)).status).toBe(404);
    const allowed = (await world.as("nobody").get(`/roles/${internal.id}/permissions`)).body;
    expect(allowed).toMatchObject({ type: "internal", description: expect.any(String) });
    expect(allowed.permissions).toHaveLength(internal.permission_count);
    expect(allowed.permissions[0]).toEqual({
      key: expect.any(String),
      label: expect.any(String),
      description: expect.any(String),
      category: "Clients",
    });
  });

  it("answers the neighbors of roles:set with 404", async () => {
    for (const path of ["rolesXset", "roles:sets", "roles:unset", "roles/set"]) {
      const answer = await world
        .as("maren")
        .post(`/users/${world.idOf("tomas")}/${path}`, { role_names: ["Client"] });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });
});

describe("setting roles", () => {
  it("is refused to those who may not, 404 for whom they cannot see", async () => {
    const { id } = await newPerson("Client");
    for (const name of ["rafael", "lena", "idris", "tomas", "nobody"] as const)
      expect((await set(name, id, ["client_admin"])).status).toBe(403);
    expect((await set("helena", id, ["client_admin"])).status).toBe(404);
    expect((await set("priya", world.idOf("idris"), ["manager"])).status).toBe(404);
    expect(await rolesOf(id)).toEqual(["Client"]);
  });

  it("keeps types apart, and external people at exactly one role", async () => {
    const { id } = await newPerson("Client");
    for (const name of ["maren", "priya"] as const) {
      for (const roles of [
        ["administrator"],
        ["Client", "client_admin"],
        ["Client", "manager"],
        ["boss"],
        [],
      ])
        expect((await set(name, id, roles)).status).toBe(422);
    }
    expect((await set("maren", world.idOf("idris"), ["Client"])).status).toBe(422);
    expect((await set("maren", id, ["client_admin"], { is_admin: true })).status).toBe(422);
  });

  it("takes names in any case with spaces as underscores, and several for staff", async () => {
    const { id } = await newPerson("support_specialist", "internal");
    expect((await set("maren", id, ["Team Lead", "MANAGER"])).status).toBe(200);
    expect(await rolesOf(id)).toEqual(["manager", "team_lead"]);
  });

  it("acts on the very next request of somebody signed in", async () => {
    const { id, email } = await newPerson("Client");
    const signedIn = await world.as().post("/auth/login", { email, password: PASSWORD });
    const person = world.withToken(signedIn.body.access_token);
    expect((await person.get("/users")).status).toBe(403);
    await set("priya", id, ["client_admin"]);
    expect((await person.get("/users")).status).toBe(200);
    await set("priya", id, ["Client"]);
    expect((await person.get("/users")).status).toBe(403);
  });

  it("never takes the last administrator's role, nor a company's last client admin's", async () => {
    const last = await set("maren", world.idOf("maren"), ["manager"]);
    expect([last.status, last.body.detail]).toEqual([409, "At least one administrator is required"]);
    for (const name of ["helena", "maren"] as const) {
      const answer = await set(name, world.idOf("helena"), ["Client"]);
      expect([answer.status, answer.body.detail]).toEqual([409, "At least one client admin is required"]);
    }
    const { id } = await newPerson("client_admin", "aster");
    expect((await set("helena", world.idOf("helena"), ["Client"])).status).toBe(200);
    await set("maren", world.idOf("helena"), ["client_admin"]);
    await set("maren", id, ["Client"]);
  });

  it("leaves one of two administrators who drop each other's role at once", async () => {
    const { id, email } = await newPerson("administrator", "internal");
    const signedIn = await world.as().post("/auth/login", { email, password: PASSWORD });
    const other = world.withToken(signedIn.body.access_token);
    const answers = await Promise.all([
      set("maren", id, ["manager"]),
      other.post(`/users/${world.idOf("maren")}/roles:set`, { role_names: ["manager"] }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const answer = answers[0]?.status === 200 ? await set("maren", id, ["manager"]) : null;
    if (!answer) {
      await other.post(`/users/${world.idOf("maren")}/roles:set`, { role_names: ["administrator"] });
      await set("maren", id, ["manager"]);
    }
    expect(await rolesOf(world.idOf("maren"))).toEqual(["administrator"]);
  });

  it("is refused to whoever does not know what somebody else set meanwhile", async () => {
    const { id } = await newPerson("administrator", "internal");
    const known = { base_role_names: ["Administrator"] };
    expect((await set("maren", id, ["manager"], known)).status).toBe(200);
    const late = await set("maren", id, ["administrator", "team_lead"], known);
    expect([late.status, late.body.code]).toEqual([409, "request.changed_meanwhile"]);
    expect(await rolesOf(id)).toEqual(["manager"]);
    expect((await set("maren", id, ["manager"], known)).status).toBe(200);
    expect((await set("maren", id, ["team_lead"], { base_role_names: ["manager"] })).status).toBe(200);
  });

  it("refuses a deleted person", async () => {
    const { id } = await newPerson("Client");
    await world.as("maren").delete(`/users/${id}`);
    expect((await set("maren", id, ["client_admin"])).status).toBe(409);
  });
});

describe("role history", () => {
  it("says who, when, from where and why, newest first", async () => {
    const { id } = await newPerson("Client");
    await set("priya", id, ["client_admin"], { reason: "Covers the summer" });
    await set("maren", id, ["Client"]);
    await set("maren", id, ["Client"]);
    const { history, meta } = (await world.as("rafael").get(`/users/${id}/roles/history`, { limit: "50" }))
      .body;
    expect(meta.total).toBe(2);
    expect(history[0].changes).toEqual({
      added_roles: ["Client"],
      removed_roles: ["client_admin"],
      unchanged_roles: [],
    });
    expect(history[1]).toMatchObject({
      performed_by_fullname: "Priya Nair",
      performed_by_email: "priya@kestrel.test",
      ip_address: "127.0.0.1",
      reason: "Covers the summer",
    });
    const own = (await world.as("priya").get(`/users/${id}/roles/history`)).body.history;
    expect(own.map((entry: { ip_address: unknown }) => entry.ip_address)).toEqual([null, null]);
    expect(own[0]).toMatchObject({ performed_by_fullname: "Maren Solberg", performed_by_email: null });
  });

  it("is for administrators, managers and the own company's client admins", async () => {
    const path = `/users/${world.idOf("tomas")}/roles/history`;
    for (const name of ["lena", "idris", "tomas", "nobody"] as const)
      expect((await world.as(name).get(path)).status).toBe(403);
    expect((await world.as("helena").get(path)).status).toBe(404);
    expect((await world.as("priya").get(path)).status).toBe(200);
    expect((await world.as("priya").get(path, { limit: "0" })).status).toBe(422);
  });
});
