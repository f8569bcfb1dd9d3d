import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { insertIncoming, insertMailbox } from "../../test/support/incoming/insert-incoming.ts";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
afterEach(() => world.pool.query("delete from incoming_mails; delete from sender_blocks"));

const lena = () => world.as("lena");
const stateOf = async (id: string) => {
  const { state, reason } = (await lena().get(`/incoming/${id}`)).body;
  return [state, reason];
};
const entries = async (id: string) =>
  (await world.as("maren").get("/audit", { entity: "incoming", entity_id: id })).body.items;

describe("a decision on a mail", () => {
  it("is for those who decide on held mail", async () => {
    const id = await insertIncoming(world);
    for (const name of ["idris", "priya", "tomas", "nobody"] as const)
      for (const [path, body] of [
        [`/incoming/${id}/ignore`, undefined],
        [`/incoming/${id}/restore`, undefined],
        [`/incoming/${id}/block`, { what: "address" }],
        ["/incoming/bulk", { ids: [id], do: "ignore" }],
      ] as const)
        expect((await world.as(name).post(path, body)).status).toBe(403);
    expect(await stateOf(id)).toEqual(["held", "unknown_sender"]);
  });

  it("ignores it, says who did, and brings it back with the reason that it was held for", async () => {
    const id = await insertIncoming(world, { reason: "not_on_ticket" });
    expect((await lena().post(`/incoming/${id}/ignore`)).body).toMatchObject({
      state: "ignored",
      reason: "by_hand",
      decided_at: world.clock.now().toISOString(),
      decided_by_fullname: "Lena Fischer",
    });
    expect((await lena().post(`/incoming/${id}/restore`)).body).toMatchObject({
      state: "held",
      reason: "not_on_ticket",
      decided_at: null,
      decided_by_fullname: null,
    });
    expect(
      (await entries(id)).map(({ kind, after }: { kind: string; after: object }) => [kind, after]),
    ).toEqual([
      ["incoming.held", { state: "held", reason: "not_on_ticket" }],
      ["incoming.ignored", { state: "ignored", reason: "by_hand" }],
    ]);
  });

  it("holds a newsletter that was ignored on its own, by its reason", async () => {
    const id = await insertIncoming(world, { state: "ignored", reason: "newsletter" });
    expect((await lena().post(`/incoming/${id}/restore`)).body).toMatchObject({
      state: "held",
      reason: "newsletter",
    });
  });

  it("is made once: of two at once one wins, and the other hears who did and when", async () => {
    const id = await insertIncoming(world);
    const answers = await Promise.all(
      (["lena", "rafael"] as const).map((name) => world.as(name).post(`/incoming/${id}/ignore`)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const winner = answers.find(({ status }) => status === 200)?.body.decided_by_fullname;
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      detail: "This mail was dealt with already",
      decided: { state: "ignored", by_fullname: winner, at: world.clock.now().toISOString(), ticket: null },
    });
    expect(await entries(id)).toHaveLength(1);
  });

  it("is refused for a mail that acted", async () => {
    const id = await insertIncoming(world, { state: "done", reason: null });
    for (const what of ["ignore", "restore"])
      expect((await lena().post(`/incoming/${id}/${what}`)).status).toBe(409);
    expect(await stateOf(id)).toEqual(["done", null]);
  });
});

describe("a decision on many mails", () => {
  it("takes those that are open to it, and names the others", async () => {
    const open = await insertIncoming(world);
    const failed = await insertIncoming(world, { state: "failed", reason: "unreadable" });
    const done = await insertIncoming(world, { state: "done", reason: null });
    const none = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";
    const answer = await lena().post("/incoming/bulk", { ids: [done, open, none, failed], do: "spam" });
    expect(answer.body).toEqual({ done: [open, failed], skipped: [done, none] });
    expect(await stateOf(open)).toEqual(["spam", "by_hand"]);
    expect((await lena().post("/incoming/bulk", { ids: [open, failed], do: "restore" })).body.done).toEqual([
      open,
      failed,
    ]);
    expect(await stateOf(failed)).toEqual(["held", "unreadable"]);
  });

  it("is for one to 200 mails", async () => {
    const none = await lena().post("/incoming/bulk", { ids: [], do: "ignore" });
    expect([none.status, none.body.detail]).toEqual([422, "Choose at least one mail"]);
    const ids = Array.from({ length: 201 }, () => crypto.randomUUID());
    const many = await lena().post("/incoming/bulk", { ids, do: "ignore" });
    expect([many.status, many.body.detail]).toEqual([422, "Choose at most 200 mails"]);
  });

  it("leaves no deadlock behind when two come at once", async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => insertIncoming(world)));
    const answers = await Promise.all([
      lena().post("/incoming/bulk", { ids, do: "ignore" }),
      world.as("rafael").post("/incoming/bulk", { ids: ids.toReversed(), do: "ignore" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ body }) => body.done.length).toSorted((a, b) => a - b)).toEqual([0, 20]);
  });
});

