import { afterAll, beforeAll, expect, it } from "vitest";
import { makeWorld, type World } from "../../../test/support/app/app-with-people.ts";
import { pruneSearchIndex } from "./prune.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

const known = async (): Promise<string[]> =>
  (
    await world.pool.query<{ word: string }>(
      "select distinct word from search_parts where word like '%otter%'",
    )
  ).rows
    .map(({ word }) => word)
    .toSorted();

it("lets go of what no ticket holds any more, and of nothing else", async () => {
  const { id } = (await world.as("tomas").post("/tickets", { subject: "Seaotter Riverotter", issue: "x" }))
    .body.ticket;
  expect(await pruneSearchIndex(world.db)).toBe(0);
  await world.as("idris").put(`/tickets/${id}`, { subject: "Seaotter" });
  expect(await known()).toEqual(["riverotter", "seaotter"]);
  expect(await pruneSearchIndex(world.db)).toBe(1);
  expect(await known()).toEqual(["seaotter"]);
  const { items } = (await world.as("idris").get("/tickets", { search: "otter" })).body;
  expect(items).toHaveLength(1);
});

it("waits for whoever is learning words", async () => {
  const { id } = (await world.as("tomas").post("/tickets", { subject: "Giantotter", issue: "x" })).body
    .ticket;
  await world.as("idris").put(`/tickets/${id}`, { subject: "Plain" });
  const learner = await world.pool.connect();
  await learner.query("begin");
  await learner.query("select learn_words('{lakeotter}')");
  const forgetting = pruneSearchIndex(world.db);
  await learner.query(
    "insert into ticket_words (ticket_id, public_words, staff_words) values ($1, 'giantotter', 'giantotter') on conflict (ticket_id) do update set staff_words = excluded.staff_words",
    [id],
  );
  await learner.query("commit");
  learner.release();
  await forgetting;
  expect(await known()).toContain("giantotter");
});
