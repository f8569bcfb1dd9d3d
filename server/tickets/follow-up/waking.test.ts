import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { makeWorld, openBeside, type World } from "../../../test/support/app/app-with-people.ts";
import { startWaking, wakeDueTickets } from "./wake.ts";

const SECOND = 1000;
const TICKETS = 12;
let world: World;
beforeAll(async () => {
  world = await makeWorld();
  // Time passes in this file.
  const [began, start] = [Date.now(), world.clock.at.getTime()];
  world.clock.now = () => new Date(start + Date.now() - began);
});
afterAll(() => world.end());

const raise = async (subject: string): Promise<string> =>
  (await world.as("tomas").post("/tickets", { subject, issue: "Jams." })).body.ticket.id;
const holdUntil = (at: Date, ids: string[]) =>
  world.db
    .updateTable("tickets")
    .set({ status: "on_hold", follow_up_at: at, follow_up_status: "open", follow_up_by: world.idOf("idris") })
    .where("id", "in", ids)
    .execute();

it(
  "tickets wake within two seconds of their date, each once, by whichever process",
  { timeout: 60_000 },
  async () => {
    const ids: string[] = [];
    for (let n = 0; n < TICKETS; n += 1) ids.push(await raise(`Printer ${n}`));
    const beside = await openBeside(world);
    onTestFinished(() => beside.close());
    const at = new Date(world.clock.now().getTime() + 2 * SECOND);
    await holdUntil(at, ids);
    for (const app of [world.app, beside.app]) {
      const running = await startWaking(app);
      onTestFinished(() => running.stop());
    }
    const events = () =>
      world.db
        .selectFrom("history")
        .select(["entity_id", "occurred_at"])
        .where("kind", "=", "ticket.follow_up_due")
        .execute();
    await expect.poll(async () => (await events()).length, { timeout: 20_000 }).toBe(TICKETS);
    for (const { occurred_at } of await events()) {
      const late = occurred_at.getTime() - at.getTime();
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThan(2 * SECOND);
    }
    expect((await events()).map(({ entity_id }) => entity_id).toSorted()).toEqual(ids.toSorted());
  },
);

it("the words of tickets that wake together are sorted in at once, and found", async () => {
  const first = await raise("Otters in the server room");
  const second = await raise("Otters again");
  // What is sorted in is told by how many pages were not.
  const sortRest = async () =>
    (
      await world.pool.query<{ pages: number }>(
        "select gin_clean_pending_list('ticket_words_staff')::int as pages",
      )
    ).rows[0]?.pages;
  await holdUntil(world.clock.now(), [first, second]);
  expect(await sortRest()).toBeGreaterThan(0);
  expect(await wakeDueTickets(world.app)).toBe(2);
  expect(await sortRest()).toBe(0);
  const { items } = (await world.as("idris").get("/tickets", { search: "otters", status: "open" })).body;
  expect(items.map(({ id }: { id: string }) => id).toSorted()).toEqual([first, second].toSorted());
});
