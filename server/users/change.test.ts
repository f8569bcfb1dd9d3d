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

const { newEmail, makeClient } = newClients(() => world);

const path = (name: Name) => `/users/${world.idOf(name)}`;

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
