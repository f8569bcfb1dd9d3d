import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { inboxCalls } from "../../test/support/app/inbox-calls.ts";

let world: World;
let ticket: string;
let path: string;
const { raise, raiseAlone, assign, say, mention, verb, inbox, rowOf, unread } = inboxCalls(() => ({
  world,
  ticket,
}));

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  ({ ticket, path } = await raiseAlone());
});

describe("a row is read and done", () => {
  beforeEach(() => assign("idris"));

  it("read when its ticket is, and back with the next event", async () => {
    expect(await unread("idris")).toBe(1);
    await world.as("idris").post(`${path}/read`);
    expect(await unread("idris")).toBe(0);
    expect(await rowOf("idris")).toMatchObject({ is_unread: false, news: 0 });
    await say("tomas");
    expect(await rowOf("idris", "unread")).toMatchObject({ reason: "replied", news: 1 });
  });

  it.each([
    ["answering in public", () => say("idris")],
    ["answering and closing", () => say("idris", "Done", { status: "closed" })],
    ["closing", () => world.as("idris").post(`${path}/solve`)],
    ["handing it to somebody else", () => assign("rafael", "idris")],
    [
      "closing it among others",
      () => world.as("idris").patch("/tickets/bulk", { ids: [ticket], status: "closed" }),
    ],
  ])("done by %s", async (_, act) => {
    expect((await act()).status).toBeLessThan(300);
    expect((await inbox("idris")).items).toEqual([]);
    expect((await rowOf("idris", "done")).ticket_id).toBe(ticket);
  });

  it("only for whoever did it", async () => {
    await mention("idris", "rafael");
    await world.as("idris").post(`${path}/read`);
    expect(await unread("rafael")).toBe(1);
    await world.as("idris").post("/inbox/done-all", { before: world.clock.now().toISOString() });
    expect(await unread("rafael")).toBe(1);
    await say("idris");
    expect(await unread("rafael")).toBe(1);
  });

  it("not by an internal note, a change of priority, or what others do", async () => {
    await say("idris", "Hm", { visibility: "internal" });
    await world.as("idris").put(path, { priority: "high" });
    await world.as("maren").post(`${path}/solve`);
    expect((await inbox("idris")).items).toHaveLength(1);
  });

  it("done, brought back and unread by hand", async () => {
    expect((await verb("idris", "done")).body).toEqual({ unread: 0 });
    expect((await inbox("idris")).items).toEqual([]);
    expect((await verb("idris", "undone")).body).toEqual({ unread: 1 });
    expect(await rowOf("idris")).toMatchObject({ is_unread: true, news: 1, done_at: null });
    await world.as("idris").post(`${path}/read`);
    world.pass(1000);
    await verb("idris", "done");
    expect((await verb("idris", "undone")).body).toEqual({ unread: 0 });
    expect(await rowOf("idris")).toMatchObject({ is_unread: false, done_at: null });
    expect((await verb("idris", "unread")).body).toEqual({ unread: 1 });
    await verb("idris", "done");
    await say("tomas");
    expect(await rowOf("idris", "unread")).toMatchObject({ reason: "replied", done_at: null });
  });

  it.each([
    ["done and undone", ["done"], "undone"],
    ["done and unread again", ["done"], "unread"],
    ["done twice over", ["done", "undone", "done"], "undone"],
  ] as const)("brought back with as much news as it had: %s", async (_, verbs, back) => {
    await say("tomas", "Second");
    await say("priya", "Third");
    expect(await rowOf("idris")).toMatchObject({ is_unread: true, news: 3 });
    for (const each of verbs) {
      world.pass(1000);
      // oxlint-disable-next-line no-await-in-loop
      await verb("idris", each);
    }
    expect(await rowOf("idris", "done")).toMatchObject({ is_unread: false, news: 0 });
    await verb("idris", back);
    expect(await rowOf("idris")).toMatchObject({ is_unread: true, news: 3 });
    await verb("idris", "done");
    await say("tomas", "Fourth");
    expect(await rowOf("idris")).toMatchObject({ is_unread: true, news: 1 });
  });

  it("done all at once, but for what came after", async () => {
    const before = world.clock.now().toISOString();
    world.pass(1000);
    ticket = await raise();
    path = `/tickets/${ticket}`;
    await assign("idris");
    expect((await world.as("idris").post("/inbox/done-all", { before })).body).toMatchObject({ unread: 1 });
    expect((await inbox("idris")).items.map((item: { ticket_id: string }) => item.ticket_id)).toEqual([
      ticket,
    ]);
  });

  it("brought back all at once, unread where it was, but for what has come back by itself", async () => {
    await mention("lena", "rafael");
    await say("tomas", "A second event");
    const other = await raise();
    await world.as("lena").put(`/tickets/${other}`, { assignee_id: world.idOf("idris") });
    await world.as("idris").post(`/tickets/${other}/read`);
    world.pass(1000);
    const { body } = await world
      .as("idris")
      .post("/inbox/done-all", { before: world.clock.now().toISOString() });
    expect((await inbox("idris")).items).toEqual([]);
    expect((await world.as("rafael").post("/inbox/undone-all", { done_at: body.done_at })).body).toEqual({
      unread: 1,
    });
    expect((await inbox("idris")).items).toEqual([]);
    expect((await world.as("idris").post("/inbox/undone-all", { done_at: body.done_at })).body).toEqual({
      unread: 1,
    });
    const back = (await inbox("idris")).items.map((item: { ticket_id: string; is_unread: boolean }) => [
      item.ticket_id === other ? "read before" : "unread before",
      item.is_unread,
    ]);
    expect(Object.fromEntries(back)).toEqual({ "read before": false, "unread before": true });
    expect(await rowOf("idris", "unread")).toMatchObject({ news: 3 });
  });

  it("gone when the unread comment is deleted, or what was there before", async () => {
    await world.as("idris").post(`${path}/read`);
    const first = await say("tomas", "First");
    const second = await say("priya", "Second");
    expect(await rowOf("idris")).toMatchObject({ excerpt: "Second", news: 2 });
    await world.as("priya").delete(`${path}/comments/${second.body.id}`);
    expect(await rowOf("idris")).toMatchObject({ excerpt: "First", news: 1, is_unread: true });
    await world.as("tomas").delete(`${path}/comments/${first.body.id}`);
    expect((await inbox("idris")).items).toEqual([]);
  });

  it("what else was news of its ticket when the unread comment is deleted, which nobody has read either", async () => {
    const raised = await world.as("tomas").post("/tickets", { subject: "Scanner", issue: "Jams." });
    const id = raised.body.ticket.id;
    const row = async () =>
      (await inbox("idris", "all")).items.find((item: { ticket_id: string }) => item.ticket_id === id);
    const slip = async () => {
      world.pass(1000);
      const { body } = await world.as("tomas").post(`/tickets/${id}/comments`, { comment: "Oops" });
      expect(await row()).toMatchObject({ reason: "replied", excerpt: "Oops" });
      await world.as("tomas").delete(`/tickets/${id}/comments/${body.id}`);
    };
    await world.as("tomas").post(`/tickets/${id}/comments`, { comment: "Before all of it" });
    world.pass(1000);
    await world.as("lena").put(`/tickets/${id}`, { assignee_id: world.idOf("idris") });
    const assigned = await row();
    expect(assigned).toMatchObject({ reason: "assigned", actor_fullname: "Lena Fischer" });
    await slip();
    expect(await row()).toEqual(assigned);
    await world.as("idris").post(`/tickets/${id}/scheduled`, {
      comment: "Tomorrow.",
      send_at: new Date(world.clock.now().getTime() + 86_400_000).toISOString(),
    });
    world.pass(1000);
    await world.as("priya").post(`/tickets/${id}/comments`, { comment: "Well?" });
    const told = await row();
    await slip();
    expect(await row()).toEqual(told);
  });

  it("hidden while its ticket is in the trash, and back with it", async () => {
    await world.as("maren").delete(path);
    expect((await inbox("idris")).items).toEqual([]);
    expect(await unread("idris")).toBe(0);
    expect((await verb("idris", "done")).status).toBe(404);
    await world.as("maren").post(`${path}/restore`);
    expect(await unread("idris")).toBe(1);
  });
});

describe("two at once", () => {
  it("an answer of the person and one of a client: the row is there, unread, or done before it", async () => {
    await assign("idris");
    for (const _ of Array.from({ length: 10 })) {
      const [own, theirs] = await Promise.all([
        world.as("idris").post(`${path}/comments`, { comment: "Mine" }),
        world.as("tomas").post(`${path}/comments`, { comment: "Theirs" }),
      ]);
      expect([own.status, theirs.status]).toEqual([201, 201]);
      const { rows } = await world.pool.query(
        `select i.done_at is not null as is_done, (select author_id from comments where ticket_id = $1 order by position desc limit 1) as last
         from inbox_items i where user_id = $2 and i.ticket_id = $1`,
        [ticket, world.idOf("idris")],
      );
      expect(rows[0].is_done).toBe(rows[0].last === world.idOf("idris"));
    }
  });

  it("two comments on one ticket count both", async () => {
    await assign("idris");
    await world.as("idris").post(`${path}/read`);
    await Promise.all((["tomas", "priya", "lena"] as const).map((name) => say(name)));
    expect((await rowOf("idris")).news).toBe(3);
  });
});
