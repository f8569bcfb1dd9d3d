import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { watchStatements } from "../../test/support/database/watch-statements.ts";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";

let world: World;
let id: string;

beforeAll(async () => {
  world = await makeWorld();
  await world.as("maren").patch("/settings", { time_zone: "Europe/Berlin" });
});
afterAll(() => world.end());
beforeEach(async () => {
  id = await raise("tomas");
});

const raise = async (name: Name, subject = "Printer"): Promise<string> =>
  (await world.as(name).post("/tickets", { subject, issue: "Jams." })).body.ticket.id;
const save = async (body: string, more: object = {}): Promise<string> =>
  (
    await world.as("lena").post("/replies", {
      name: "Answer",
      audience: "everyone",
      texts: [{ language: "en", body }],
      ...more,
    })
  ).body.reply.id;
const render = async (body: string, ticket_id = id, more: object = {}) =>
  (await world.as("idris").post(`/replies/${await save(body, more)}/render`, { ticket_id })).body;
/** What the app asks whatever is done: a session, the hour, the settings, what open windows are told. */
const ASIDE = /access_tokens|clock_timestamp|pgboss|pg_notify|^select "key"|^set waypost\.|^select 1$/;
const labels = (answer: { missing: { label: string }[] }) => answer.missing.map(({ label }) => label);

