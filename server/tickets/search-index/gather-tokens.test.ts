import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { makeWorld, type World } from "../../../test/support/app/app-with-people.ts";

let world: World;
let ids: string[];
beforeAll(async () => {
  world = await makeWorld();
  const raised = await Promise.all(
    Array.from({ length: 25 }, (_, n) =>
      world.as("tomas").post("/tickets", { subject: `Plotter ${n}`, issue: "Smears." }),
    ),
  );
  ids = raised.map(({ body }): string => body.ticket.id).toSorted();
});
afterAll(() => world.end());
beforeEach(async () => {
  await change({ priority: "low" });
  await world.drain();
  await sortAll();
});

/** Pages of words that lay unsorted. */
const sortAll = async (): Promise<number> =>
  Number(
    (await world.pool.query("select gin_clean_pending_list('ticket_words_staff') as pages")).rows[0].pages,
  );
const jobsLeft = async (): Promise<number> =>
  Number(
    (
      await world.pool.query(
        "select count(*) from pgboss.job where name = 'tickets.sort_words' and state = 'created'",
      )
    ).rows[0].count,
  );
const change = (fields: object, some = ids) =>
  world.as("maren").patch("/tickets/bulk", { ids: some, ...fields });
const find = async () =>
  (
    await world.as("idris").get("/tickets", { search: "plotter", priority: "high", per_page: "50" })
  ).body.items
    .map((row: { id: string }) => row.id)
    .toSorted();

it("many tickets that change together are found at once, and a job sorts their words in", async () => {
  await change({ priority: "high" });
  expect([await jobsLeft(), await find()]).toEqual([1, ids]);
  await world.drain();
  expect([await jobsLeft(), await sortAll(), await find()]).toEqual([0, 0, ids]);
  await change({ priority: "normal" });
  expect(await find()).toEqual([]);
});

it("a few need no job", async () => {
  await change({ priority: "high" }, ids.slice(0, 19));
  expect(await jobsLeft()).toBe(0);
});

it("the tickets of somebody who leaves are taken from them, and their words sorted in", async () => {
  await change({ assignee_id: world.idOf("lena") });
  await world.drain();
  const gone = await world.as("maren").delete(`/users/${world.idOf("lena")}`);
  expect([gone.status < 300, await jobsLeft()]).toEqual([true, 1]);
  await world.drain();
  expect([await jobsLeft(), await sortAll()]).toEqual([0, 0]);
  expect((await world.as("maren").get(`/tickets/${ids[0]}`)).body.assignee_id).toBeNull();
});
