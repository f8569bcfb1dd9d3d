import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openMailboxLocks } from "#server/incoming/doors/imap/mailbox-locks.ts";
import { makeWorld, type World } from "../../../test/support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

test("the locks of many mailboxes are taken and let go on one connection, which is asked one thing at a time", async () => {
  const locks = openMailboxLocks(world.app.sessions);
  onTestFinished(() => locks.stop());
  const waiting = countWaiting();
  const held = await Promise.all(Array.from({ length: 5 }, () => locks.take(randomUUID())));
  expect(held.every((each) => each !== null)).toBe(true);
  await Promise.all(held.flatMap((each) => (each ? [each.release()] : [])));
  expect(waiting).toHaveLength(10);
  expect(Math.max(...waiting)).toBe(0);
});

test("announcements that meet go out one after the other, and one that fails keeps nobody", async () => {
  await world.app.live.announce([]);
  const waiting = countWaiting();
  const tooLong = world.app.live.announce([], ["x".repeat(9000)]);
  const others = Array.from({ length: 4 }, () => world.app.live.announce([], ["inbox"]));
  await expect(tooLong).rejects.toThrow("payload string too long");
  await Promise.all(others);
  expect(waiting).toHaveLength(5);
  expect(Math.max(...waiting)).toBe(0);
});

/** How many statements the driver holds back already whenever it is asked for one. */
function countWaiting(): number[] {
  const waiting: number[] = [];
  // oxlint-disable-next-line typescript/unbound-method -- called with its own client below
  const { query } = Client.prototype;
  const counting = function (this: Client, ...asked: unknown[]): unknown {
    waiting.push(Object(this)._queryQueue.length);
    return Reflect.apply(query, this, asked);
  };
  Object.assign(Client.prototype, { query: counting });
  onTestFinished(() => void Object.assign(Client.prototype, { query }));
  return waiting;
}
