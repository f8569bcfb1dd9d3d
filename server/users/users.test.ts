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
const newEmail = () => `person${(made += 1)}@kestrel.test`;
const newUser = (more: object = {}) => ({
  email: newEmail(),
  fullname: "Nadia Ferreira",
  password: "a longer pass phrase",
  ...more,
});
const namesIn = (answer: { body: { users: { fullname: string }[] } }) =>
  answer.body.users.map((user) => user.fullname);
/** A client of Kestrel who is nobody else's business. */
const makeClient = async (fullname = "Nadia Ferreira", company: "kestrel" | "aster" = "kestrel") =>
  makePerson(world.db, { email: newEmail(), fullname, role: "Client", company }, world.companies);

const path = (name: Name) => `/users/${world.idOf(name)}`;

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

const saveTimeZone = (timezone: string | null) =>
  world.as("tomas").patch(`/users/${world.idOf("tomas")}`, { timezone });

describe("one's own time zone", () => {
  it("is refused where it is none, kept where it is one, and emptied", async () => {
    for (const wrong of ["Mars/Olympus", "+05:00", "UTC; drop"]) {
      const answer = await saveTimeZone(wrong);
      expect([answer.status, answer.body.errors[0].code]).toEqual([422, "settings.time_zone_unknown"]);
    }
    for (const [sent, kept] of [
      ["Europe/Oslo", "Europe/Oslo"],
      ["", null],
      [null, null],
    ] as const) {
      expect((await saveTimeZone(sent)).status).toBe(200);
      expect((await world.as("tomas").get("/auth/me")).body.timezone).toBe(kept);
    }
  });
});

const setLanguage = (by: Name, whose: Name, locale: string | null) =>
  world.as(by).patch(`/users/${world.idOf(whose)}`, { locale });

