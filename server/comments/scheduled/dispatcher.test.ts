import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { makeWorld, type World } from "../../../test/support/app/app-with-people.ts";
import { startSending } from "./dispatcher.ts";

const SECOND = 1000;
let world: World;
let id: string;
beforeAll(async () => {
  world = await makeWorld();
  // Time passes in this file.
  const [began, start] = [Date.now(), world.clock.at.getTime()];
  world.clock.now = () => new Date(start + Date.now() - began);
  id = (await world.as("tomas").post("/tickets", { subject: "Printer", issue: "Jams." })).body.ticket.id;
});
afterAll(() => world.end());

const comments = async () =>
  (
    await world.db
      .selectFrom("comments")
      .selectAll()
      .where("ticket_id", "=", id)
      .orderBy("position")
      .execute()
  ).map(({ comment, created_at }) => ({ comment, at: created_at.getTime() }));
const hold = async (comment: string, hold_seconds: number) => {
  const { status, body } = await world
    .as("idris")
    .post(`/tickets/${id}/scheduled`, { comment, hold_seconds });
  expect(status).toBe(201);
  return Date.parse(body.send_at);
};
const sending = async () => {
  const running = await startSending(world.app);
  onTestFinished(() => running.stop());
  return running;
};

it(
  "answers go within two seconds of their time, those that were kept while nobody sent as well",
  { timeout: 60_000 },
  async () => {
    const first = await hold("before it started", 1);
    await sending();
    const second = await hold("while it sleeps", 2);
    await expect
      .poll(comments, { timeout: 20_000 })
      .toMatchObject([{ comment: "before it started" }, { comment: "while it sleeps" }]);
    const sent = await comments();
    for (const [index, due] of [first, second].entries()) {
      expect((sent[index]?.at ?? 0) - due).toBeGreaterThanOrEqual(0);
      expect((sent[index]?.at ?? 0) - due).toBeLessThan(2 * SECOND);
    }
  },
);

it("the look for what is next is one step into an index of what waits", async () => {
  const client = await world.pool.connect();
  try {
    // Of few rows the database would read all.
    await client.query("set enable_seqscan = off");
    const { rows } = await client.query(
      "explain select min(try_at) from scheduled_comments where state = 'waiting'",
    );
    expect(JSON.stringify(rows)).toMatch(/Index (Only )?Scan using scheduled_comments_due/);
  } finally {
    client.release(true);
  }
});
