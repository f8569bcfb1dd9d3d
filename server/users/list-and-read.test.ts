import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  makePerson,
  makeWorld,
  PASSWORD,
  type Name,
  type World,
} from "../../test/support/app/app-with-people.ts";
import { newClients } from "../../test/support/app/new-clients.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(() => world.db.deleteFrom("rate_limits").execute());

const { makeClient } = newClients(() => world);
const namesIn = (answer: { body: { users: { fullname: string }[] } }) =>
  answer.body.users.map((user) => user.fullname);

describe("listing users", () => {
  it("is refused without a session, to clients, and to people without a role", async () => {
    expect((await world.as().get("/users")).status).toBe(401);
    expect((await world.as("tomas").get("/users")).status).toBe(403);
    expect((await world.as("nobody").get("/users")).status).toBe(403);
  });

  it("gives client admins the external users of their own company, whatever they ask", async () => {
    const priya = world.as("priya");
    const queries: Record<string, string>[] = [
      {},
      { user_type: "internal" },
      { company_id: world.companies.aster },
      { user_type: "internal", company_id: world.companies.internal, per_page: "100" },
    ];
    for (const query of queries) {
      const answer = await priya.get("/users", query);
      expect(new Set(answer.body.users.map((user: { company_id: string }) => user.company_id))).toEqual(
        new Set([world.companies.kestrel]),
      );
      expect(answer.body.users.every((user: { user_type: string }) => user.user_type === "external")).toBe(
        true,
      );
    }
  });

  it("refuses a client admin who belongs to no company", async () => {
    const email = "alone@nowhere.test";
    await makePerson(
      world.db,
      { email, fullname: "Amal Rahman", role: "client_admin", company: null },
      world.companies,
    );
    const signedIn = await world.as().post("/auth/login", { email, password: PASSWORD });
    const answer = await world.withToken(signedIn.body.access_token).get("/users");
    expect([answer.status, answer.body.detail]).toEqual([403, "You are not allowed to do this"]);
  });

  it("finds by name and address, without accents and case, with percent as a letter", async () => {
    const maren = world.as("maren");
    expect(namesIn(await maren.get("/users", { search: "TOMAS ag" }))).toEqual(["Tomás Aguilar"]);
    expect(namesIn(await maren.get("/users", { search: "aster.test" }))).toEqual([
      "Helena Marsh",
      "Jonas Weber",
    ]);
    expect(namesIn(await maren.get("/users", { search: "%" }))).toEqual([]);
  });

  it("takes per_page before page_size, and says where it is", async () => {
    const answer = await world.as("maren").get("/users", { per_page: "2", page_size: "50", page: "2" });
    expect(answer.body.users).toHaveLength(2);
    expect(answer.body.meta).toMatchObject({ limit: 2, page: 2 });
    const tooMany = await world.as("maren").get("/users", { page_size: "101" });
    expect([tooMany.status, tooMany.body.detail]).toEqual([422, "page_size must be at most 100"]);
  });

  it("sorts on the server, with empty values last in both directions", async () => {
    const maren = world.as("maren");
    for (const order of ["asc", "desc"]) {
      const roles = (await maren.get("/users", { sort: "role", order })).body.users.map(
        (user: { roles: { name: string }[] }) => user.roles[0]?.name ?? "",
      );
      const filled = roles.filter(Boolean);
      expect(roles.slice(filled.length).every((role: string) => role === "")).toBe(true);
      expect(roles).toHaveLength(filled.length + 1);
    }
    const descending = namesIn(await maren.get("/users", { sort: "fullname", order: "desc" }));
    expect(descending).toEqual(descending.toSorted((a, b) => b.localeCompare(a, "en")));
    expect((await maren.get("/users", { sort: "secret" })).status).toBe(422);
  });

  it("lists deleted people for those who restore, and for no picker", async () => {
    const gone = await makeClient("Gone Client");
    await world.as("maren").delete(`/users/${gone}`);
    const shows = async (name: Name, query: Record<string, string> = {}) =>
      namesIn(await world.as(name).get("/users", { search: "gone client", ...query }));
    expect(await shows("maren")).toEqual(["Gone Client"]);
    expect(await shows("priya")).toEqual(["Gone Client"]);
    expect(await shows("idris")).toEqual([]);
    expect(await shows("helena")).toEqual([]);
    expect(await shows("maren", { deleted: "false" })).toEqual([]);
    const picker = await world.as("maren").get("/users", { user_type: "internal", per_page: "100" });
    expect(picker.body.users.every((user: { deleted_at: unknown }) => user.deleted_at === null)).toBe(true);
    expect((await world.as("idris").get("/users", { deleted: "true" })).status).toBe(403);
    expect((await world.as("idris").get(`/users/${gone}`)).status).toBe(404);
  });

  it("hides when somebody was last online from clients, if they wish so", async () => {
    const tomas = world.as("tomas");
    await tomas.get("/auth/me");
    await tomas.patch(`/users/${world.idOf("tomas")}`, { hide_last_online: true });
    const seenBy = async (name: Name) =>
      (await world.as(name).get(`/users/${world.idOf("tomas")}`)).body.last_online;
    expect(await seenBy("priya")).toBeNull();
    expect(await seenBy("idris")).not.toBeNull();
  });
});

describe("reading one user", () => {
  it("answers 404 alike for the absent, the foreign, staff seen by clients, and what is no id", async () => {
    const priya = world.as("priya");
    const paths = [
      "/users/5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f",
      `/users/${world.idOf("jonas")}`,
      `/users/${world.idOf("maren")}`,
      "/users/42",
    ];
    for (const path of paths) {
      const answer = await priya.get(path);
      expect([answer.status, answer.body.detail]).toEqual([404, "User not found"]);
    }
    expect((await world.as("tomas").get(`/users/${world.idOf("priya")}`)).status).toBe(404);
    expect((await world.as("tomas").get(`/users/${world.idOf("tomas")}`)).status).toBe(200);
  });
});
