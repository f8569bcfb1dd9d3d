import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../../../test/support/app/app-with-people.ts";
import { asGuest } from "../../../test/support/app/as-external-user.ts";
import { refusalOf } from "../../../test/support/refusal-of.ts";
import { FOLLOW_UP_COLUMNS, SHARED_COLUMNS } from "../ticket-columns.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let world: World;
let id: string;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  id = await raise();
});

type Row = { status: string; follow_up_at: string | null };

const raise = async (name: Name = "tomas"): Promise<string> =>
  (await world.as(name).post("/tickets", { subject: "Printer", issue: "Jams." })).body.ticket.id;
const inDays = (days: number) => new Date(world.clock.now().getTime() + days * DAY).toISOString();
const set = (body: object, name: Name = "idris", ticket = id) =>
  world.as(name).put(`/tickets/${ticket}/follow-up`, body);
const read = async (ticket = id) => (await world.as("idris").get(`/tickets/${ticket}`)).body;
const events = async (ticket = id): Promise<string[]> =>
  (await world.as("idris").get(`/tickets/${ticket}/history`)).body.items.map(
    ({ kind }: { kind: string }) => kind,
  );
const answer = (name: Name = "tomas", ticket = id) => {
  world.pass(60_000);
  return world.as(name).post(`/tickets/${ticket}/comments`, { comment: "Any news?" });
};

describe("setting a date", () => {
  it("is for staff, on tickets that are there, open and not in the trash", async () => {
    for (const name of ["priya", "tomas", "jonas", "nobody"] as const) {
      expect((await set({ at: inDays(1) }, name)).status).toBe(403);
      expect((await world.as(name).delete(`/tickets/${id}/follow-up`)).status).toBe(403);
      expect((await world.as(name).patch("/tickets/follow-up", { ids: [id], at: inDays(1) })).status).toBe(
        403,
      );
    }
    const absent = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";
    expect(refusalOf(await set({ at: inDays(1) }, "idris", absent))).toEqual([404, "Ticket not found"]);
    const { uid } = await read();
    await world.as("idris").put(`/tickets/${id}`, { status: "closed" });
    expect(refusalOf(await set({ at: inDays(1) }))).toEqual([409, `${uid} is closed: open it first`]);
    await world.as("maren").delete(`/tickets/${id}`);
    expect(refusalOf(await set({ at: inDays(1) }))).toEqual([404, "Ticket not found"]);
    expect(refusalOf(await set({ at: inDays(1) }, "maren"))).toEqual([
      403,
      "This ticket is in the trash: restore it first",
    ]);
  });

  it("takes a time in the future, within two years", async () => {
    const now = world.clock.now().toISOString();
    expect(refusalOf(await set({ at: now }))).toEqual([422, "Choose a time in the future"]);
    expect(refusalOf(await set({ at: inDays(-1) }))).toEqual([422, "Choose a time in the future"]);
    expect(refusalOf(await set({ at: inDays(732) }))).toEqual([422, "Choose a time within 2 years"]);
    for (const body of [{}, { at: "tomorrow" }, { at: null }, { at: inDays(1), until: 1 }])
      expect((await set(body)).status).toBe(422);
    expect((await read()).follow_up_at).toBeNull();
  });

  it("puts the ticket on hold until then, unless that is switched off", async () => {
    const at = inDays(1);
    expect((await set({ at })).body.ticket).toMatchObject({ status: "on_hold", follow_up_at: at });
    expect(await read()).toMatchObject({
      follow_up_holds: true,
      follow_up_firm: false,
      follow_up_by_fullname: "Idris Okafor",
    });
    const other = await raise();
    expect((await set({ at, hold: false, firm: true }, "lena", other)).body.ticket.status).toBe("open");
    expect(await read(other)).toMatchObject({
      follow_up_at: at,
      follow_up_holds: false,
      follow_up_firm: true,
    });
  });

  it("moves neither version nor time of change by itself, and clients hear nothing of it", async () => {
    const before = await read();
    world.pass(HOUR);
    await set({ at: inDays(1), hold: false });
    expect(await read()).toMatchObject({ version: before.version, updated: before.updated });
    const seen = await world.as("tomas").get(`/tickets/${id}`);
    expect(Object.keys(seen.body).filter((key) => /follow_up_(?!of)|checklist/.test(key))).toEqual([]);
    const { items } = (await world.as("tomas").get(`/tickets/${id}/history`)).body;
    expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(["ticket.created"]);
    expect(await events()).toEqual(["ticket.created", "ticket.follow_up_set"]);
  });

  it("is a change of status for clients where it puts the ticket on hold, and nothing more", async () => {
    await set({ at: inDays(1) });
    const { items } = (await world.as("tomas").get(`/tickets/${id}/history`)).body;
    expect(items.map(({ kind, changes }: { kind: string; changes: object[] }) => [kind, changes])).toEqual([
      ["ticket.created", []],
      ["ticket.changed", [{ field: "status", from: "open", to: "on_hold" }]],
    ]);
  });

  it("said twice changes nothing more", async () => {
    const at = inDays(1);
    await set({ at });
    const before = [await read(), await events()];
    await set({ at });
    expect([await read(), await events()]).toEqual(before);
  });

  it("keeps the status of before when the date is moved, and gives it back when the date is taken away", async () => {
    await world.as("idris").put(`/tickets/${id}`, { status: "in_progress" });
    await set({ at: inDays(1) });
    await set({ at: inDays(2) });
    expect((await read()).status).toBe("on_hold");
    expect((await world.as("idris").delete(`/tickets/${id}/follow-up`)).body.ticket).toMatchObject({
      status: "in_progress",
      follow_up_at: null,
    });
    await set({ at: inDays(1) });
    await set({ at: inDays(1), hold: false });
    expect(await read()).toMatchObject({ status: "in_progress", follow_up_at: inDays(1) });
  });
});