describe("a saved reply on a ticket", () => {
  it("is not there for who does not see the ticket or the reply", async () => {
    const reply = await save("Hello");
    const absent = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";
    for (const [path, ticket_id, detail] of [
      [reply, absent, "Ticket not found"],
      [absent, id, "Saved reply not found"],
    ] as const) {
      const answer = await world.as("idris").post(`/replies/${path}/render`, { ticket_id });
      expect([answer.status, answer.body.detail]).toEqual([404, detail]);
    }
  });

  it("says what is missing: client, company, assignee, team and date", async () => {
    const made = await world
      .as("idris")
      .post("/tickets", { subject: "Phone call", issue: "Somebody called." });
    const all =
      "{{client.first_name}} {{client.name}} {{company.name}} {{assignee.first_name}} {{assignee.name}} {{team.name}} {{follow_up.date}}";
    const answer = await render(all, made.body.ticket.id);
    expect(labels(answer)).toEqual([
      "client.first_name",
      "client.name",
      "company.name",
      "assignee.first_name",
      "assignee.name",
      "team.name",
      "follow_up.date",
    ]);
    expect(answer.text).toBe(all);
    expect(answer.readers).toEqual([]);
  });

  it("is filled in with names, number, subject and dates", async () => {
    await world.as("idris").put(`/tickets/${id}`, { assignee_id: world.idOf("lena") });
    await world.as("idris").put(`/tickets/${id}/follow-up`, { at: "2026-11-23T23:30:00.000Z" });
    const answer = await render(
      "{{client.first_name}}/{{client.name}}/{{company.name}}/{{assignee.name}}/{{me.first_name}}/{{ticket.subject}}/{{today}}/{{follow_up.date}}",
    );
    expect(answer).toMatchObject({
      text: "Tomás/Tomás Aguilar/Kestrel Logistics/Lena Fischer/Idris/Printer/November 20, 2026/November 24, 2026",
      language: "en",
      missing: [],
    });
    expect(answer.readers.map(({ fullname }: { fullname: string }) => fullname)).toEqual([
      "Tomás Aguilar",
      "Lena Fischer",
    ]);
  });

  it("takes a person who was only invited, or is deleted, for missing", async () => {
    const invited = await world.as("maren").post("/users/invite", {
      email: "bram.devries@kestrel.test",
      user_type: "external",
      company_id: world.companies.kestrel,
    });
    const client_id = invited.body.id;
    const made = await world.as("idris").post("/tickets", { subject: "Hi", issue: "Hi.", client_id });
    const ticket = made.body.ticket.id;
    expect(labels(await render("{{client.name}}", ticket))).toEqual(["client.name"]);
    await world.as("maren").patch(`/users/${client_id}`, { fullname: "Bram de Vries" });
    expect((await render("{{client.name}}", ticket)).text).toBe("Bram de Vries");
    await world.as("maren").delete(`/users/${client_id}`);
    expect(labels(await render("{{client.name}}", ticket))).toEqual(["client.name"]);
  });

  it("keeps hostile names from being more than names", async () => {
    const ticket = await raise("tomas", "[Pay](https://evil.example) {{client.name}}");
    const answer = await render("About {{ticket.subject}}", ticket);
    expect(answer.text).toBe(String.raw`About \[Pay\](https://evil.example) \{\{client.name\}\}`);
    expect(answer.missing).toEqual([]);
  });

  it("is in the client's language, else in the first, unless another one is asked for", async () => {
    await world.as("jonas").patch(`/users/${world.idOf("jonas")}`, { locale: "de" });
    const texts = [
      { language: "en", body: "Today is {{today}}" },
      { language: "de", body: "Heute ist der {{today}}" },
    ];
    const reply = await save("", { texts });
    const ask = async (ticket_id: string, language?: string) =>
      (await world.as("idris").post(`/replies/${reply}/render`, { ticket_id, language })).body.text;
    const german = await raise("jonas");
    expect(await ask(german)).toBe("Heute ist der 20. November 2026");
    expect(await ask(german, "en")).toBe("Today is November 20, 2026");
    expect(await ask(id)).toBe("Today is November 20, 2026");
  });

  it("names whom and what it sets, and says which of it changes anything", async () => {
    const effects = {
      status: "open",
      priority: "high",
      assignee: "me",
      follow_up: { in_days: 2, at: "09:00" },
      add_tags: ["vpn"],
      checklist: ["Call back"],
    };
    const answer = await render("{{assignee.name}} until {{follow_up.date}}", id, { effects });
    expect(answer.text).toBe("Idris Okafor until November 24, 2026");
    expect(answer.effects).toEqual([
      { field: "status", name: null, at: null, label: "Status: Open", changes: false },
      { field: "priority", name: null, at: null, label: "Priority: High", changes: true },
      { field: "assignee", name: "Idris Okafor", at: null, label: "Assignee: Idris Okafor", changes: true },
      {
        field: "follow_up",
        name: null,
        at: "2026-11-24T08:00:00.000Z",
        label: "Follow-up, On Hold until then",
        changes: true,
      },
      { field: "add_tags", name: null, at: null, label: "Add tags: vpn", changes: true },
      { field: "checklist", name: null, at: null, label: "Checklist: Call back", changes: true },
    ]);
    expect((await world.as("idris").get(`/tickets/${id}`)).body).toMatchObject({
      priority: "normal",
      tags: [],
    });
  });

  it("is only read: in one statement, as often as somebody looks, and no key keeps what it says of a client", async () => {
    const reply = await save("Hello {{client.name}}");
    const idris = world.as("idris");
    const key = { "idempotency-key": "look" };
    const look = () => idris.post(`/replies/${reply}/render`, { ticket_id: id }, key);
    await look();
    const asked: string[] = [];
    const stop = watchStatements((text) => asked.push(text));
    const { body } = await look();
    stop();
    expect(body.readers).toMatchObject([{ fullname: "Tomás Aguilar", user_type: "external" }]);
    expect(asked.filter((text) => !ASIDE.test(text))).toEqual([expect.stringContaining("saved_reply_texts")]);
    const { rows } = await world.pool.query("select key from idempotency_keys where principal_id = $1", [
      world.idOf("idris"),
    ]);
    expect(rows).toEqual([]);
  });

  it("can be seen before it is saved", async () => {
    const body = { ticket_id: id, language: "de", body: "{{client.name}} {{ask: Nummer}}" };
    expect((await world.as("idris").post("/replies/render", body)).body).toEqual({
      text: "Tomás Aguilar {{ask: Nummer}}",
      missing: [{ token: "{{ask: Nummer}}", label: "Nummer", at: 14 }],
    });
    const unknown = await world.as("idris").post("/replies/render", { ...body, body: "{{x}}" });
    expect(unknown.status).toBe(422);
  });
});
