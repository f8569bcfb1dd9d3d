import { afterAll, beforeAll, expect, it } from "vitest";
import { makeWorld, type World } from "../../../test/support/app/app-with-people.ts";
import { wakeDueTickets } from "../follow-up/wake.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let world: World;
const uids = new Map<string, string>();

/** The clock of the tests begins on Friday, November 20, 2026, at 10:00 UTC: 11:00 in Oslo. */
const TICKETS: Record<string, { hours?: number; more?: object }> = {
  a: { hours: 3 },
  b: { hours: 14 },
  c: { hours: 40, more: { subject: "Zebra", priority: "high" } },
  d: { hours: 80 },
  e: {},
};

beforeAll(async () => {
  world = await makeWorld();
  await world.as("maren").patch("/settings", { time_zone: "Europe/Oslo" });
  const start = world.clock.now().getTime();
  const idris = world.as("idris");
  for (const [letter, { hours, more }] of Object.entries(TICKETS)) {
    world.pass(60_000);
    const raised = await idris.post("/tickets", { subject: `Ticket ${letter}`, issue: "Help.", ...more });
    const { id, uid } = raised.body.ticket;
    uids.set(uid, letter);
    if (hours === undefined) continue;
    const at = new Date(start + hours * HOUR).toISOString();
    await idris.put(`/tickets/${id}/follow-up`, { at, hold: false });
  }
});
afterAll(() => world.end());

const ask = async (query: Record<string, string>) => (await world.as("idris").get("/tickets", query)).body;
const letters = (body: { items: { uid: string }[] }) =>
  body.items
    .map(({ uid }) => uids.get(uid) ?? "")
    .toSorted((a, b) => a.localeCompare(b))
    .join("");

it("for clients there is no such filter, in the list and in the export", async () => {
  for (const name of ["tomas", "priya"] as const) {
    const { status, body } = await world.as(name).get("/tickets", { follow_up: "set" });
    expect([status, body.detail]).toEqual([422, "Unknown field: follow_up"]);
  }
  expect((await world.as("idris").get("/tickets", { follow_up: "soon" })).status).toBe(422);
});

it("lists by what comes today, this week, at all, or never, in the organization's time zone", async () => {
  // 14 hours on it is one o'clock on Saturday in Oslo, and still Friday elsewhere.
  expect(letters(await ask({ follow_up: "today" }))).toBe("a");
  expect(letters(await ask({ follow_up: "week" }))).toBe("abc");
  expect(letters(await ask({ follow_up: "set" }))).toBe("abcd");
  expect(letters(await ask({ follow_up: "none" }))).toBe("e");
  expect(letters(await ask({ follow_up: "due" }))).toBe("");
  const { meta } = await ask({ follow_up: "set" });
  expect([meta.total, meta.counts, meta.total_is_capped]).toEqual([4, { open: 4 }, false]);
});

it("is combined with the other filters, the search, tags, orders and the trash", async () => {
  expect(letters(await ask({ follow_up: "set", priority: "high" }))).toBe("c");
  expect(letters(await ask({ follow_up: "set", search: "zebra" }))).toBe("c");
  expect(letters(await ask({ follow_up: "none", search: "zebra" }))).toBe("");
  expect(letters(await ask({ follow_up: "set", unassigned: "true" }))).toBe("abcd");
  const [first] = (await ask({ follow_up: "week", sort: "created", order: "asc" })).items;
  expect(uids.get(first.uid)).toBe("a");
  const { id } = first;
  await world.as("idris").put(`/tickets/${id}/tags`, { tags: ["vpn"] });
  expect(letters(await ask({ follow_up: "set", tag: "vpn" }))).toBe("a");
  await world.as("maren").delete(`/tickets/${id}`);
  const trash = { deleted: "true", follow_up: "set" };
  expect(letters((await world.as("maren").get("/tickets", trash)).body)).toBe("a");
  expect(letters(await ask({ follow_up: "set" }))).toBe("bcd");
  await world.as("maren").post(`/tickets/${id}/restore`);
});

it("the export has the dates in its last column, for staff", async () => {
  const csv: string = (
    await world.as("idris").get("/tickets/export", { follow_up: "set", sort: "created", order: "asc" })
  ).text;
  const [head, first] = csv.split("\r\n");
  expect(head).toMatch(/,tags,follow_up$/);
  expect(first).toMatch(/,2026-11-20T13:00:00\.000Z$/);
});

it("due is what has come, from that minute until somebody has seen to it", async () => {
  world.pass(4 * HOUR);
  expect(letters(await ask({ follow_up: "due" }))).toBe("a");
  await wakeDueTickets(world.app);
  expect(letters(await ask({ follow_up: "due" }))).toBe("a");
  expect(letters(await ask({ follow_up: "set" }))).toBe("bcd");
  world.pass(2 * DAY);
  await wakeDueTickets(world.app);
  expect(letters(await ask({ follow_up: "due" }))).toBe("abc");
});
