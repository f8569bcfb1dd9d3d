import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { tell, tellAll } from "#server/lib/work/inbox.ts";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { listenTo } from "../../test/support/app/event-listener.ts";
import { inboxCalls } from "../../test/support/app/inbox-calls.ts";

const DAY = 24 * 3_600_000;
let world: World;
let ticket: string;
let path: string;
const { raise, raiseAlone, assign, say, mention, verb, at, inbox, rowOf, unread } = inboxCalls(() => ({
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

it("who is named twice on a ticket is told once, for the first reason, and nobody from outside is", async () => {
  const other = await raise();
  const ctx = { db: world.db, now: world.clock.now(), actor: null };
  const [idris, tomas] = [world.idOf("idris"), world.idOf("tomas")];
  await tellAll(ctx, [
    { ticketId: ticket, people: [idris, tomas, idris], reason: "due", event: "one" },
    { ticketId: ticket, people: [idris], reason: "assigned", event: "two" },
    { ticketId: other, people: [idris], reason: "assigned", event: "two" },
  ]);
  const rows = await world.db
    .selectFrom("inbox_items")
    .select(["ticket_id", "user_id", "reason", "news"])
    .where("ticket_id", "in", [ticket, other])
    .orderBy("reason")
    .execute();
  expect(rows).toEqual([
    { ticket_id: other, user_id: idris, reason: "assigned", news: 1 },
    { ticket_id: ticket, user_id: idris, reason: "due", news: 1 },
  ]);
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
