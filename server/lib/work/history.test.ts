import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeWorld, type World } from "../../../test/support/app/app-with-people.ts";
import { type HistoryEvent, recordEvents, type RecordingCtx } from "./history.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

/** Events with everything that a row can hold, among them texts that are hard to carry. */
function makeEvents(count: number): HistoryEvent[] {
  return Array.from({ length: count }, (_, place) => ({
    id: randomUUID(),
    kind: "ticket.changed",
    companyId: place % 2 === 0 ? world.companies.kestrel : null,
    reason: place % 3 === 0 ? 'Said "so", \\n and\n \u{1F9A6}' : null,
    groupId: randomUUID(),
    before: { status: "open", subject: `${place} O'Hara \t €` },
    ...(place % 4 === 0 ? {} : { after: { status: "closed", version: place, nothing: null } }),
  }));
}

async function record(events: HistoryEvent[]) {
  const requestId = randomUUID();
  const ctx: RecordingCtx = {
    db: world.db,
    now: world.clock.now(),
    actor: { id: world.idOf("idris") } as RecordingCtx["actor"],
    ip: "192.0.2.7",
    requestId,
    via: "web",
  };
  await recordEvents(ctx, events);
  return world.db
    .selectFrom("history")
    .selectAll()
    .where("request_id", "=", requestId)
    .orderBy("seq")
    .execute();
}

it("many events are recorded as few are, in their order", async () => {
  const events = makeEvents(40);
  const together = await record(events);
  const apart = [];
  for (const event of events) apart.push(...(await record([event])));
  const bare = (rows: typeof together) =>
    rows.map(({ seq, id, hash, previous_hash, recorded_at, request_id, ...row }) => row);
  expect(together).toHaveLength(events.length);
  expect(bare(together)).toEqual(bare(apart));
});

it("each of many has an id of its own, and follows the one before it of the same ticket", async () => {
  const [event] = makeEvents(1);
  const rows = await record(Array.from({ length: 12 }, () => event as HistoryEvent));
  expect(new Set(rows.map(({ id }) => id)).size).toBe(12);
  for (const [place, row] of rows.entries()) expect(row.previous_hash).toEqual(rows[place - 1]?.hash ?? null);
});
