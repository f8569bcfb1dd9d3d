import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../../../test/support/world.ts";

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
});