describe("the language of a client", () => {
  it("is set by whoever manages the client, and by nobody else; staff set their own alone", async () => {
    expect((await setLanguage("idris", "tomas", "de")).status).toBe(403);
    expect((await setLanguage("helena", "tomas", "de")).status).toBe(404);
    expect((await setLanguage("maren", "tomas", "fr")).status).toBe(422);
    expect((await setLanguage("maren", "idris", "de")).status).toBe(403);
    for (const by of ["maren", "priya", "tomas"] as const) {
      expect((await setLanguage(by, "tomas", "de")).status).toBe(200);
      expect((await world.as(by).get(`/users/${world.idOf("tomas")}`)).body.locale).toBe("de");
      expect((await setLanguage(by, "tomas", null)).body.locale).toBeNull();
    }
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

describe("changing a user", () => {
  it("is refused for other people's accounts, 404 where they cannot even be seen", async () => {
    expect((await world.as("idris").patch(path("tomas"), { city: "Oslo" })).status).toBe(403);
    expect((await world.as("rafael").patch(path("idris"), { city: "Oslo" })).status).toBe(403);
    expect((await world.as("tomas").patch(path("priya"), { city: "Oslo" })).status).toBe(404);
    expect((await world.as("helena").patch(path("tomas"), { city: "Oslo" })).status).toBe(404);
    expect((await world.as("priya").patch(path("maren"), { city: "Oslo" })).status).toBe(404);
  });

  it("lets oneself change name, phone, city and state; blank clears", async () => {
    const answer = await world
      .as("tomas")
      .patch(path("tomas"), { fullname: "Tomás Aguilar", phone_number: "+44 1", city: "Leeds", state: "" });
    expect(answer.body).toMatchObject({ phone_number: "+44 1", city: "Leeds", state: null });
  });

  it("answers 403 for a known field that one may not change oneself, 422 for an unknown one", async () => {
    for (const name of ["maren", "priya", "tomas"] as const) {
      for (const [field, value] of [
        ["email", "new@kestrel.test"],
        ["company_id", world.companies.aster],
        ["user_type", name === "maren" ? "external" : "internal"],
        ["roles", ["administrator"]],
        ["password", "a longer pass phrase"],
        ["deleted_at", "2026-01-01T00:00:00.000Z"],
        ["last_online", "2026-01-01T00:00:00.000Z"],
      ] as const) {
        const answer = await world.as(name).patch(path(name), { [field]: value });
        expect([name, field, answer.status]).toEqual([name, field, 403]);
      }
      const unknown = await world.as(name).patch(path(name), { is_admin: true });
      expect([unknown.status, unknown.body.detail]).toEqual([422, "Unknown field: is_admin"]);
    }
  });

  it("lets administrators move a client, and nobody else", async () => {
    const id = await makeClient();
    const move = { company_id: world.companies.aster };
    expect((await world.as("priya").patch(`/users/${id}`, move)).status).toBe(403);
    const moved = await world.as("maren").patch(`/users/${id}`, move);
    expect(moved.body.company_name).toBe("Aster Legal");
    expect((await world.as("priya").get(`/users/${id}`)).status).toBe(404);
    expect((await world.as("helena").get(`/users/${id}`)).status).toBe(200);
    const internal = { company_id: world.companies.internal };
    expect((await world.as("maren").patch(`/users/${id}`, internal)).status).toBe(422);
    expect((await world.as("maren").patch(path("idris"), move)).status).toBe(422);
  });

  it("never changes a type", async () => {
    const id = await makeClient();
    expect((await world.as("maren").patch(`/users/${id}`, { user_type: "internal" })).status).toBe(403);
  });

  it("lets whoever manages somebody change the address, which signs that person out", async () => {
    const email = newEmail();
    const id = await makePerson(
      world.db,
      { email, fullname: "Moved Client", role: "Client", company: "kestrel" },
      world.companies,
    );
    const signedIn = await world.as().post("/auth/login", { email, password: PASSWORD });
    const person = world.withToken(signedIn.body.access_token);
    expect((await person.get("/auth/me")).status).toBe(200);
    const taken = await world.as("priya").patch(`/users/${id}`, { email: "JONAS@aster.test" });
    expect(taken.status).toBe(409);
    expect((await world.as("priya").patch(`/users/${id}`, { email: newEmail() })).status).toBe(200);
    expect((await person.get("/auth/me")).status).toBe(401);
  });

  it("refuses a change based on an old version", async () => {
    const id = await makeClient();
    const { version } = (await world.as("maren").get(`/users/${id}`)).body;
    const first = await world.as("maren").patch(`/users/${id}`, { city: "Rome", base_version: version });
    expect(first.status).toBe(200);
    const second = await world.as("maren").patch(`/users/${id}`, { city: "Bern", base_version: version });
    expect(second.status).toBe(409);
  });
});

describe("deleting and restoring", () => {
  it("refuses oneself, whoever one is", async () => {
    for (const name of ["maren", "priya", "tomas", "idris"] as const) {
      const answer = await world.as(name).delete(`/users/${world.idOf(name)}`);
      expect([answer.status, answer.body.detail]).toEqual([400, "You cannot delete yourself"]);
    }
  });

  it("refuses those who do not manage, with 404 for whom they cannot see", async () => {
    const id = await makeClient();
    expect((await world.as("idris").delete(`/users/${id}`)).status).toBe(403);
    expect((await world.as("rafael").delete(`/users/${id}`)).status).toBe(403);
    expect((await world.as("helena").delete(`/users/${id}`)).status).toBe(404);
    expect((await world.as("tomas").delete(`/users/${id}`)).status).toBe(404);
    expect((await world.as("idris").post(`/users/${id}/restore`)).status).toBe(403);
  });

  it("never lets the last administrator go", async () => {
    const closed = await world.as("maren").call("DELETE", "/users/me");
    expect([closed.status, closed.body.detail]).toEqual([409, "At least one administrator is required"]);
    const second = await makePerson(
      world.db,
      { email: newEmail(), fullname: "Second Admin", role: "administrator", company: "internal" },
      world.companies,
    );
    expect((await world.as("maren").delete(`/users/${second}`)).status).toBe(204);
  });

  it("lets only one of two administrators who delete each other at once", async () => {
    const email = newEmail();
    const second = await makePerson(
      world.db,
      { email, fullname: "Other Admin", role: "administrator", company: "internal" },
      world.companies,
    );
    const signedIn = await world.as().post("/auth/login", { email, password: PASSWORD });
    const other = world.withToken(signedIn.body.access_token);
    const maren = world.as("maren");
    await Promise.all([maren.get("/auth/me"), other.get("/auth/me")]);
    const answers = await Promise.all([
      maren.delete(`/users/${second}`),
      other.delete(`/users/${world.idOf("maren")}`),
    ]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    const left = await world.db
      .selectFrom("users")
      .select("id")
      .where("id", "in", [second, world.idOf("maren")])
      .where("deleted_at", "is", null)
      .execute();
    expect(left).toHaveLength(1);
    await world.db
      .updateTable("users")
      .set({ deleted_at: null })
      .where("id", "=", world.idOf("maren"))
      .execute();
    await world.db
      .updateTable("users")
      .set({ deleted_at: world.clock.now() })
      .where("id", "=", second)
      .execute();
  });

  it("signs the deleted out at once, keeps the name on tickets, and gives everything back", async () => {
    const email = newEmail();
    const id = await makePerson(
      world.db,
      { email, fullname: "Short Stay", role: "support_specialist", company: "internal" },
      world.companies,
    );
    const signedIn = await world.as().post("/auth/login", { email, password: PASSWORD });
    const person = world.withToken(signedIn.body.access_token);
    const idris = world.as("idris");
    const ticket = { subject: "x", issue: "y", assignee_id: id };
    const open = (await idris.post("/tickets", ticket)).body.ticket.id;
    const closed = (await idris.post("/tickets", { ...ticket, status: "closed" })).body.ticket.id;
    expect((await world.as("maren").delete(`/users/${id}`)).status).toBe(204);
    expect((await person.get("/auth/me")).status).toBe(401);
    expect((await idris.get(`/tickets/${open}`)).body.assignee_id).toBeNull();
    expect((await idris.get(`/tickets/${closed}`)).body.assignee_fullname).toBe("Short Stay");
    const edit = await world.as("maren").patch(`/users/${id}`, { city: "Rome" });
    expect(edit.status).toBe(409);
    const restored = await world.as("maren").post(`/users/${id}/restore`);
    expect(restored.body).toMatchObject({ deleted_at: null, roles: [{ name: "support_specialist" }] });
    expect((await person.get("/auth/me")).status).toBe(401);
    expect((await world.as().post("/auth/login", { email, password: PASSWORD })).status).toBe(200);
  });

  it("closes the own account without a body, and ends the session", async () => {
    const email = newEmail();
    await makePerson(
      world.db,
      { email, fullname: "Leaving Client", role: "Client", company: "kestrel" },
      world.companies,
    );
    const signedIn = await world.as().post("/auth/login", { email, password: PASSWORD });
    const person = world.withToken(signedIn.body.access_token);
    expect((await person.delete("/users/me")).status).toBe(204);
    expect((await person.get("/auth/me")).status).toBe(401);
    expect((await world.as().post("/auth/login", { email, password: PASSWORD })).status).toBe(401);
  });
});
