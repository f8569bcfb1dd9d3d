import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson, makeWorld, PASSWORD, type World } from "../../test/support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

let made = 0;
const newName = () => `Company ${(made += 1)}`;
const makeCompany = async (more: object = {}) =>
  (await world.as("maren").post("/companies", { name: newName(), ...more })).body;

describe("reading companies", () => {
  it("says what is wrong with an address of contact, at its field", async () => {
    const answer = await world.as("maren").post("/companies", { name: "Gannet", contact_email: "nowhere" });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual([
      { path: "contact_email", code: "user.email_invalid", message: "Invalid email address" },
    ]);
  });

  it("lists client companies for staff, without the internal one, and for nobody else", async () => {
    for (const name of ["priya", "tomas", "nobody"] as const)
      expect((await world.as(name).get("/companies")).status).toBe(403);
    const answer = await world.as("idris").get("/companies", { page: "1", page_size: "100" });
    expect(answer.body.companies.map((company: { name: string }) => company.name)).toEqual([
      "Aster Legal",
      "Kestrel Logistics",
    ]);
    expect(answer.body.companies[1]).toMatchObject({ user_count: 2, group_count: 0, is_active: true });
    expect(answer.body.meta).toMatchObject({ total: 2, limit: 100, page: 1, pages: 1 });
  });

  it("searches name and description, and sorts with empty values last", async () => {
    const named = await makeCompany({ description: "Ships ÉCLAIRS by rail" });
    const found = await world.as("idris").get("/companies", { search: "eclair" });
    expect(found.body.companies.map((company: { id: string }) => company.id)).toEqual([named.id]);
    for (const order of ["asc", "desc"]) {
      const sorted = await world.as("idris").get("/companies", { sort: "description", order });
      expect(sorted.body.companies[0].id).toBe(named.id);
    }
  });

  it("shows client admins their own whole, clients the name alone, others 404", async () => {
    const path = `/companies/${world.companies.kestrel}`;
    expect((await world.as("priya").get(path)).body).toMatchObject({
      name: "Kestrel Logistics",
      user_count: 2,
    });
    expect((await world.as("tomas").get(path)).body).toEqual({
      id: world.companies.kestrel,
      name: "Kestrel Logistics",
    });
    for (const name of ["helena", "jonas"] as const) {
      const answer = await world.as(name).get(path);
      expect([answer.status, answer.body.detail]).toEqual([404, "Company not found"]);
    }
    expect((await world.as("nobody").get(path)).status).toBe(403);
  });
});

