import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, PASSWORD, type World } from "../support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ BRAND_NAME: "Old\u200bBrand" });
});
afterAll(() => world.end());

const HIDDEN = [
  "Idris\u200b Okafor",
  "\u202eIdris",
  "Idris\u2028Okafor",
  "Idris\u2060",
  "Id\u200dris",
  "I\u00addris",
];
const BLANK = ["\u3164", "\u115f \u1160", "\u2800", "\uffa0\ufe0f"];
const PASSPHRASE = "a longer pass phrase";

type Call = (
  value: string,
) => Promise<{ status: number; body: { code: string; errors: { path: string }[] } }>;
/** Every place where somebody types a name or a subject, with the field that is refused. */
const places: [string, string, Call][] = [
  [
    "a new person",
    "fullname",
    (fullname) => post("/users", { email: fresh(), fullname, password: PASSPHRASE }),
  ],
  ["an invited person", "fullname", (fullname) => post("/users/invite", { email: fresh(), fullname })],
  ["the own name", "fullname", (fullname) => patch(`/users/${world.idOf("maren")}`, { fullname })],
  ["a company", "name", (name) => post("/companies", { name })],
  ["a company's name", "name", (name) => patch(`/companies/${world.companies.aster}`, { name })],
  ["a team", "name", (name) => post("/groups", { name })],
  ["the desk", "brand_name", (brand_name) => patch("/settings", { brand_name })],
  ["the desk, in short", "brand_short_name", (name) => patch("/settings", { brand_short_name: name })],
  ["a subject", "subject", (subject) => post("/tickets", { subject, issue: "x" })],
];
let count = 0;
const fresh = () => `mask${(count += 1)}@waypost.test`;
const post = (path: string, body: object) => world.as("maren").post(path, body);
const patch = (path: string, body: object) => world.as("maren").patch(path, body);

describe("class 30, names that pretend to be others", () => {
  it.each(places)(
    "hold no hidden character, and something that can be seen: %s",
    async (place, field, call) => {
      for (const name of HIDDEN) {
        const { status, body } = await call(name);
        expect({ name, status, code: body.code, path: body.errors[0]?.path }).toEqual({
          name,
          status: 422,
          code: "field.hidden_character",
          path: field,
        });
      }
      // Whoever is invited without a name is called by the address until the first visit.
      for (const name of place === "an invited person" ? [] : BLANK) {
        const { status, body } = await call(name);
        expect({ name, status, path: body.errors[0]?.path }).toEqual({ name, status: 422, path: field });
      }
      const named = await call(`می‌خواهم 👩🏽‍💻 ${(count += 1)}`);
      expect(named.status).toBeLessThan(300);
    },
  );

  it("hold no hidden character in city, state and phone either", async () => {
    for (const field of ["city", "state", "phone_number"]) {
      const { status, body } = await patch(`/users/${world.idOf("tomas")}`, { [field]: "a\u200bb" });
      expect([status, body.errors[0].path]).toEqual([422, field]);
    }
  });

  it("texts of which nothing can be seen are blank", async () => {
    const issue = await post("/tickets", { subject: "x", issue: "\u200b\u3164" });
    expect([issue.status, issue.body.code]).toEqual([422, "ticket.issue_required"]);
    const { body } = await post("/tickets", { subject: "x", issue: "y" });
    const comment = await post(`/tickets/${body.ticket.id}/comments`, { comment: "\u2800" });
    expect([comment.status, comment.body.code]).toEqual([422, "comment.required"]);
  });
});

