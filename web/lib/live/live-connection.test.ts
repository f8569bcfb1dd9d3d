import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createConnection, type StreamStart } from "./live-connection.ts";

/** The start of a first stream that is asked for as soon as the page is there. */
const AT_ONCE: StreamStart = { pastMs: 0 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a broken stream is opened again from the place it had", async () => {
  const world = makeWorld();
  world.connection.start();
  await settle();
  await world.say('event: ready\nid: 4\ndata: {}\n\nevent: change\nid: 5\ndata: {"id":"a"}\n\n');
  await world.breakOff();
  await vi.advanceTimersByTimeAsync(1000);
  expect(world.openedFrom).toEqual([AT_ONCE, { lastId: "5" }]);
  expect(world.events).toEqual([
    ["ready", {}],
    ["change", { id: "a" }],
  ]);
  expect(world.gaps).toBe(0);
});

test("the first stream asks for what changed since the page began to load", async () => {
  const world = makeWorld();
  world.status = 503;
  world.connection.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(world.openedFrom).toEqual([{ pastMs: 0 }]);
  world.status = 200;
  await vi.advanceTimersByTimeAsync(500);
  const [, second] = world.openedFrom;
  expect(second).toEqual({ pastMs: expect.toSatisfy((ms: number) => ms >= 250 && ms <= 500) });
});

test("after a first stream that was long in coming everything is fetched anew", async () => {
  const world = makeWorld();
  world.connection.start();
  await vi.advanceTimersByTimeAsync(3001);
  await world.say("event: ready\nid: 4\ndata: {}\n\n");
  expect(world.gaps).toBe(1);
});

test("without a place to go on from, everything is fetched anew after a break", async () => {
  const world = makeWorld();
  world.connection.start();
  await settle();
  await world.say("event: ready\ndata: {}\n\n");
  await world.breakOff();
  await vi.advanceTimersByTimeAsync(1000);
  await world.say("event: ready\ndata: {}\n\n");
  expect(world.gaps).toBe(1);
});

test("what the server could not tell is fetched anew", async () => {
  const world = makeWorld();
  world.connection.start();
  await settle();
  await world.say("event: ready\nid: 4\ndata: {}\n\nevent: missed\ndata: {}\n\n");
  expect(world.gaps).toBe(1);
});

test("an ended session is read anew before the stream is asked for again", async () => {
  const world = makeWorld();
  world.connection.start();
  await settle();
  await world.say("event: ready\nid: 4\ndata: {}\n\nevent: bye\ndata: {}\n\n");
  await world.breakOff();
  expect(world.sessionsRead).toBe(1);
  world.status = 401;
  // The first pause is 250 to 500 ms, the second 500 to 1000 ms: this is past the one and before the other's end.
  await vi.advanceTimersByTimeAsync(500);
  expect(world.sessionsRead).toBe(2);
});

test("a silent stream is given up", async () => {
  const world = makeWorld();
  world.connection.start();
  await settle();
  await world.say("event: ready\nid: 4\ndata: {}\n\n");
  await vi.advanceTimersByTimeAsync(30_000);
  await world.say(":\n\n");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(world.openedFrom).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(world.openedFrom).toHaveLength(2);
});

test("where no stream can be had the page polls every 30 s, and stops when one comes", async () => {
  const world = makeWorld();
  world.status = 503;
  world.connection.start();
  await vi.advanceTimersByTimeAsync(65_000);
  expect(world.gaps).toBe(2);
  world.status = 200;
  await vi.advanceTimersByTimeAsync(30_000);
  await world.say("event: ready\nid: 9\ndata: {}\n\n");
  const polled = world.gaps;
  await vi.advanceTimersByTimeAsync(30_000);
  await world.say(":\n\n");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(world.gaps).toBe(polled);
});

test("tries get rarer, but a network that is back is used at once", async () => {
  const world = makeWorld();
  world.status = 503;
  world.connection.start();
  await vi.advanceTimersByTimeAsync(120_000);
  const tries = world.openedFrom.length;
  expect(tries).toBeLessThan(15);
  world.connection.hurry();
  await settle();
  expect(world.openedFrom).toHaveLength(tries + 1);
});

test("a sign-out ends the stream and forgets its place; a rest keeps it", async () => {
  const world = makeWorld();
  world.connection.start();
  await settle();
  await world.say("event: ready\nid: 4\ndata: {}\n\n");
  world.connection.stop({ forget: false });
  await vi.advanceTimersByTimeAsync(100_000);
  expect(world.openedFrom).toEqual([AT_ONCE]);
  world.connection.start();
  await settle();
  expect(world.openedFrom).toEqual([AT_ONCE, { lastId: "4" }]);
  world.connection.stop({ forget: true });
  world.connection.start();
  await settle();
  expect(world.openedFrom).toEqual([AT_ONCE, { lastId: "4" }, AT_ONCE]);
});

/** A server whose one stream is written by hand. */
function makeWorld() {
  let line: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | null = null;
  const encoder = new TextEncoder();
  const heard = {
    status: 200,
    openedFrom: [] as StreamStart[],
    events: [] as [string, unknown][],
    gaps: 0,
    sessionsRead: 0,
  };
  const connection = createConnection({
    open: async (from, signal) => {
      heard.openedFrom.push(from);
      if (heard.status !== 200) return new Response("", { status: heard.status });
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start(controller) {
          line = controller;
          signal.addEventListener("abort", () => controller.error(new Error("aborted")));
        },
      });
      return new Response(body);
    },
    onEvent: (name, data) => void heard.events.push([name, data]),
    onGap: () => {
      heard.gaps += 1;
    },
    refreshSession: async () => {
      heard.sessionsRead += 1;
    },
  });
  return Object.assign(heard, {
    connection,
    async say(text: string) {
      line?.enqueue(encoder.encode(text));
      await settle();
    },
    async breakOff() {
      line?.error(new Error("reset"));
      await settle();
    },
  });
}

/** Lets everything that is on its way arrive. */
async function settle() {
  for (let turn = 0; turn < 5; turn += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await vi.advanceTimersByTimeAsync(0);
  }
}
