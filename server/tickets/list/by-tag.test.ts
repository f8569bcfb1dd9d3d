import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../../../test/support/app/app-with-people.ts";

let world: World;
const uids = new Map<string, string>();

/** Tickets by a letter, oldest first, with their tags and what else lists ask for. */
const TICKETS: Record<string, { tags: string[]; more?: object }> = {
  a: { tags: ["vpn"] },
  b: { tags: ["vpn", "firmware"], more: { priority: "high" } },
  c: { tags: [] },
  d: { tags: ["firmware"], more: { status: "closed" } },
  e: { tags: ["vpn", "firmware", "printer"], more: { subject: "Zebra printer" } },
};

beforeAll(async () => {
  world = await makeWorld();
  const idris = world.as("idris");
  for (const [letter, { tags, more }] of Object.entries(TICKETS)) {
    world.pass(60_000);
    const raised = await idris.post("/tickets", { subject: `Ticket ${letter}`, issue: "Help.", ...more });
    const { id, uid } = raised.body.ticket;
    uids.set(uid, letter);
    await idris.put(`/tickets/${id}/tags`, { tags });
  }
});
afterAll(() => world.end());

const ask = async (query: Record<string, string>) => (await world.as("idris").get("/tickets", query)).body;
const letters = (body: { items: { uid: string }[] }) => body.items.map(({ uid }) => uids.get(uid)).join("");

/** A refusal but for what differs each time, and with the other field named "tag" as well. */
const same = ({ request_id: _, ...body }: Record<string, unknown>) =>
  JSON.stringify(body).replaceAll("colour", "tag");

describe("a list by tags", () => {
  it("shows the tickets with all of them, newest change first, with exact totals by status", async () => {
    expect(letters(await ask({ tag: "vpn" }))).toBe("eba");
    expect(letters(await ask({ tag: "vpn,firmware" }))).toBe("eb");
    expect(letters(await ask({ tag: "Firmware, VPN , printer" }))).toBe("e");
    const { meta } = await ask({ tag: "firmware" });
    expect([meta.total, meta.counts, meta.total_is_capped]).toEqual([3, { open: 2, closed: 1 }, false]);
  });

  it("of none shows those without a tag", async () => {
    expect(letters(await ask({ tag: "none" }))).toBe("c");
    expect((await ask({ tag: "none" })).meta.total).toBe(1);
  });

  it("of a word that nobody gave is empty", async () => {
    for (const tag of ["unheard", "vpn,unheard", "c++", "none,vpn"]) {
      const { items, meta } = await ask({ tag });
      expect([tag, items, meta.total]).toEqual([tag, [], 0]);
    }
  });

  it("is combined with the other filters, orders, the search and pages", async () => {
    expect(letters(await ask({ tag: "vpn", priority: "high" }))).toBe("b");
    expect(letters(await ask({ tag: "firmware", status: "closed" }))).toBe("d");
    expect(letters(await ask({ tag: "vpn", sort: "created", order: "asc" }))).toBe("abe");
    expect(letters(await ask({ tag: "vpn", search: "zebra" }))).toBe("e");
    expect(letters(await ask({ tag: "printer", search: "ticket" }))).toBe("");
    expect(letters(await ask({ tag: "vpn", unassigned: "true" }))).toBe("eba");
    expect(letters(await ask({ tag: "vpn", mine: "true" }))).toBe("");
    const first = await ask({ tag: "vpn", per_page: "2" });
    expect(letters(first)).toBe("eb");
    expect(letters(await ask({ tag: "vpn", per_page: "2", after: first.meta.next }))).toBe("a");
    expect(letters(await ask({ tag: "vpn", per_page: "2", page: "2" }))).toBe("a");
  });

  it("follows the tickets: changed ones come first, those in the trash are there alone", async () => {
    const { items } = await ask({ tag: "printer" });
    const [ticket] = items;
    world.pass(60_000);
    const a = (await ask({ tag: "vpn" })).items.at(-1);
    await world.as("idris").post(`/tickets/${a.id}/comments`, { comment: "Moved." });
    expect(letters(await ask({ tag: "vpn" }))).toBe("aeb");
    await world.as("maren").delete(`/tickets/${ticket.id}`);
    expect(letters(await ask({ tag: "vpn" }))).toBe("ab");
    const trash = await world.as("maren").get("/tickets", { tag: "vpn", deleted: "true" });
    expect(letters(trash.body)).toBe("e");
    world.pass(60_000);
    await world.as("maren").post(`/tickets/${ticket.id}/restore`);
    expect(letters(await ask({ tag: "vpn" }))).toBe("eab");
  });

  it("is refused to clients as a field that does not exist, the export too", async () => {
    for (const name of ["priya", "tomas"] as const) {
      const tag = await world.as(name).get("/tickets", { tag: "vpn" });
      const unknown = await world.as(name).get("/tickets", { colour: "red" });
      expect([tag.status, same(tag.body)]).toEqual([unknown.status, same(unknown.body)]);
    }
  });
});
