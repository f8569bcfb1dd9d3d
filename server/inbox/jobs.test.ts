import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { jobs } from "#contract/jobs.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";
import { makeWorld, openBeside, type World } from "../../test/support/app/app-with-people.ts";
import { inboxCalls } from "../../test/support/app/inbox-calls.ts";
import { showDueReminders, startReminding } from "./jobs.ts";

const DAY = 24 * 3_600_000;
let world: World;
let ticket: string;
let path: string;
const { raiseAlone, assign, say, mention, verb, at, inbox, rowOf, unread } = inboxCalls(() => ({
  world,
  ticket,
}));

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  ({ ticket, path } = await raiseAlone());
});

describe("a reminder", () => {
  beforeEach(() => assign("idris"));

  it("hides the row until then, and shows it again once, unread, on two instances", async () => {
    const other = await openBeside(world);
    expect((await verb("idris", "remind", at(DAY))).body).toEqual({ unread: 0 });
    expect((await inbox("idris")).items).toEqual([]);
    await showDueReminders(world.app);
    expect((await inbox("idris")).items).toEqual([]);
    world.pass(DAY + 1000);
    await Promise.all([showDueReminders(world.app), showDueReminders(other.app)]);
    await other.close();
    expect(await rowOf("idris", "unread")).toMatchObject({ reason: "assigned", news: 1 });
    await world.as("idris").post(`${path}/read`);
    await showDueReminders(world.app);
    expect(await unread("idris")).toBe(0);
  });

  it("comes back at its time while the app runs, without waiting for the next look", async () => {
    const real = world.clock.now;
    const shift = real().getTime() - Date.now();
    await verb("idris", "remind", at(1000));
    world.clock.now = () => new Date(Date.now() + shift);
    const running = await startReminding(world.app);
    onTestFinished(async () => {
      world.clock.now = real;
      await running.stop();
    });
    await expect
      .poll(() => rowOf("idris", "unread"), { timeout: 8000 })
      .toMatchObject({ reason: "assigned" });
  });

  it("ends with the next event, and by bringing the row back", async () => {
    await verb("idris", "remind", at(DAY));
    await say("tomas");
    expect(await rowOf("idris", "unread")).toMatchObject({ reason: "replied" });
    await verb("idris", "remind", at(DAY));
    await verb("idris", "undone");
    expect((await inbox("idris")).items).toHaveLength(1);
  });
});

describe("what time does", () => {
  it("forgets rows that were done 30 days ago, and those of people who left as long ago", async () => {
    await assign("idris");
    await mention("idris", "rafael");
    await verb("idris", "done");
    world.pass(29 * DAY);
    const prune = async () => {
      await enqueue(world, jobs.pruneInbox, {});
      await world.drain();
      const { rows } = await world.pool.query("select user_id from inbox_items");
      return rows.map(({ user_id }) => user_id);
    };
    expect(await prune()).toHaveLength(2);
    world.pass(2 * DAY);
    expect(await prune()).toEqual([world.idOf("rafael")]);
    await world.db
      .updateTable("users")
      .set({ deleted_at: new Date(world.clock.now().getTime() - 31 * DAY) })
      .where("id", "=", world.idOf("rafael"))
      .execute();
    const left = await prune();
    await world.db
      .updateTable("users")
      .set({ deleted_at: null })
      .where("id", "=", world.idOf("rafael"))
      .execute();
    expect(left).toEqual([]);
  });

  it("erases the rows of an erased ticket", async () => {
    await assign("idris");
    await world.as("maren").delete(path);
    world.pass(31 * DAY);
    await enqueue(world, jobs.emptyTrash, {});
    await world.drain();
    expect((await world.pool.query("select from inbox_items")).rowCount).toBe(0);
  });
});
