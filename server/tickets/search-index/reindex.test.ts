import { afterAll, beforeAll, expect, it } from "vitest";
import { makeWorld, type World } from "../../../test/support/app/app-with-people.ts";
import { hasTicketsToReindex, reindexOldTickets } from "./reindex.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

/** Writes tokens as an earlier version made them: nothing but accents was folded. */
const age = async (id: string, words: string) =>
  world.pool.query("update ticket_words set public_words = $2, staff_words = $2 where ticket_id = $1", [
    id,
    words,
  ]);
const begin = async () =>
  world.pool.query(
    `insert into settings (key, value) values ('words_renewed_up_to', '"00000000-0000-0000-0000-000000000000"')`,
  );
const found = async (search: string): Promise<string[]> =>
  (await world.as("idris").get("/tickets", { search })).body.items.map(({ id }: { id: string }) => id);
const raise = async (subject: string): Promise<string> =>
  (await world.as("tomas").post("/tickets", { subject, issue: "x" })).body.ticket.id;

it("has nothing to do on a desk that begins now", async () => {
  expect(await hasTicketsToReindex(world.db)).toBe(false);
  expect(await reindexOldTickets(world.db)).toBe(0);
});

it("reads those tickets anew whose words hold letters that were not folded, once, and lets the others be", async () => {
  const street = await raise("Straße gesperrt");
  const other = await raise("Gdańsk");
  await age(street, "straße gesperrt");
  await age(other, "gdansk kept");
  await begin();
  expect(await hasTicketsToReindex(world.db)).toBe(true);
  expect(await reindexOldTickets(world.db)).toBe(1);
  expect(await found("strasse")).toEqual([street]);
  expect(await found("straße")).toEqual([street]);
  expect(await found("kept")).toEqual([other]);
  expect(await hasTicketsToReindex(world.db)).toBe(false);
  await age(street, "straße");
  expect(await reindexOldTickets(world.db)).toBe(0);
});

it("goes on from where it was broken off", async () => {
  const ids = [];
  for (const subject of ["Øl eins", "Øl zwei", "Øl drei"]) ids.push(await raise(subject));
  const [first, second] = ids.toSorted();
  for (const id of ids) await age(id, "øl");
  await begin();
  await world.pool.query("update settings set value = to_jsonb($1::text) where key = 'words_renewed_up_to'", [
    first,
  ]);
  expect(await reindexOldTickets(world.db)).toBeGreaterThanOrEqual(2);
  const hits = await found("ol");
  expect(hits).toContain(second);
  expect(hits).not.toContain(first);
});
