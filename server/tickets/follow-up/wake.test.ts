import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { makeWorld, openBeside, type Name, type World } from "../../../test/support/app/app-with-people.ts";
import { emptyTrash } from "#server/trash/empty-trash.ts";
import { wakeDueTickets } from "./wake.ts";

const MINUTE = 60_000;
const DAY = 24 * 3_600_000;
let world: World;
let id: string;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  await world.db.updateTable("tickets").set({ follow_up_at: null, follow_up_status: null }).execute();
  await world.drain();
  await world.db.deleteFrom("mails").execute();
  id = await raise();
});

const raise = async (): Promise<string> =>
  (await world.as("tomas").post("/tickets", { subject: "Printer", issue: "Jams." })).body.ticket.id;
const inDays = (days: number) => new Date(world.clock.now().getTime() + days * DAY).toISOString();
const set = (body: object, name: Name = "idris", ticket = id) =>
  world.as(name).put(`/tickets/${ticket}/follow-up`, body);
const read = async (ticket = id) => (await world.as("maren").get(`/tickets/${ticket}`)).body;
const wake = () => wakeDueTickets(world.app);
const kindsOf = async (ticket = id): Promise<string[]> =>
  (await world.as("idris").get(`/tickets/${ticket}/history`)).body.items.map(
    ({ kind }: { kind: string }) => kind,
  );
const mails = async () => {
  await world.drain();
  const rows = await world.db
    .selectFrom("mails")
    .select(["to", "subject", "body_text"])
    .orderBy("to")
    .execute();
  return rows.filter(({ body_text }) => body_text?.includes("is due for follow-up"));
};

it("a ticket is woken at its time, not a minute before", async () => {
  const at = inDays(1);
  await world.as("idris").put(`/tickets/${id}`, { status: "in_progress" });
  await set({ at });
  world.pass(DAY - MINUTE);
  expect(await wake()).toBe(0);
  world.pass(MINUTE);
  expect(await wake()).toBe(1);
  expect(await read()).toMatchObject({
    status: "in_progress",
    follow_up_at: null,
    follow_up_before: at,
    follow_up_due_at: world.clock.now().toISOString(),
    follow_up_holds: false,
  });
  expect(await wake()).toBe(0);
  expect((await kindsOf()).slice(-2).toSorted()).toEqual(["ticket.changed", "ticket.follow_up_due"]);
});

it("clients learn that the status changed, and of no date", async () => {
  await set({ at: inDays(1) });
  world.pass(DAY);
  await wake();
  const { items } = (await world.as("tomas").get(`/tickets/${id}/history`)).body;
  expect(items.map(({ kind, by }: { kind: string; by: string }) => [kind, by]).at(-1)).toEqual([
    "ticket.changed",
    expect.not.stringContaining("Idris"),
  ]);
  expect(JSON.stringify(items)).not.toContain("follow_up");
});

it("a date without a hold moves neither version nor time of change, and yet is unread", async () => {
  await set({ at: inDays(8), hold: false });
  await world.as("lena").post(`/tickets/${id}/read`);
  const before = await read();
  world.pass(8 * DAY);
  await wake();
  expect(await read()).toMatchObject({
    status: "open",
    version: before.version,
    updated: before.updated,
    follow_up_at: null,
  });
  const rows = (await world.as("lena").get("/tickets", { follow_up: "due" })).body.items;
  expect(rows.find((row: { id: string }) => row.id === id)).toMatchObject({ unread: true });
});

it("a ticket that somebody took off hold keeps the status that they gave it", async () => {
  await set({ at: inDays(1) });
  await world.as("lena").put(`/tickets/${id}`, { status: "pending" });
  world.pass(DAY);
  await wake();
  expect(await read()).toMatchObject({ status: "pending", follow_up_at: null });
});

it("a ticket in the trash sleeps on, and is woken once when it is restored", async () => {
  await set({ at: inDays(1) });
  await world.as("maren").delete(`/tickets/${id}`);
  world.pass(2 * DAY);
  expect(await wake()).toBe(0);
  await world.as("maren").post(`/tickets/${id}/restore`);
  expect([await wake(), await wake()]).toEqual([1, 0]);
  expect((await kindsOf()).filter((kind) => kind === "ticket.follow_up_due")).toHaveLength(1);
});

it("an erased ticket keeps neither date nor who set it", async () => {
  await set({ at: inDays(90) });
  await world.as("maren").delete(`/tickets/${id}`);
  world.pass(31 * DAY);
  await emptyTrash(world.app);
  const row = await world.db.selectFrom("tickets").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    follow_up_at: null,
    follow_up_by: null,
    follow_up_status: null,
    follow_up_before: null,
    follow_up_due_at: null,
  });
});

const isDue = async () =>
  (await world.as("idris").get("/tickets", { follow_up: "due" })).body.items.some(
    (row: { id: string }) => row.id === id,
  );