describe("class 30, addresses that pretend to be others", () => {
  it.each([
    "<x@z.example>",
    "x,y@z.example",
    "admin@waypost.example\u200b",
    "аdmin@waypost.example",
    "a@127.0.0.1",
  ])("are refused wherever one is typed: %j", async (email) => {
    const answers = [
      await post("/users", { email, fullname: "X", password: PASSPHRASE }),
      await post("/users/invite", { email }),
      await patch(`/users/${world.idOf("tomas")}`, { email }),
      await post(`/users/${world.idOf("maren")}/change-email`, {
        new_email: email,
        current_password: PASSWORD,
      }),
      await post("/companies", { name: "Mask Ltd", contact_email: email }),
      await patch(`/companies/${world.companies.aster}`, { contact_email: email }),
    ];
    for (const { status, body } of answers) expect([status, body.code]).toEqual([422, "user.email_invalid"]);
  });

  it("are one address in compatible letters, and show a domain that only looks alike", async () => {
    const wide = await post("/users", {
      email: "ＭＡＲＥＮ@waypost.test",
      fullname: "X",
      password: PASSPHRASE,
    });
    expect([wide.status, wide.body.code]).toEqual([409, "user.email_taken"]);
    const alike = await post("/users/invite", { email: "maren@wаypost.test" });
    expect([alike.status, alike.body.email]).toEqual([201, "maren@xn--wypost-3nf.test"]);
    const again = await patch(`/users/${alike.body.id}`, { email: "maren@wаypost.test", city: "Bergen" });
    expect([again.body.email, again.body.version]).toEqual([
      "maren@xn--wypost-3nf.test",
      alike.body.version + 1,
    ]);
  });
});

describe("what was stored before these rules", () => {
  it("stays as it is while something else is changed, and can be mended", async () => {
    const id = world.idOf("jonas");
    const old = { fullname: "Jonas\u200b Weber", email: "x,Y@z.example", city: "A\u00adB" };
    await world.db.updateTable("users").set(old).where("id", "=", id).execute();
    const kept = await patch(`/users/${id}`, { ...old, phone_number: "+49 30 1" });
    expect([kept.status, kept.body.fullname, kept.body.phone_number]).toEqual([
      200,
      old.fullname,
      "+49 30 1",
    ]);
    expect((await patch(`/users/${id}`, { ...old, city: "C\u00adD" })).status).toBe(422);
    expect(
      (await world.as().post("/auth/login", { email: "X,y@z.example", password: PASSWORD })).status,
    ).toBe(200);
    expect((await world.as().post("/auth/forgot-password", { email: old.email })).status).toBe(204);
    await world.drain();
    const mailed = await world.db.selectFrom("mails").select("to").where("user_id", "=", id).execute();
    expect(mailed).toEqual([{ to: old.email }]);
    expect((await patch(`/users/${id}`, { fullname: "Jonas Weber" })).body.fullname).toBe("Jonas Weber");
  });

  it("is so for companies, teams, the desk and tickets", async () => {
    const name = "Old\u200bName";
    const company = world.companies.kestrel;
    await world.db
      .updateTable("companies")
      .set({ name, contact_email: "x@müller.de" })
      .where("id", "=", company)
      .execute();
    const kept = await patch(`/companies/${company}`, {
      name,
      contact_email: "x@müller.de",
      description: "d",
    });
    expect([kept.status, kept.body.contact_email]).toEqual([200, "x@müller.de"]);

    const team = await post("/groups", { name: "Masks" });
    await world.db.updateTable("groups").set({ name }).where("id", "=", team.body.id).execute();
    expect((await patch(`/groups/${team.body.id}`, { name, member_ids: [] })).status).toBe(200);

    const brand = await world.as("maren").get("/settings");
    const desk = await patch("/settings", {
      brand_name: brand.body.brand_name,
      in_progress_when_taken: true,
    });
    expect(desk.status).toBe(200);

    const raised = await post("/tickets", { subject: "x", issue: "y" });
    const { id } = raised.body.ticket;
    await world.db
      .updateTable("tickets")
      .set({ subject: name, issue: "\u200b" })
      .where("id", "=", id)
      .execute();
    const ticket = await patch(`/tickets/${id}`, { subject: name, issue: "\u200b", status: "pending" });
    expect([ticket.status, ticket.body.ticket.status]).toEqual([200, "pending"]);
    expect((await patch(`/tickets/${id}`, { subject: `${name}\u200b` })).status).toBe(422);
  });
});
