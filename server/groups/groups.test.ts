import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

let made = 0;
const newName = () => `Team ${(made += 1)}`;
const makeTeam = async (more: object = {}) =>
  (await world.as("maren").post("/groups", { name: newName(), ...more })).body;
const names = (answer: { body: { groups: { name: string }[] } }) =>
  answer.body.groups.map(({ name }) => name);

describe("reading teams", () => {
  it("is for staff", async () => {
    for (const name of ["priya", "tomas", "nobody"] as const)
      expect((await world.as(name).get("/groups")).status).toBe(403);
    expect((await world.as().get("/groups")).status).toBe(401);
  });

  it("lists the teams that take tickets, and a company's groups when asked", async () => {
    await makeTeam({ name: "Leeds site", company_id: world.companies.kestrel });
    const teams = await world.as("idris").get("/groups", { page: "1", page_size: "100" });
    expect(names(teams)).toEqual(["Support"]);
    expect(names(await world.as("idris").get("/groups", { company_id: world.companies.kestrel }))).toEqual([
      "Leeds site",
    ]);
  });
});

describe("looking after teams", () => {
  it("is for administrators; a name is needed and unique", async () => {
    for (const name of ["rafael", "lena", "idris", "priya"] as const)
      expect((await world.as(name).post("/groups", { name: newName() })).status).toBe(403);
    const blank = await world.as("maren").post("/groups", { name: "" });
    expect([blank.status, blank.body.detail]).toEqual([422, "Team name is required"]);
    const taken = await world.as("maren").post("/groups", { name: "SUPPORT" });
    expect([taken.status, taken.body.detail]).toEqual([409, "A team with this name already exists"]);
  });

  it("takes members of the team's own company only", async () => {
    for (const member of ["tomas", "jonas"] as const)
      expect(
        (await world.as("maren").post("/groups", { name: newName(), member_ids: [world.idOf(member)] }))
          .status,
      ).toBe(422);
    const team = await makeTeam({ member_ids: [world.idOf("idris"), world.idOf("lena")] });
    expect(team.member_ids).toEqual([world.idOf("idris"), world.idOf("lena")]);
  });

  it("lets a team lead set the members of the own teams, and nothing else", async () => {
    const own = await makeTeam({ member_ids: [world.idOf("lena")] });
    const other = await makeTeam({ member_ids: [world.idOf("idris")] });
    const lena = world.as("lena");
    const member_ids = [world.idOf("lena"), world.idOf("idris")];
    expect((await lena.patch(`/groups/${other.id}`, { member_ids })).status).toBe(403);
    expect((await lena.patch(`/groups/${own.id}`, { name: "Mine" })).status).toBe(403);
    expect((await lena.delete(`/groups/${own.id}`)).status).toBe(403);
    expect((await world.as("idris").patch(`/groups/${other.id}`, { member_ids })).status).toBe(403);
    expect((await lena.patch(`/groups/${own.id}`, { member_ids })).body.member_ids).toHaveLength(2);
  });

  it("refuses members chosen without knowing whom somebody else chose meanwhile", async () => {
    const team = await makeTeam({ member_ids: [world.idOf("lena")] });
    const change = (member: "idris" | "rafael", base_version: number) =>
      world
        .as("maren")
        .patch(`/groups/${team.id}`, { member_ids: [world.idOf("lena"), world.idOf(member)], base_version });
    const first = await change("idris", team.version);
    expect(first.status).toBe(200);
    const late = await change("rafael", team.version);
    expect([late.status, late.body.code]).toEqual([409, "request.changed_meanwhile"]);
    expect((await change("rafael", first.body.version)).status).toBe(200);
  });

  it("keeps a deleted member's place until the restore", async () => {
    const wanted = { email: "member@waypost.test", fullname: "Mia Member", password: "a longer pass phrase" };
    const { id } = (await world.as("maren").post("/users", wanted)).body;
    const team = await makeTeam({ member_ids: [id, world.idOf("idris")] });
    await world.as("maren").delete(`/users/${id}`);
    const shown = (await world.as("maren").get(`/groups/${team.id}`)).body.member_ids;
    expect(shown).toEqual([world.idOf("idris")]);
    await world.as("maren").patch(`/groups/${team.id}`, { member_ids: shown });
    await world.as("maren").post(`/users/${id}/restore`);
    expect((await world.as("maren").get(`/groups/${team.id}`)).body.member_ids).toContain(id);
  });

  it("archives a team: gone from lists, open tickets without a team, closed ones keep it; and back", async () => {
    const team = await makeTeam();
    const idris = world.as("idris");
    const ticket = { subject: "x", issue: "y", group_id: team.id };
    const open = (await idris.post("/tickets", ticket)).body.ticket.id;
    const closed = (await idris.post("/tickets", { ...ticket, status: "closed" })).body.ticket.id;
    expect((await world.as("maren").delete(`/groups/${team.id}`)).status).toBe(204);
    expect(names(await idris.get("/groups"))).not.toContain(team.name);
    expect(names(await idris.get("/groups", { archived: "true" }))).toContain(team.name);
    expect((await idris.get(`/tickets/${open}`)).body.group_id).toBeNull();
    expect((await idris.get(`/tickets/${closed}`)).body.group_name).toBe(team.name);
    expect((await idris.post("/tickets", ticket)).status).toBe(422);
    expect((await world.as("maren").patch(`/groups/${team.id}`, { name: "x" })).status).toBe(409);
    expect((await world.as("maren").post(`/groups/${team.id}/restore`)).body.archived_at).toBeNull();
  });
});
