import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { reconcileCounters, sumDrift } from "#server/dashboard/reconcile.ts";
import { IMPORT_PRINCIPAL } from "#server/lib/request-context.ts";
import { newFolder } from "../../test/support/temporary-folder.ts";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { importTickets } from "./import-tickets.ts";
import { undoImport } from "./undo-import.ts";

let world: World;
let file: string;
let tests = 0;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(() => {
  tests += 1;
  file = join(newFolder(), "tickets.csv");
});

const word = () => `basalt${tests}`;

/** Imports so many rows with people and a company of their own. */
async function bring(count: number): Promise<string> {
  const rows = Array.from(
    { length: count },
    (_, index) => `${word()} ${index},p${index % 3}@quarry${tests}.example,Quarry ${tests}`,
  );
  writeFileSync(file, `body,who,firm\n${rows.join("\n")}\n`);
  const report = await again();
  expect(report).toMatchObject({
    imported: count,
    rejected: 0,
    made: { companies: 1, people: Math.min(3, count) },
  });
  return report.id ?? "";
}

function again() {
  return importTickets(world.pool, "WP-", {
    file,
    map: new Map(Object.entries({ issue: "body", client: "who", company: "firm" })),
    values: new Map(),
    key: null,
    company: null,
    make: { companies: true, people: true },
    dryRun: false,
    now: world.clock.now(),
  });
}

const undo = (id: string, signal?: AbortSignal) =>
  undoImport(world.pool, { id, by: IMPORT_PRINCIPAL, now: world.clock.now(), ...(signal ? { signal } : {}) });

async function found(): Promise<{ id: string; subject: string }[]> {
  return (await world.as("maren").get("/tickets", { search: word(), per_page: "100" })).body.items;
}

const people = async () =>
  (
    await world.as("maren").get("/users", { user_type: "external", search: `quarry${tests}.example` })
  ).body.users.filter((user: { deleted_at: string | null }) => user.deleted_at === null).length;

describe("an import that is undone", () => {
  test("is gone with its people and its company; its tickets lie in the trash, and the file can be imported again", async () => {
    const id = await bring(5);
    expect(await undo(id)).toEqual({ tickets: 5, people: 3, companies: 1, kept: 0 });
    expect([await found(), await people()]).toEqual([[], 0]);
    expect(sumDrift(await reconcileCounters(world.pool))).toBe(0);
    const trash = await world.as("maren").get("/tickets", { deleted: "true", search: word() });
    expect(trash.body.items).toHaveLength(5);
    const history = await world.as("maren").get("/audit", { entity_id: trash.body.items[0].id });
    expect(history.body.items[0]).toMatchObject({ kind: "ticket.deleted" });
    await expect(undo(id)).rejects.toThrow("This import is undone, so there is nothing to undo.");
    expect(await again()).toMatchObject({ imported: 5, skipped: 0 });
  });

  test("leaves what somebody worked on since, with the people and the company of it, and knows it still", async () => {
    const id = await bring(6);
    const [answered, changed, watched] = await found();
    const idris = world.as("idris");
    await idris.post(`/tickets/${answered?.id}/comments`, { comment: "On my way" });
    await idris.put(`/tickets/${changed?.id}`, { priority: "high" });
    await idris.post(`/tickets/${watched?.id}/participants`, { user_id: world.idOf("lena") });
    const report = await undo(id);
    expect(report).toMatchObject({ tickets: 3, kept: 3, companies: 0 });
    expect((await found()).map((ticket) => ticket.id).toSorted()).toEqual(
      [answered, changed, watched].map((ticket) => ticket?.id ?? "").toSorted(),
    );
    expect(await people()).toBe(3 - report.people);
    expect(await again()).toMatchObject({ imported: 3, skipped: 3 });
  });

  test("goes on where it was stopped", async () => {
    const id = await bring(4);
    expect(await undo(id, AbortSignal.abort())).toMatchObject({ tickets: 0, kept: 0 });
    expect(await found()).toHaveLength(4);
    expect(await undo(id)).toMatchObject({ tickets: 4, people: 3 });
  });

  test("is one that there is", async () => {
    await expect(undo("00000000-0000-4000-8000-0000000000ff")).rejects.toThrow("There is no import");
  });

  test("is not one that runs: import and undo wait for each other", async () => {
    const id = await bring(1);
    const client = await world.pool.connect();
    await client.query("select pg_advisory_lock(1464813650)");
    await expect(undo(id)).rejects.toThrow("Another import is running");
    await client.query("select pg_advisory_unlock_all()");
    client.release();
    expect(await undo(id)).toMatchObject({ tickets: 1 });
  });
});