describe("a date ends", () => {
  it("by closing, whoever closes; it can be set again", async () => {
    const at = inDays(1);
    await set({ at });
    await world.as("tomas").post(`/tickets/${id}/solve`);
    expect(await read()).toMatchObject({
      status: "closed",
      follow_up_at: null,
      follow_up_before: at,
      follow_up_holds: false,
    });
    const other = await raise();
    await set({ at, hold: false }, "idris", other);
    await world.as("idris").put(`/tickets/${other}`, { status: "closed" });
    expect((await read(other)).follow_up_at).toBeNull();
    expect(await events(other)).toContain("ticket.follow_up_ended");
  });

  it("by the client's answer, which opens a ticket that is on hold for it", async () => {
    const at = inDays(1);
    await world.as("idris").put(`/tickets/${id}`, { status: "in_progress" });
    await set({ at });
    await answer();
    expect(await read()).toMatchObject({ status: "open", follow_up_at: null, follow_up_before: at });
    expect(await events()).toContain("ticket.follow_up_ended");
    const clients = (await world.as("tomas").get(`/tickets/${id}/history`)).body.items;
    expect(JSON.stringify(clients)).not.toContain("follow_up");
  });

  it("not by the answer where it is firm, nor by a colleague's note or answer", async () => {
    const at = inDays(1);
    await set({ at, firm: true });
    await answer();
    expect(await read()).toMatchObject({ status: "on_hold", follow_up_at: at });
    const other = await raise();
    await set({ at }, "idris", other);
    await answer("lena", other);
    expect(await read(other)).toMatchObject({ status: "on_hold", follow_up_at: at });
  });

  it("without a hold the answer ends it too, and leaves the status alone", async () => {
    await world.as("idris").put(`/tickets/${id}`, { status: "in_progress" });
    await set({ at: inDays(1), hold: false });
    await answer();
    expect(await read()).toMatchObject({ status: "in_progress", follow_up_at: null });
  });

  it("stays when somebody sets another status by hand, and then brings none back", async () => {
    const at = inDays(1);
    await set({ at });
    await world.as("lena").put(`/tickets/${id}`, { status: "pending" });
    expect(await read()).toMatchObject({ follow_up_at: at, follow_up_holds: false });
    await world.as("lena").put(`/tickets/${id}`, { status: "on_hold" });
    expect(await read()).toMatchObject({ follow_up_at: at, follow_up_holds: false });
  });
});

const bulk = (body: object) => world.as("idris").patch("/tickets/follow-up", body);
const undo = (group: string) => world.as("idris").post(`/tickets/undo/${group}`);

