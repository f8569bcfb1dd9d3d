import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { jobs } from "#contract/jobs.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";
import { tell } from "#server/lib/work/inbox.ts";
import { makeWorld, openBeside, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { listenTo } from "../../test/support/app/event-listener.ts";
import { showDueReminders } from "./jobs.ts";

const DAY = 24 * 3_600_000;
let world: World;
let ticket: string;
let path: string;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  await world.pool.query("delete from inbox_items");
  ticket = await raise();
  path = `/tickets/${ticket}`;
  world.pass(1000);
});

const raise = async (): Promise<string> =>
  (await world.as("tomas").post("/tickets", { subject: "Scanner jams", issue: "Bay 3" })).body.ticket.id;
const inbox = async (name: Name, tab = "all") => (await world.as(name).get("/inbox", { tab })).body;
const rowOf = async (name: Name, tab = "all") => (await inbox(name, tab)).items[0];
const unread = async (name: Name) => (await world.as(name).get("/inbox/count")).body.unread;
const assign = (name: Name, by: Name = "lena") => world.as(by).put(path, { assignee_id: world.idOf(name) });
const say = (name: Name, comment = "A word", more: object = {}) => {
  world.pass(1000);
  return world.as(name).post(`${path}/comments`, { comment, ...more });
};
const verb = (name: Name, what: string, body?: object) =>
  world.as(name).post(`/inbox/${ticket}/${what}`, body);
/** The body of a reminder in so many milliseconds. */
const at = (ms: number) => ({ at: new Date(world.clock.now().getTime() + ms).toISOString() });
const mention = (by: Name, name: Name) =>
  say(by, `@${world.people[name].fullname} look`, {
    visibility: "internal",
    mentions: [world.idOf(name)],
  });

describe("the Inbox is refused", () => {
  it("to clients and to whoever has no role", async () => {
    for (const name of ["priya", "tomas", "nobody"] as const) {
      expect((await world.as(name).get("/inbox")).status).toBe(403);
      expect((await world.as(name).get("/inbox/count")).status).toBe(403);
      for (const what of ["done", "undone", "unread"]) expect((await verb(name, what)).status).toBe(403);
    }
  });

  it("as a row of somebody else, or of nobody", async () => {
    await assign("idris");
    for (const what of ["done", "undone", "unread"]) {
      const { status, body } = await verb("rafael", what);
      expect([status, body.detail]).toEqual([404, "This ticket is not in your inbox"]);
    }
  });

  it("as a reminder in the past or after two years, and at a place that is none", async () => {
    await assign("idris");
    expect((await verb("idris", "remind", at(0))).body.detail).toBe("Choose a time in the future");
    expect((await verb("idris", "remind", at(800 * DAY))).body.detail).toBe(
      "Choose a time within the next two years",
    );
    expect((await world.as("idris").get("/inbox", { after: "yesterday" })).body.detail).toBe(
      "Your inbox has no such place",
    );
  });
});

