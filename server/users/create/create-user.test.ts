import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../../../test/support/app/app-with-people.ts";
import { newClients } from "../../../test/support/app/new-clients.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(() => world.db.deleteFrom("rate_limits").execute());

const { newEmail } = newClients(() => world);
const newUser = (more: object = {}) => ({
  email: newEmail(),
  fullname: "Nadia Ferreira",
  password: "a longer pass phrase",
  ...more,
});

describe("creating a user", () => {
  it("is refused to everybody but administrators and client admins", async () => {
    for (const name of ["rafael", "lena", "idris", "tomas", "nobody"] as const)
      expect((await world.as(name).post("/users", newUser())).status).toBe(403);
    expect((await world.as().post("/users", newUser())).status).toBe(401);
  });

  it("needs address, name and password, in the catalog's words", async () => {
    const maren = world.as("maren");
    for (const [change, words] of [
      [{ email: "" }, "Email is required"],
      [{ email: "no address" }, "Invalid email address"],
      [{ fullname: " " }, "Full name is required"],
      [{ password: "" }, "Password is required"],
      [{ password: "short" }, "Password must be at least 8 characters"],
    ] as const) {
      const answer = await maren.post("/users", newUser(change));
      expect([answer.status, answer.body.detail]).toEqual([422, words]);
    }
  });

  it("refuses passwords that everybody would try, in a sentence", async () => {
    const maren = world.as("maren");
    for (const password of [
      "password",
      "Passw0rd!",
      "12345678",
      "aaaaaaaa",
      "waypost123",
      "Nadia-Ferreira",
      "kestrel-2026",
      "Summer2026!",
      "11111111 ",
      "1-2-3-4-5-6",
    ]) {
      const answer = await maren.post(
        "/users",
        newUser({ password, user_type: "external", company_id: world.companies.kestrel }),
      );
      expect([password, answer.status]).toEqual([password, 422]);
      expect(answer.body.errors[0].path).toBe("password");
    }
    const long = await maren.post("/users", newUser({ password: "x".repeat(129) }));
    expect(long.body.detail).toBe("Password must be at most 128 characters");
  });

  it("takes no address twice, in any case, deleted people included", async () => {
    const maren = world.as("maren");
    const answer = await maren.post("/users", newUser({ email: "TOMAS@Kestrel.test" }));
    expect([answer.status, answer.body.detail]).toEqual([409, "A user with this email already exists"]);
    const wanted = newUser();
    const { body } = await maren.post("/users", wanted);
    await maren.delete(`/users/${body.id}`);
    const again = await maren.post("/users", wanted);
    expect([again.status, again.body.detail]).toEqual([
      409,
      "A user with this email already exists, but is deleted: restore it instead",
    ]);
    const clientAdmin = await world.as("priya").post("/users", wanted);
    expect(clientAdmin.body.detail).toBe("A user with this email already exists");
  });

  it("makes one user of two requests at once", async () => {
    const wanted = newUser();
    const answers = await Promise.all([1, 2, 3, 4].map(() => world.as("maren").post("/users", wanted)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
  });

  it("puts staff into the internal company and gives the usual role", async () => {
    const answer = await world.as("maren").post("/users", newUser({ user_type: "internal" }));
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      user_type: "internal",
      company_id: world.companies.internal,
      roles: [{ name: "support_specialist" }],
      has_password: true,
      invite_state: "none",
    });
    const wrong = await world
      .as("maren")
      .post("/users", newUser({ user_type: "internal", company_id: world.companies.kestrel }));
    expect(wrong.status).toBe(422);
  });

  it("allows a client without a company, and none in the internal one or in one that is not there", async () => {
    const maren = world.as("maren");
    const alone = await maren.post("/users", newUser({ user_type: "external" }));
    expect(alone.body).toMatchObject({ company_id: null, roles: [{ name: "Client" }] });
    for (const company_id of [world.companies.internal, "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f"])
      expect((await maren.post("/users", newUser({ user_type: "external", company_id }))).status).toBe(422);
  });

  it("forces what a client admin makes to be external and of the own company", async () => {
    const answer = await world
      .as("priya")
      .post("/users", newUser({ user_type: "internal", company_id: world.companies.aster }));
    expect(answer.body).toMatchObject({ user_type: "external", company_id: world.companies.kestrel });
    for (const role_names of [["administrator"], ["manager"], ["Client", "client_admin"], ["boss"]]) {
      const refused = await world.as("priya").post("/users", newUser({ role_names }));
      expect(refused.status).toBe(422);
    }
  });

  it("makes whoever got a password from somebody else choose a new one first", async () => {
    const wanted = newUser();
    const { body } = await world.as("maren").post("/users", wanted);
    const signedIn = await world.as().post("/auth/login", { email: wanted.email, password: wanted.password });
    const person = world.withToken(signedIn.body.access_token);
    expect((await person.get("/auth/me")).body.must_change_password).toBe(true);
    for (const path of ["/tickets", "/users", "/roles", `/users/${body.id}`]) {
      const answer = await person.get(path);
      expect([answer.status, answer.body.code]).toEqual([403, "auth.password_change_required"]);
    }
    expect((await person.get("/config")).status).toBe(200);
    const changed = await person.post(`/users/${body.id}/change-password`, {
      current_password: wanted.password,
      new_password: "quite another phrase",
    });
    expect(changed.status).toBe(204);
    expect((await person.get("/tickets")).status).toBe(200);
  });
});
