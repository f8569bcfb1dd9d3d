import { createHash, createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { watchStatements } from "../../../test/support/database/watch-statements.ts";
import { makeWorld, type Name, type World } from "../../../test/support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

describe("a key of a request", () => {
  it("is its sender's own: the same key and the same words of two people make two tickets", async () => {
    const raise = async (name: Name, key: string) => {
      const answer = await world
        .as(name)
        .post("/tickets", { subject: "Printer", issue: "Jams." }, { "idempotency-key": key });
      return [answer.status, answer.body.ticket.id, answer.body.ticket.client_id];
    };
    const first = await raise("tomas", "one-key");
    const second = await raise("jonas", "one-key");
    expect([first[0], first[2]]).toEqual([201, world.idOf("tomas")]);
    expect([second[0], second[2]]).toEqual([201, world.idOf("jonas")]);
    expect(second[1]).not.toBe(first[1]);
    // Sent again, each gets what they made.
    expect(await raise("tomas", "one-key")).toEqual(first);
    expect(await raise("jonas", "one-key")).toEqual(second);
  });

  it("keeps neither a password nor a link that signs in, in no form that could be guessed from", async () => {
    const maren = world.as("maren");
    const body = {
      fullname: "Ada Byron",
      email: "ada@waypost.test",
      password: "lantern mosaic tundra 7",
      user_type: "internal",
      role_names: ["support_specialist"],
      sendInvite: true,
    };
    const made = await maren.post("/users", body, { "idempotency-key": "ada" });
    expect(made.status).toBe(201);
    const sendInvite = () =>
      maren.call("POST", `/users/${made.body.id}/send-invite`, {
        query: { expires_in_hours: "72" },
        headers: { "idempotency-key": "invite" },
      });
    const invited = await sendInvite();
    expect(invited.body.invite_link).toContain("/");
    const { rows } = await world.pool.query<{ fingerprint: Buffer; body: unknown }>(
      "select fingerprint, body from idempotency_keys where key = any($1)",
      [["ada", "invite"].map((key) => createHash("sha256").update(key).digest("hex"))],
    );
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows.map((row) => row.body))).not.toMatch(/accept-invite|reset-password/);
    const asked = { endpoint: "/users", params: {}, query: {}, body };
    for (const { fingerprint } of rows) {
      const salt = fingerprint.subarray(0, 16);
      const guesses = [
        createHash("sha256").update(JSON.stringify(asked)).digest(),
        createHmac("sha256", salt).update(JSON.stringify(asked)).digest(),
      ];
      for (const guess of guesses) expect(fingerprint.includes(guess)).toBe(false);
    }
    const again = await sendInvite();
    expect([again.status, again.body.invite_link]).toEqual([invited.status, undefined]);
  });

  it("gives the first answer whole: a code or a word about a password is no secret", async () => {
    const maren = world.as("maren");
    const person = { fullname: "Grace", email: "grace@waypost.test", password: "lantern mosaic tundra 8" };
    const { ticket } = (await maren.post("/tickets", { subject: "Whole", issue: "With all of it." })).body;
    for (const [path, body] of [
      ["/users", { ...person, user_type: "internal", role_names: ["support_specialist"] }],
      [`/tickets/${ticket.id}/merge/preview`, { ids: [ticket.id] }],
    ] as const) {
      const first = await maren.post(path, body, { "idempotency-key": "whole" + path });
      expect(JSON.stringify(first.body)).toMatch(/"has_password":true|"code":"merge.into_itself"/);
      const again = await maren.post(path, body, { "idempotency-key": "whole" + path });
      expect([again.status, again.body]).toEqual([first.status, first.body]);
    }
    // The same key of somebody else is another one.
    const joan = { ...person, fullname: "Joan", email: "joan@kestrel.test" };
    const other = await world.as("priya").post("/users", joan, { "idempotency-key": "whole/users" });
    expect([other.status, other.body.email]).toEqual([201, joan.email]);
  });

  it("gives the first answer only to who still sees what it is about", async () => {
    const { ticket } = (await world.as("jonas").post("/tickets", { subject: "Shared", issue: "With you." }))
      .body;
    const path = `/tickets/${ticket.id}`;
    // Somebody of another company, who sees the ticket by following it.
    await world.pool.query(
      "insert into participants (ticket_id, user_id, added_by, added_at) values ($1, $2, $2, now())",
      [ticket.id, world.idOf("priya")],
    );
    const say = () =>
      world.as("priya").post(`${path}/comments`, { comment: "Mine too." }, { "idempotency-key": "mine" });
    const first = await say();
    expect([first.status, (await say()).body.id]).toEqual([201, first.body.id]);
    expect((await world.as("idris").delete(`${path}/participants/${world.idOf("priya")}`)).status).toBe(204);
    const fresh = await world.as("priya").post(`${path}/comments`, { comment: "Still here?" });
    const again = await say();
    expect([again.status, again.body.code]).toEqual([fresh.status, fresh.body.code]);
    expect(again.status).toBe(404);
  });

  it("gives nobody the first answer about an account that is gone from their sight", async () => {
    const set = () =>
      world
        .as("priya")
        .post(
          `/users/${world.idOf("tomas")}/roles:set`,
          { role_names: ["Client"], reason: "As before" },
          { "idempotency-key": "role" },
        );
    expect((await set()).status).toBe(200);
    expect((await set()).status).toBe(200);
    await world.pool.query("update users set company_id = $1 where id = $2", [
      world.companies.aster,
      world.idOf("tomas"),
    ]);
    expect((await set()).status).toBe(404);
  });

  it("is refused for another request of the same person", async () => {
    const tomas = world.as("tomas");
    const headers = { "idempotency-key": "another-key" };
    await tomas.post("/tickets", { subject: "Printer", issue: "Jams." }, headers);
    const answer = await tomas.post("/tickets", { subject: "Screen", issue: "Dark." }, headers);
    expect([answer.status, answer.body.detail]).toEqual([
      422,
      "This Idempotency-Key was used for another request",
    ]);
  });

  it("is not kept of what is the same however often it is done: opening a ticket is one statement", async () => {
    const { id } = (await world.as("priya").post("/tickets", { subject: "Fax", issue: "Beeps." })).body
      .ticket;
    for (const name of ["lena", "priya"] as const) {
      const person = world.as(name);
      const mark = () => person.post(`/tickets/${id}/read`, undefined, { "idempotency-key": "open" });
      expect((await mark()).status).toBe(204);
      const asked: string[] = [];
      const stop = watchStatements((text) => asked.push(text));
      expect((await mark()).status).toBe(204);
      stop();
      expect(asked.filter((text) => text.includes("ticket_reads"))).toHaveLength(1);
      expect(asked.filter((text) => text.includes("idempotency_keys"))).toEqual([]);
    }
  });
});