describe("a row is written", () => {
  it("for a new assignee, whoever assigns, but for oneself", async () => {
    await assign("idris");
    expect(await rowOf("idris")).toMatchObject({
      ticket_id: ticket,
      subject: "Scanner jams",
      reason: "assigned",
      actor_fullname: "Lena Fischer",
      news: 1,
      is_unread: true,
    });
    await world
      .as("rafael")
      .post("/tickets", { subject: "x", issue: "y", assignee_id: world.idOf("rafael") });
    expect((await inbox("rafael")).items).toEqual([]);
    await world
      .as("lena")
      .post("/tickets", { subject: "New", issue: "y", assignee_id: world.idOf("rafael") });
    expect((await rowOf("rafael")).subject).toBe("New");
  });

  it("once a ticket for many assigned at once", async () => {
    const ids = [ticket, await raise(), await raise()];
    await world.as("lena").patch("/tickets/bulk", { ids, assignee_id: world.idOf("idris") });
    expect((await inbox("idris")).items).toHaveLength(3);
  });

  it("for the assignee and staff who follow, of what clients and colleagues write, and for nobody else", async () => {
    await assign("idris");
    await world.as("maren").post(`${path}/participants`, { user_id: world.idOf("rafael") });
    await say("tomas", "It still\njams.");
    for (const name of ["idris", "rafael"] as const)
      expect(await rowOf(name)).toMatchObject({
        reason: "replied",
        visibility: "public",
        excerpt: "It still jams.",
        actor_fullname: "Tomás Aguilar",
      });
    await say("rafael", "Known fault", { visibility: "internal" });
    expect(await rowOf("idris")).toMatchObject({
      reason: "replied",
      visibility: "internal",
      actor_fullname: "Rafael Monteiro",
      news: 3,
    });
    for (const name of ["maren", "lena"] as const) expect(await inbox(name)).toMatchObject({ items: [] });
  });

  it("for who is mentioned, with the note's words, in All, Unread and Mentions, also after an answer", async () => {
    await mention("idris", "lena");
    expect(await rowOf("lena")).toMatchObject({ reason: "mentioned", visibility: "internal" });
    const { meta } = await inbox("lena");
    expect(meta.counts).toEqual({ unread: 1, all: 1, mentions: 1 });
    await assign("lena", "maren");
    expect(await rowOf("lena", "mentions")).toMatchObject({ reason: "assigned", news: 2 });
  });

  it("by a client who mentions staff whom they know", async () => {
    await assign("idris");
    const text = `@${world.people.idris.fullname} now`;
    expect((await say("tomas", text, { mentions: [world.idOf("idris")] })).status).toBe(201);
    expect(await rowOf("idris")).toMatchObject({ reason: "mentioned", actor_fullname: "Tomás Aguilar" });
  });

  it("once for an event that is told twice", async () => {
    const ctx = { db: world.db, now: world.clock.now(), actor: null };
    const news = { ticketId: ticket, people: [world.idOf("idris")], reason: "due" as const, event: "due:1" };
    for (const _ of [1, 2]) await tell(ctx, news);
    expect(await rowOf("idris")).toMatchObject({ reason: "due", news: 1, actor_fullname: null });
    await tell(ctx, { ...news, event: "due:2" });
    expect((await rowOf("idris")).news).toBe(2);
  });

  it("never for people from outside, nor for those who left", async () => {
    const ctx = { db: world.db, now: world.clock.now(), actor: null };
    const people = (["tomas", "priya"] as const).map(world.idOf);
    await tell(ctx, { ticketId: ticket, people, reason: "due", event: "due:3" });
    expect((await world.pool.query("select from inbox_items")).rowCount).toBe(0);
  });
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
    await verb("idris", "undone");
    expect(await rowOf("idris")).toMatchObject({ is_unread: false, done_at: null });
    expect((await verb("idris", "unread")).body).toEqual({ unread: 1 });
    await verb("idris", "done");
    await say("tomas");
    expect(await rowOf("idris", "unread")).toMatchObject({ reason: "replied", done_at: null });
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

  it("hidden while its ticket is in the trash, and back with it", async () => {
    await world.as("maren").delete(path);
    expect((await inbox("idris")).items).toEqual([]);
    expect(await unread("idris")).toBe(0);
    expect((await verb("idris", "done")).status).toBe(404);
    await world.as("maren").post(`${path}/restore`);
    expect(await unread("idris")).toBe(1);
  });
});

describe("a reminder", () => {
  beforeEach(() => assign("idris"));

  it("hides the row until then, and shows it again once, unread, on two instances", async () => {
    const other = await openBeside(world);
    expect((await verb("idris", "remind", at(DAY))).body).toEqual({ unread: 0 });
    expect((await inbox("idris")).items).toEqual([]);
    await showDueReminders(world.app);
    expect((await inbox("idris")).items).toEqual([]);
    world.pass(DAY + 1000);
    await Promise.all([showDueReminders(world.app), showDueReminders(other.app)]);
    await other.close();
    expect(await rowOf("idris", "unread")).toMatchObject({ reason: "assigned", news: 1 });
    await world.as("idris").post(`${path}/read`);
    await showDueReminders(world.app);
    expect(await unread("idris")).toBe(0);
  });

  it("ends with the next event, and by bringing the row back", async () => {
    await verb("idris", "remind", at(DAY));
    await say("tomas");
    expect(await rowOf("idris", "unread")).toMatchObject({ reason: "replied" });
    await verb("idris", "remind", at(DAY));
    await verb("idris", "undone");
    expect((await inbox("idris")).items).toHaveLength(1);
  });
});