describe("many tickets", () => {
  it("get the same date at once, and one undo takes all of it back", async () => {
    const ids = [id, await raise(), await raise()];
    const [, second = ""] = ids;
    await world.as("idris").put(`/tickets/${second}`, { status: "in_progress" });
    const at = inDays(3);
    const gone = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";
    const { body } = await bulk({ ids: [...ids, gone, id], at });
    expect(body.missing).toEqual([gone]);
    expect(body.tickets.map(({ status, follow_up_at }: Row) => [status, follow_up_at])).toEqual(
      ids.map(() => ["on_hold", at]),
    );
    const taken = await undo(body.group_id);
    expect(taken.body.kept).toEqual([]);
    expect(taken.body.tickets.map(({ status, follow_up_at }: Row) => [status, follow_up_at])).toEqual([
      ["open", null],
      ["in_progress", null],
      ["open", null],
    ]);
  });

  it("are all left alone when one of them is closed, or the time is over", async () => {
    const closed = await raise();
    const { uid } = await read(closed);
    await world.as("idris").put(`/tickets/${closed}`, { status: "closed" });
    expect(refusalOf(await bulk({ ids: [id, closed], at: inDays(1) }))).toEqual([
      409,
      `${uid} is closed: open it first`,
    ]);
    expect(refusalOf(await bulk({ ids: [id], at: inDays(-1) }))).toEqual([
      422,
      "Choose a time in the future",
    ]);
    expect((await bulk({ ids: [], at: inDays(1) })).status).toBe(422);
    expect(await read()).toMatchObject({ status: "open", follow_up_at: null });
  });

  it("lose their dates at once, and undo gives them back with their holds", async () => {
    const other = await raise();
    const at = inDays(2);
    await set({ at, firm: true });
    await set({ at, hold: false }, "idris", other);
    const { body } = await bulk({ ids: [id, other], at: null });
    expect(body.tickets.map(({ follow_up_at }: Row) => follow_up_at)).toEqual([null, null]);
    await undo(body.group_id);
    expect(await read()).toMatchObject({
      status: "on_hold",
      follow_up_at: at,
      follow_up_firm: true,
      follow_up_holds: true,
    });
    expect(await read(other)).toMatchObject({ status: "open", follow_up_at: at, follow_up_holds: false });
  });

  it("get back by undo what a bulk closing ended", async () => {
    const at = inDays(2);
    await set({ at });
    const { body } = await world.as("idris").patch("/tickets/bulk", { ids: [id], status: "closed" });
    expect((await read()).follow_up_at).toBeNull();
    expect((await undo(body.group_id)).body.kept).toEqual([]);
    expect(await read()).toMatchObject({ status: "on_hold", follow_up_at: at, follow_up_holds: true });
  });

  it("keep a date that somebody set since", async () => {
    const { body } = await bulk({ ids: [id], at: inDays(1), hold: false });
    await set({ at: inDays(5), hold: false }, "lena");
    expect((await undo(body.group_id)).body).toMatchObject({ tickets: [], kept: [id] });
    expect((await read()).follow_up_at).toBe(inDays(5));
  });
});

const end = (name: Name) =>
  asGuest(world, name, (tx) =>
    tx
      .selectNoFrom((eb) =>
        eb
          .fn<boolean | null>("guest_ends_follow_up", [
            eb.cast(eb.val(id), "uuid"),
            eb.fn("gen_random_uuid", []),
            eb.cast(eb.val(world.clock.now()), "timestamptz"),
            eb.val("web"),
            eb.val("r"),
          ])
          .as("held"),
      )
      .executeTakeFirstOrThrow(),
  );

describe("in the database", () => {
  it("external users read every column of a ticket but those of its follow-up", async () => {
    const { rows } = await world.pool.query<{ name: string; may: boolean }>(
      `select attname::text as name, has_column_privilege('waypost_guest', attrelid, attnum, 'select') as may
       from pg_attribute where attrelid = 'tickets'::regclass and attnum > 0 and not attisdropped`,
    );
    const named = (may: boolean) => rows.filter((row) => row.may === may).map(({ name }) => name);
    expect(named(true).toSorted()).toEqual([...SHARED_COLUMNS].toSorted());
    expect(named(false).toSorted()).toEqual([...FOLLOW_UP_COLUMNS].toSorted());
    await expect(
      asGuest(world, "tomas", (tx) => tx.selectFrom("tickets").select("follow_up_at").execute()),
    ).rejects.toThrow(/permission denied/);
    await expect(
      asGuest(world, "tomas", (tx) => tx.selectFrom("checklist_items").select("id").execute()),
    ).rejects.toThrow(/permission denied/);
  });

  it("external users end no follow-up of a ticket that they do not see", async () => {
    const at = inDays(1);
    await set({ at });
    expect(await end("jonas")).toEqual({ held: null });
    expect((await read()).follow_up_at).toBe(at);
    expect(await end("tomas")).toEqual({ held: true });
  });
});

it("a hold that ends and an answer at the same moment end once", async () => {
  await set({ at: inDays(1) });
  world.pass(60_000);
  await Promise.all([
    world.as("tomas").post(`/tickets/${id}/comments`, { comment: "One" }),
    world.as("priya").post(`/tickets/${id}/comments`, { comment: "Two" }),
    world.as("idris").delete(`/tickets/${id}/follow-up`),
  ]);
  expect(await read()).toMatchObject({ status: "open", follow_up_at: null });
  const ended = (await events()).filter((kind) => kind === "ticket.follow_up_ended");
  expect(ended.length).toBeLessThanOrEqual(1);
});
