import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../../../test/support/app/app-with-people.ts";

let world: World;
const letters = new Map<string, string>();
const ids = new Map<string, string>();

/** Tickets by a letter, oldest first: what becomes of each after it was raised. */
const TICKETS: Record<string, { status?: string; priority?: string; subject?: string }> = {
  a: {},
  b: { status: "closed" },
  c: { status: "pending", priority: "high" },
  d: { subject: "Zebra printer" },
  e: { status: "on_hold" },
  f: { status: "closed", priority: "high" },
};

beforeAll(async () => {
  world = await makeWorld();
  for (const [letter, { status = "open", ...more }] of Object.entries(TICKETS)) {
    world.pass(60_000);
    const raised = await world
      .as("tomas")
      .post("/tickets", { subject: `Ticket ${letter}`, issue: "Help.", ...more });
    const { id, uid } = raised.body.ticket;
    letters.set(uid, letter);
    ids.set(letter, id);
    if (status !== "open") await world.as("lena").put(`/tickets/${id}`, { status });
  }
  world.pass(60_000);
  for (const letter of ["a", "b", "c"]) await world.as("idris").post(`/tickets/${ids.get(letter)}/read`);
  await world.drain();
});
afterAll(() => world.end());

const ask = async (query: Record<string, string>, name: Name = "idris") =>
  (await world.as(name).get("/tickets", query)).body;
const shown = (body: { items: { uid: string }[] }) => body.items.map(({ uid }) => letters.get(uid)).join("");

const rows = async (query: Record<string, string>) => {
  const { body } = await world.as("idris").get("/tickets/export", query);
  return String(body)
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => letters.get(line.split(",")[0] ?? ""))
    .join("");
};

describe("active tickets", () => {
  it("are those that are not closed, with exact totals by status", async () => {
    const { meta, ...body } = await ask({ active: "true" });
    expect(shown(body)).toBe("edca");
    expect([meta.total, meta.counts]).toEqual([4, { open: 2, pending: 1, on_hold: 1 }]);
    const closed = await ask({ active: "true", status: "closed" });
    expect([closed.items, closed.meta.total]).toEqual([[], 0]);
    expect((await ask({ active: "true", status: "pending" })).meta.total).toBe(1);
  });

  it("are asked for beside every other filter, the search, orders and pages", async () => {
    expect(shown(await ask({ active: "true", priority: "high" }))).toBe("c");
    expect(shown(await ask({ active: "true", search: "ticket" }))).toBe("eca");
    expect((await ask({ active: "true", search: "ticket" })).meta.total).toBe(3);
    expect(
      shown(await ask({ active: "true", client_id: world.idOf("tomas"), sort: "created", order: "asc" })),
    ).toBe("acde");
    expect(shown(await ask({ active: "true", sort: "assignee" }))).toHaveLength(4);
    const first = await ask({ active: "true", per_page: "3" });
    expect([
      shown(first),
      shown(await ask({ active: "true", per_page: "3", after: first.meta.next })),
    ]).toEqual(["edc", "a"]);
    expect(shown(await ask({ active: "true" }, "tomas"))).toBe("edca");
    expect((await ask({ active: "true" }, "priya")).meta).toMatchObject({ total: 4 });
  });
});

describe("unread tickets", () => {
  it("are those that are new for whoever asks, with their totals", async () => {
    const { meta, ...body } = await ask({ unread: "true" });
    expect(shown(body)).toBe("fed");
    expect([meta.total, meta.counts, meta.total_is_capped]).toEqual([
      3,
      { closed: 1, on_hold: 1, open: 1 },
      false,
    ]);
    expect(body.items.every((row: { unread: boolean }) => row.unread)).toBe(true);
    expect(shown(await ask({ unread: "true" }, "maren"))).toBe("fedcba");
  });

  it("are asked for beside every other filter, the search, orders and pages", async () => {
    expect(shown(await ask({ unread: "true", status: "on_hold" }))).toBe("e");
    expect(shown(await ask({ unread: "true", active: "true" }))).toBe("ed");
    expect(shown(await ask({ unread: "true", search: "zebra" }))).toBe("d");
    expect(shown(await ask({ unread: "true", search: "ticket" }))).toBe("fe");
    expect(shown(await ask({ unread: "true", search: "+" }))).toBe("");
    expect(shown(await ask({ unread: "true", sort: "created", order: "asc" }))).toBe("def");
    const first = await ask({ unread: "true", per_page: "2" });
    expect([
      shown(first),
      shown(await ask({ unread: "true", per_page: "2", after: first.meta.next })),
    ]).toEqual(["fe", "d"]);
    expect(shown(await ask({ unread: "true", per_page: "2", page: "2" }))).toBe("d");
  });

  it("follow the reader: read ones go, answered ones come back", async () => {
    const idris = world.as("idris");
    await idris.post(`/tickets/${ids.get("f")}/read`);
    expect(shown(await ask({ unread: "true" }))).toBe("ed");
    world.pass(60_000);
    await world.as("tomas").post(`/tickets/${ids.get("a")}/comments`, { comment: "Still." });
    expect(shown(await ask({ unread: "true" }))).toBe("aed");
  });

  it("are the same in the export", async () => {
    expect(await rows({ unread: "true" })).toBe(shown(await ask({ unread: "true" })));
    expect(await rows({ unread: "true", search: "zebra" })).toBe("d");
    expect(await rows({ active: "true" })).toBe(shown(await ask({ active: "true" })));
  });

  it("are looked for among the newest ten thousand, which the total says", async () => {
    await world.pool.query(
      `insert into tickets (number, uid, subject, issue, status, priority, client_id, company_id, created_by, created, updated)
       select 100000 + n, 'WP-' || (100000 + n), 'Old', 'x', 'open', 'normal', $1, $2, $1, $3::timestamptz - interval '1 year',
         $3::timestamptz - interval '300 days' - interval '1 second' * n
       from generate_series(1, 10010) as n`,
      [world.idOf("tomas"), world.companies.kestrel, world.clock.now()],
    );
    const { meta, ...body } = await ask({ unread: "true" });
    expect([shown(body), meta.total_is_capped]).toEqual(["aed", true]);
    expect((await ask({ unread: "true", priority: "high" })).meta.total_is_capped).toBe(false);
  });
});