describe("blocking a sender", () => {
  it("ignores the mail, is listed with who did it, and is taken back", async () => {
    const id = await insertIncoming(world, { from_address: "sales@northgate.test" });
    const blocked = await lena().post(`/incoming/${id}/block`, { what: "address" });
    expect(blocked.body).toMatchObject({ state: "ignored", reason: "blocked_sender" });
    expect((await lena().get("/incoming/blocked")).body.items).toEqual([
      {
        id: blocked.body.block_id,
        sender: "sales@northgate.test",
        blocked_by_fullname: "Lena Fischer",
        blocked_at: world.clock.now().toISOString(),
      },
    ]);
    expect((await lena().delete(`/incoming/blocked/${blocked.body.block_id}`)).status).toBe(204);
    expect((await lena().get("/incoming/blocked")).body.items).toEqual([]);
    const again = await lena().delete(`/incoming/blocked/${blocked.body.block_id}`);
    expect([again.status, again.body.detail]).toEqual([404, "Blocked sender not found"]);
    expect((await lena().post(`/incoming/${id}/restore`)).body.reason).toBe("unknown_sender");
  });

  it("blocks a whole domain, once for all of its mails", async () => {
    const [first, second] = [
      await insertIncoming(world, { from_address: "one@northgate.test" }),
      await insertIncoming(world, { from_address: "two@northgate.test" }),
    ];
    const one = await lena().post(`/incoming/${first}/block`, { what: "domain" });
    const two = await world.as("rafael").post(`/incoming/${second}/block`, { what: "domain" });
    // Taking the second decision back leaves the first one as it is.
    expect(two.body.block_id).toBeNull();
    expect((await lena().get("/incoming/blocked")).body.items).toMatchObject([
      { id: one.body.block_id, sender: "northgate.test", blocked_by_fullname: "Lena Fischer" },
    ]);
  });

  it("is refused for what the desk, a known person or everybody writes from", async () => {
    await insertMailbox(world, "help@desk.test");
    for (const [from_address, what, words] of [
      [null, "address", "The mail does not say clearly who sent it"],
      ["stranger@kestrel.test", "domain", "People of Kestrel Logistics write from this domain"],
      ["stranger@waypost.test", "domain", "This desk writes from this domain"],
      ["stranger@desk.test", "domain", "This desk writes from this domain"],
      ["help@desk.test", "address", "This desk writes from this address"],
      ["idris@waypost.test", "address", "This desk writes from this address"],
      ["somebody@gmail.com", "domain", "gmail.com is a public mail provider"],
    ] as const) {
      const id = await insertIncoming(world, { from_address });
      const answer = await lena().post(`/incoming/${id}/block`, { what });
      expect([answer.status, answer.body.detail]).toEqual([422, words]);
      expect(await stateOf(id)).toEqual(["held", "unknown_sender"]);
    }
    expect((await lena().get("/incoming/blocked")).body.items).toEqual([]);
  });

  it("counts further addresses of known people as theirs", async () => {
    await world.as("maren").post(`/users/${world.idOf("tomas")}/addresses`, { address: "tomas@home.test" });
    const id = await insertIncoming(world, { from_address: "else@home.test" });
    const answer = await lena().post(`/incoming/${id}/block`, { what: "domain" });
    expect(answer.body.detail).toBe("People of Kestrel Logistics write from this domain");
  });
});