describe("a long Inbox", () => {
  it("comes in pages that neither repeat nor skip a row, newest first", async () => {
    await world.pool.query(
      `with made as (
        insert into tickets (number, uid, subject, issue, status, priority, created_by, created, updated)
        select 300000 + n, 'WP-' || 300000 + n, 'x', 'x', 'open', 'normal', $1, now(), now() from generate_series(1, 120) as n
        returning id, number)
      insert into inbox_items (ticket_id, user_id, reason, mentioned, happened_at, last_event, in_trash)
      select id, $1, 'assigned', false, $2::timestamptz - (number % 7) * interval '1 minute', id, false from made`,
      [world.idOf("idris"), world.clock.now()],
    );
    const seen: { ticket_id: string; happened_at: string }[] = [];
    for (let after: string | undefined, more = true; more;) {
      const { body } = await world.as("idris").get("/inbox", { tab: "all", ...(after && { after }) });
      seen.push(...body.items);
      expect(body.meta.counts).toEqual({ unread: 100, all: 100, mentions: 0 });
      after = body.meta.next ?? undefined;
      more = after !== undefined;
    }
    expect(seen).toHaveLength(120);
    expect(new Set(seen.map((row) => row.ticket_id)).size).toBe(120);
    const times = seen.map((row) => row.happened_at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(await unread("idris")).toBe(100);
  });
});

describe("what time does", () => {
  it("forgets rows that were done 30 days ago, and those of people who left as long ago", async () => {
    await assign("idris");
    await mention("idris", "rafael");
    await verb("idris", "done");
    world.pass(29 * DAY);
    const prune = async () => {
      await enqueue(world, jobs.pruneInbox, {});
      await world.drain();
      const { rows } = await world.pool.query("select user_id from inbox_items");
      return rows.map(({ user_id }) => user_id);
    };
    expect(await prune()).toHaveLength(2);
    world.pass(2 * DAY);
    expect(await prune()).toEqual([world.idOf("rafael")]);
    await world.db
      .updateTable("users")
      .set({ deleted_at: new Date(world.clock.now().getTime() - 31 * DAY) })
      .where("id", "=", world.idOf("rafael"))
      .execute();
    const left = await prune();
    await world.db
      .updateTable("users")
      .set({ deleted_at: null })
      .where("id", "=", world.idOf("rafael"))
      .execute();
    expect(left).toEqual([]);
  });

  it("erases the rows of an erased ticket", async () => {
    await assign("idris");
    await world.as("maren").delete(path);
    world.pass(31 * DAY);
    await enqueue(world, jobs.emptyTrash, {});
    await world.drain();
    expect((await world.pool.query("select from inbox_items")).rowCount).toBe(0);
  });
});

describe("the live stream", () => {
  it("tells the number to its person alone, after each change", async () => {
    const address = await world.fastify.listen({ port: 0, host: "127.0.0.1" });
    const listen = async (name: Name) => listenTo(address, await world.tokenOf(name));
    const [idris, lena, tomas] = [await listen("idris"), await listen("lena"), await listen("tomas")];
    await idris.event("inbox", (data) => data["unread"] === 0);
    await assign("idris", "maren");
    await idris.event("inbox", (data) => data["unread"] === 1);
    await verb("idris", "done");
    await expect.poll(() => idris.heard.filter(({ event }) => event === "inbox").length).toBe(3);
    await mention("idris", "lena");
    await lena.event("inbox", (data) => data["unread"] === 1);
    const told = (heard: typeof idris.heard) => heard.filter(({ event }) => event === "inbox").length;
    expect([told(lena.heard), told(tomas.heard)]).toEqual([2, 0]);
    for (const each of [idris, lena, tomas]) each.close();
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
