import { type ClientRequest, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { PoolClient } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyPassword } from "../crypto/password-hash.ts";
import { makeWorld, PASSWORD, type World } from "../../../test/support/app/app-with-people.ts";

let world: World;
let address: string;
let token: string;
beforeAll(async () => {
  world = await makeWorld();
  address = await world.fastify.listen({ host: "127.0.0.1", port: 0 });
  token = await world.tokenOf("idris");
});
afterAll(() => world.end());

const ask = (path: string, init: { method?: string } = {}) =>
  fetch(`${address}${path}`, { ...init, headers: { authorization: `Bearer ${token}` } });

/** Sends a request that needs no database. */
async function isFull(): Promise<boolean> {
  const answer = await fetch(`${address}/api/nowhere`);
  await answer.arrayBuffer();
  return answer.status === 503;
}

const signIn = () =>
  fetch(`${address}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: world.people.idris.email, password: PASSWORD }),
  });

async function isOver(work: Promise<unknown>): Promise<boolean> {
  const isStill = {};
  return (await Promise.race([work, Promise.resolve(isStill)])) !== isStill;
}

/** A request whose sender does not wait for the answer. */
function comeAndLeave(): ClientRequest {
  const sent = request(`${address}/api/tickets`, { headers: { authorization: `Bearer ${token}` } });
  return sent.on("error", () => {}).end();
}

/** Takes every connection to the database, so that requests wait; returns how to give them back. */
async function holdDatabase(): Promise<() => void> {
  const held: PoolClient[] = [];
  while (held.length < (world.app.pool.options.max ?? 10)) held.push(await world.app.pool.connect());
  return () => held.forEach((client) => client.release());
}

test("beyond what it can answer it refuses at once, says when to come again, and answers those it took in", async () => {
  const release = await holdDatabase();
  const crowd = Array.from({ length: 300 }, async () => {
    const answer = await ask("/api/tickets");
    const body: { detail?: string; code?: string } = JSON.parse(await answer.text());
    return { status: answer.status, wait: answer.headers.get("retry-after"), ...body };
  });
  const refused = await Promise.race(crowd);
  // All that were too many: capacity released now lets more in.
  const howMany = async () => (await Promise.all(crowd.map(isOver))).filter(Boolean).length;
  await expect.poll(howMany).toBe(50);
  expect(refused).toMatchObject({
    status: 503,
    code: "server.busy",
    detail: "The desk is very busy right now. Try again in a moment.",
  });
  expect(Number(refused.wait)).toBeGreaterThan(0);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  const renewal = ask("/api/auth/refresh", { method: "POST" });
  release();
  const statuses = (await Promise.all(crowd)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(250);
  expect(statuses.filter((status) => status === 503)).toHaveLength(50);
  expect((await renewal).status).toBe(401);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
});

test("whoever leaves before the answer no longer counts", async () => {
  const release = await holdDatabase();
  const left: ClientRequest[] = [];
  while (!(await isFull())) for (let more = 0; more < 50; more += 1) left.push(comeAndLeave());
  for (const sent of left) sent.destroy();
  while (await isFull()) await pause(5);
  release();
  expect((await ask("/api/tickets")).status).toBe(200);
});

/** Keeps the computation of hashes busy for a caller, and tells how sign-ins fare meanwhile. */
async function signInBeside(caller: string): Promise<number[]> {
  let isDone = false;
  const hashing = Array.from({ length: 60 }, async () => {
    while (!isDone) await verifyPassword("as good as any", null, caller).catch(() => pause(1));
  });
  const statuses: number[] = [];
  // After six that count the next would have to wait (429).
  for (let attempt = 0; attempt < 12; attempt += 1) statuses.push((await signIn()).status);
  isDone = true;
  await Promise.all(hashing);
  return statuses;
}

test("sign-ins beyond what can be checked in a second are told to come again, and cost no attempt", async () => {
  const statuses = await signInBeside("127.0.0.1");
  expect(new Set(statuses)).toContain(503);
  expect(statuses.filter((status) => status !== 503 && status !== 200)).toEqual([]);
  expect((await signIn()).status).toBe(200);
});

test("sign-ins of somebody else take their turn between them", async () => {
  expect(new Set(await signInBeside("a crowd elsewhere"))).toEqual(new Set([200]));
});