describe("it is due until", () => {
  beforeEach(async () => {
    await set({ at: inDays(1) });
    world.pass(DAY);
    await wake();
  });

  it("somebody answers the client; a note does not do", async () => {
    const comment = { comment: "I look at it.", visibility: "internal" };
    await world.as("idris").post(`/tickets/${id}/comments`, comment);
    expect(await isDue()).toBe(true);
    await world.as("idris").post(`/tickets/${id}/comments`, { comment: "Here it is." });
    expect(await isDue()).toBe(false);
  });

  it("it is closed", async () => {
    await world.as("idris").put(`/tickets/${id}`, { status: "closed" });
    expect(await isDue()).toBe(false);
  });

  it("another date is set, or the date is taken away", async () => {
    await set({ at: inDays(1) });
    expect(await isDue()).toBe(false);
    world.pass(DAY);
    await wake();
    await world.as("lena").delete(`/tickets/${id}/follow-up`);
    expect(await isDue()).toBe(false);
  });
});

const assign = (name: Name | null) =>
  world.as("maren").put(`/tickets/${id}`, { assignee_id: name && world.idOf(name) });
const inboxRow = async (name: Name) =>
  (await world.as(name).get("/inbox")).body.items.find((row: { ticket_id: string }) => row.ticket_id === id);
const toldAt = async () => {
  world.pass(DAY);
  await wake();
  return (await mails()).map(({ to }) => to);
};

describe("told by mail is", () => {
  it("the assignee", async () => {
    await assign("lena");
    await set({ at: inDays(1) });
    const { uid } = await read();
    expect(await toldAt()).toEqual(["lena@waypost.test"]);
    const [mail] = await mails();
    expect(mail?.body_text).toContain(`${uid} is due for follow-up.`);
    expect(mail?.body_text).toContain("You get this mail because you follow it up.");
  });

  it("the same in the Inbox, in the same moment", async () => {
    await assign("lena");
    await set({ at: inDays(1) });
    world.pass(DAY);
    await wake();
    expect(await inboxRow("lena")).toMatchObject({ reason: "due", actor_fullname: null });
    expect(await inboxRow("idris")).toBeUndefined();
  });

  it("who set the date, where nobody is assigned", async () => {
    await assign(null);
    await set({ at: inDays(1) }, "rafael");
    expect(await toldAt()).toEqual(["rafael@waypost.test"]);
  });

  it("the lead of the team, where both are gone", async () => {
    const team = await world.as("maren").post("/groups", {
      name: `Team ${id}`,
      member_ids: [world.idOf("lena"), world.idOf("idris")],
    });
    await world.as("maren").put(`/tickets/${id}`, { group_id: team.body.id, assignee_id: null });
    await set({ at: inDays(1) }, "rafael");
    await world.db
      .updateTable("users")
      .set({ deleted_at: world.clock.now() })
      .where("id", "=", world.idOf("rafael"))
      .execute();
    onTestFinished(async () => {
      await world.db
        .updateTable("users")
        .set({ deleted_at: null })
        .where("id", "=", world.idOf("rafael"))
        .execute();
    });
    expect(await toldAt()).toEqual(["lena@waypost.test"]);
  });

  it("nobody who has switched these mails off; clients have no such switch", async () => {
    await assign("lena");
    await world.as("lena").patch("/settings/notifications", { due: false });
    onTestFinished(async () => void (await world.as("lena").patch("/settings/notifications", { due: true })));
    await set({ at: inDays(1) });
    expect(await toldAt()).toEqual([]);
    expect((await world.as("tomas").get("/settings/notifications")).body).not.toHaveProperty("due");
    expect((await world.as("tomas").patch("/settings/notifications", { due: false })).status).toBe(422);
  });
});

it(
  "two instances share two thousand due tickets, and each is woken once and told once",
  { timeout: 60_000 },
  async () => {
    const count = 2000;
    await world.pool.query(
      `with n as (select nextval('ticket_numbers_seq') as number from generate_series(1, $1::int))
     insert into tickets (number, uid, subject, issue, status, priority, created_by, created, updated, follow_up_at,
       follow_up_by, follow_up_status)
     select number, 'WP-' || number, 'Due', 'x', 'on_hold', 'normal', $2::uuid, $3, $3, $3, $2::uuid, 'open' from n`,
      [count, world.idOf("idris"), world.clock.now()],
    );
    const beside = await openBeside(world);
    onTestFinished(() => beside.close());
    const woken = await Promise.all([wake(), wakeDueTickets(beside.app), wake(), wakeDueTickets(beside.app)]);
    expect(woken.reduce((sum, n) => sum + n, 0)).toBe(count);
    const { rows } = await world.pool.query(
      `select count(*)::int as events, count(distinct entity_id)::int as tickets from history
     where kind = 'ticket.follow_up_due' and entity_id in (select id from tickets where subject = 'Due')`,
    );
    expect(rows).toEqual([{ events: count, tickets: count }]);
    const { rows: statuses } = await world.pool.query(
      "select status, count(*)::int as n from tickets where subject = 'Due' and follow_up_at is null group by status",
    );
    expect(statuses).toEqual([{ status: "open", n: count }]);
    expect((await mails()).length).toBe(count);
  },
);
