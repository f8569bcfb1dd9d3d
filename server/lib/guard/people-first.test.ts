import { setTimeout as pause } from "node:timers/promises";
import createFastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openPeopleFirst, type PeopleFirst } from "./people-first.ts";

/** Milliseconds: longer than any of these tests lasts. */
const LONG = 60_000;

let fastify: FastifyInstance;
let ended: PromiseWithResolvers<void>;
beforeEach(() => {
  fastify = createFastify();
  ended = Promise.withResolvers();
});
afterEach(() => fastify.close());

/** A server whose answers wait until the test ends them. */
function watchBy(people: PeopleFirst): void {
  people.watch(fastify);
  fastify.get("/*", async () => ended.promise.then(() => "answered"));
}

/** Asks, and resolves once the question has arrived; `answer` is what comes of it. */
async function ask(path: string): Promise<{ answer: Promise<unknown> }> {
  const arrived = Promise.withResolvers<void>();
  fastify.server.once("request", () => setImmediate(arrived.resolve));
  const address = fastify.server.listening
    ? fastify.listeningOrigin
    : await fastify.listen({ host: "127.0.0.1", port: 0 });
  const answer = fetch(`${address}${path}`).then((response) => response.text());
  await arrived.promise;
  return { answer };
}

/** Asks, and resolves once that is answered, as everything after it is at once. */
async function askAndHear(path: string): Promise<void> {
  ended.resolve();
  const { answer } = await ask(path);
  await answer;
}

/** Work of which one can see whether it has begun, and which ends when it is told. */
function beginWork(people: PeopleFirst) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let hasBegun = false;
  const done = people.run(() => {
    hasBegun = true;
    return promise;
  });
  return { hasBegun: () => hasBegun, end: resolve, done };
}

it("lets work wait until everybody is answered, and then one after the other as long as people ask", async () => {
  const people = openPeopleFirst({ patience: LONG, lately: LONG });
  watchBy(people);
  const { answer } = await ask("/api/tickets");
  const [first, second] = [beginWork(people), beginWork(people)];
  await pause(0);
  expect([first.hasBegun(), second.hasBegun()]).toEqual([false, false]);
  ended.resolve();
  await answer;
  await expect.poll(first.hasBegun).toBe(true);
  expect(second.hasBegun()).toBe(false);
  first.end();
  await expect.poll(second.hasBegun).toBe(true);
  second.end();
  await Promise.all([first.done, second.done]);
});

it("rests after work as long as it took while people ask", async () => {
  const people = openPeopleFirst({ patience: LONG, lately: LONG });
  watchBy(people);
  await askAndHear("/api/tickets");
  const took = 30;
  const first = people.run(() => pause(took));
  let began = 0;
  const second = people.run(async () => {
    began = performance.now();
  });
  await first;
  const rested = performance.now();
  expect(began).toBe(0);
  await second;
  expect(began - rested).toBeGreaterThan(took * 0.9);
});

it("does all work at once where nobody asks, or only for what is no work of the API", async () => {
  const people = openPeopleFirst({ patience: LONG, lately: LONG });
  watchBy(people);
  const { answer } = await ask("/healthz");
  const all = [beginWork(people), beginWork(people), beginWork(people)];
  await pause(0);
  expect(all.map(({ hasBegun }) => hasBegun())).toEqual([true, true, true]);
  for (const { end } of all) end();
  await Promise.all(all.map(({ done }) => done));
  ended.resolve();
  await answer;
});

it("lets work wait no longer than it may, however long somebody is being answered", async () => {
  const people = openPeopleFirst({ patience: 20, lately: LONG });
  watchBy(people);
  const { answer } = await ask("/api/tickets");
  const work = [beginWork(people), beginWork(people)];
  await expect.poll(() => work.map(({ hasBegun }) => hasBegun())).toEqual([true, true]);
  for (const { end } of work) end();
  ended.resolve();
  await answer;
});

it("goes on with a work's next part once everybody is answered", async () => {
  const people = openPeopleFirst({ breath: LONG });
  await people.giveWay();
  watchBy(people);
  const { answer } = await ask("/api/tickets");
  let goesOn = false;
  const part = people.giveWay().then(() => (goesOn = true));
  await pause(0);
  expect(goesOn).toBe(false);
  ended.resolve();
  await Promise.all([answer, part]);
  expect(goesOn).toBe(true);
});

it("lets a work's next part wait no longer than a breath", async () => {
  const people = openPeopleFirst({ breath: 20 });
  watchBy(people);
  const { answer } = await ask("/api/tickets");
  await people.giveWay();
  ended.resolve();
  await answer;
});

it("goes on with the next where work fails, and tells who asked for it", async () => {
  const people = openPeopleFirst({ patience: LONG, lately: LONG });
  watchBy(people);
  await askAndHear("/api/tickets");
  const fails = people.run(async () => {
    throw new Error("unreadable");
  });
  const next = beginWork(people);
  await expect(fails).rejects.toThrow("unreadable");
  await expect.poll(next.hasBegun).toBe(true);
  next.end();
  await next.done;
});

it("lets all that can wait begin after what is urgent", async () => {
  const people = openPeopleFirst({ patience: LONG, lately: LONG });
  const urgent = Promise.withResolvers<void>();
  const first = people.first(() => urgent.promise);
  const work = beginWork(people);
  let isAfter = false;
  const after = people.afterUrgent().then(() => (isAfter = true));
  await pause(0);
  expect([work.hasBegun(), isAfter]).toEqual([false, false]);
  urgent.resolve();
  await Promise.all([first, after]);
  await expect.poll(work.hasBegun).toBe(true);
  work.end();
  await work.done;
});

it("lets nothing wait for what was urgent and failed", async () => {
  const people = openPeopleFirst({ patience: LONG, lately: LONG });
  await expect(people.first(() => Promise.reject(new Error("no database")))).rejects.toThrow("no database");
  await people.afterUrgent();
  await people.run(async () => {});
});