describe("creating companies", () => {
  it("is for administrators", async () => {
    for (const name of ["rafael", "lena", "idris", "priya", "tomas"] as const)
      expect((await world.as(name).post("/companies", { name: newName() })).status).toBe(403);
  });

  it("needs a name that no living company has, in any case", async () => {
    const maren = world.as("maren");
    const blank = await maren.post("/companies", { name: " " });
    expect([blank.status, blank.body.detail]).toEqual([422, "Company name is required"]);
    const taken = await maren.post("/companies", { name: "KESTREL logistics" });
    expect([taken.status, taken.body.detail]).toEqual([409, "A company with this name already exists"]);
    const name = newName();
    const answers = await Promise.all([1, 2, 3].map(() => maren.post("/companies", { name })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  });

  it("checks the address, and takes blank for none", async () => {
    const wrong = await world.as("maren").post("/companies", { name: newName(), contact_email: "help" });
    expect([wrong.status, wrong.body.detail]).toEqual([422, "Invalid email address"]);
    expect(await makeCompany({ contact_email: "", description: "" })).toMatchObject({
      contact_email: null,
      description: null,
      is_active: true,
    });
  });
});

describe("changing companies", () => {
  it("lets client admins change three fields of their own: 403 for known others, 422 for unknown ones", async () => {
    const path = `/companies/${world.companies.kestrel}`;
    const priya = world.as("priya");
    const answer = await priya.patch(path, {
      description: "We move things",
      contact_email: "it@kestrel.test",
      contact_phone: "+44 1",
    });
    expect(answer.body).toMatchObject({ description: "We move things", contact_email: "it@kestrel.test" });
    for (const [field, value] of [
      ["name", "Mine"],
      ["is_active", false],
      ["sharing", "company"],
      ["urgent_allowed", false],
      ["id", world.companies.aster],
      ["user_count", 5],
      ["created_at", null],
      ["deleted_at", "2026-01-01T00:00:00.000Z"],
      ["is_internal", true],
    ] as const)
      expect([field, (await priya.patch(path, { [field]: value })).status]).toEqual([field, 403]);
    expect((await priya.patch(path, { owner: "me" })).status).toBe(422);
    expect((await priya.patch(path, { contact_email: "nonsense" })).body.detail).toBe(
      "Invalid email address",
    );
    expect((await priya.patch(`/companies/${world.companies.aster}`, { description: "x" })).status).toBe(404);
    for (const name of ["tomas", "idris", "rafael"] as const)
      expect((await world.as(name).patch(path, { description: "x" })).status).toBe(403);
  });

  it("refuses a change based on an old version", async () => {
    const { id, version } = await makeCompany();
    const change = { description: "first", base_version: version };
    expect((await world.as("maren").patch(`/companies/${id}`, change)).status).toBe(200);
    expect(
      (await world.as("maren").patch(`/companies/${id}`, { ...change, description: "second" })).status,
    ).toBe(409);
  });

  it("lets people of an inactive company look, but neither raise nor manage nor invite", async () => {
    const { id } = await makeCompany();
    const email = "boss@inactive.test";
    const user = await world.as("maren").post("/users", {
      email,
      fullname: "Ida Boss",
      password: "a longer pass phrase",
      user_type: "external",
      company_id: id,
      role_names: ["client_admin"],
      sendInvite: true,
    });
    expect(user.status).toBe(201);
    await world.as("maren").patch(`/companies/${id}`, { is_active: false });
    const signedIn = await world.as().post("/auth/login", { email, password: "a longer pass phrase" });
    const boss = world.withToken(signedIn.body.access_token);
    expect((await boss.get("/auth/me")).body.company_active).toBe(false);
    expect((await boss.get("/tickets")).status).toBe(200);
    expect((await boss.get("/users")).status).toBe(200);
    expect((await boss.post("/tickets", { subject: "x", issue: "y" })).status).toBe(403);
    expect((await boss.patch(`/companies/${id}`, { description: "x" })).status).toBe(403);
    expect((await boss.post("/users/invite", { email: "a@inactive.test" })).status).toBe(403);
    const invited = await world
      .as("maren")
      .post("/users/invite", { email: "a@inactive.test", user_type: "external", company_id: id });
    expect(invited.status).toBe(409);
  });
});

describe("deleting and restoring companies", () => {
  it("protects the internal company", async () => {
    const path = `/companies/${world.companies.internal}`;
    const deleted = await world.as("maren").delete(path);
    expect([deleted.status, deleted.body.detail]).toEqual([
      409,
      "The internal company cannot be deleted or deactivated",
    ]);
    expect((await world.as("maren").patch(path, { is_active: false })).status).toBe(409);
  });

  it("signs its people out at once, keeps them out, and lets them back after a restore", async () => {
    const { id } = await makeCompany();
    const email = "someone@closing.test";
    await makePerson(
      world.db,
      { email, fullname: "Sol Closing", role: "Client", company: "kestrel" },
      { ...world.companies, kestrel: id },
    );
    const signIn = () => world.as().post("/auth/login", { email, password: PASSWORD });
    const person = world.withToken((await signIn()).body.access_token);
    await person.post("/tickets", { subject: "Kept for staff", issue: "y" });
    for (const name of ["idris", "priya"] as const)
      expect((await world.as(name).delete(`/companies/${id}`)).status).toBe(403);
    expect((await world.as("maren").delete(`/companies/${id}`)).status).toBe(204);
    expect((await person.get("/auth/me")).status).toBe(401);
    expect((await signIn()).status).toBe(401);
    expect((await world.as("idris").get(`/companies/${id}`)).status).toBe(404);
    const kept = await world.as("idris").get("/tickets", { search: "Kept for staff" });
    expect(kept.body.items).toHaveLength(1);
    expect((await world.as("idris").get("/companies", { deleted: "true" })).status).toBe(403);
    const trash = await world.as("maren").get("/companies", { deleted: "true" });
    expect(trash.body.companies.map((company: { id: string }) => company.id)).toEqual([id]);
    expect((await world.as("maren").post(`/companies/${id}/restore`)).body.deleted_at).toBeNull();
    expect((await person.get("/auth/me")).status).toBe(401);
    expect((await signIn()).status).toBe(200);
  });

  it("does not restore a company whose name was taken in the meantime", async () => {
    const name = newName();
    const { id } = await makeCompany({ name });
    await world.as("maren").delete(`/companies/${id}`);
    await makeCompany({ name });
    expect((await world.as("maren").post(`/companies/${id}/restore`)).status).toBe(409);
  });
});
