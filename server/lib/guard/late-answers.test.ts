import { once } from "node:events";
import { request } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import createFastify from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { buildApp, type RunningApp } from "#server/app.ts";
import { makePool } from "#server/db/open-database.ts";
import { callerOf, makeWorld, type World } from "../../../test/support/app/app-with-people.ts";
import { look } from "../../../test/support/database/data-directory-and-database.ts";
import { endLateAnswers } from "./late-answers.ts";

let world: World;
let served: RunningApp;
let token: string;
/** Connections of the app that is tested, apart from those of the world. */
const NAME = "waypost hanging";

beforeAll(async () => {
  world = await makeWorld();
  const { pool, db } = makePool({ ...world.pool.options, application_name: NAME, max: 1 }, { silence: 1500 });
  served = await buildApp({
    ...world,
    pool,
    db,
    guests: null,
    sessions: world.pool,
    log: pino({ level: "silent" }),
    background: false,
    answerTime: 800,
  });
  await served.fastify.ready();
  token = await world.tokenOf("idris");
});
afterAll(async () => {
  await served.close();
  await served.app.pool.end();
  await world.end();
});

const idris = () => callerOf(served, async () => token);

/** Stops the server's processes of the app's connections, as a machine that froze does; until the test is over. */
async function freezeConnections(): Promise<void> {
  const frozen = await look(inject("databaseServer").connection, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = $1",
      [NAME],
    );
    return rows.map(({ pid }) => pid);
  });
  expect(frozen.length).toBeGreaterThan(0);
  for (const pid of frozen) process.kill(pid, "SIGSTOP");
  onTestFinished(() => {
    for (const pid of frozen) process.kill(pid, "SIGCONT");
  });
}

const subjects = async () => {
  const { rows } = await world.pool.query<{ subject: string }>("select subject from tickets order by 1");
  return rows.map(({ subject }) => subject);
};

describe("a database that says nothing any more", () => {
  it("is answered for with 503 and Retry-After in time, whether something is read, written or asked of a monitor", async () => {
    expect((await idris().get("/auth/me")).status).toBe(200);
    await freezeConnections();
    const began = performance.now();
    const answers = await Promise.all([
      idris().get("/auth/me"),
      idris().post("/tickets", { subject: "never", issue: "It is." }),
      served.fastify.inject({ url: "/readyz" }),
    ]);
    expect(performance.now() - began).toBeLessThan(4000);
    for (const answer of answers) {
      expect("status" in answer ? answer.status : answer.statusCode).toBe(503);
      expect(answer.headers["retry-after"]).toBe("2");
    }
    expect(answers[1].body.code).toBe("server.no_answer_in_time");
  });

  it("is left, also while it stays silent: the next connection works, and nothing of what was refused is done", async () => {
    await expect.poll(async () => (await idris().get("/auth/me")).status, { timeout: 10_000 }).toBe(200);
    await freezeConnections();
    expect((await idris().post("/tickets", { subject: "never", issue: "It is." })).status).toBe(503);
    const write = async () =>
      (await idris().post("/tickets", { subject: "afterwards", issue: "It is." })).status;
    await expect.poll(write, { timeout: 10_000 }).toBe(201);
    expect(await subjects()).toEqual(["afterwards"]);
  });
});

it("what was answered with 503 while it waited for others is rolled back when its turn has come", async () => {
  const created = await idris().post("/tickets", { subject: "old", issue: "It is." });
  const holder = await world.pool.connect();
  await holder.query("begin");
  await holder.query("select from tickets where id = $1 for update", [created.body.ticket.id]);
  const late = await idris().patch(`/tickets/${created.body.ticket.id}`, { subject: "new" });
  expect([late.status, late.headers["retry-after"], late.body.detail]).toEqual([
    503,
    "2",
    "No answer came in time. Try again in a moment.",
  ]);
  await holder.query("commit");
  holder.release();
  const waiting = async () => {
    const { rows } = await world.pool.query(
      "select from pg_stat_activity where application_name = $1 and state <> 'idle'",
      [NAME],
    );
    return rows.length;
  };
  await expect.poll(waiting, { timeout: 5000 }).toBe(0);
  expect(await subjects()).toContain("old");
  expect(await subjects()).not.toContain("new");
});

async function* slowly() {
  for (const piece of ["one ", "two ", "three"]) {
    yield piece;
    await pause(120);
  }
}

it("an answer whose reader is slow is no late one, and comes whole", async () => {
  const fastify = createFastify();
  endLateAnswers(fastify, 100);
  fastify.get("/slow", async (_, reply) => reply.send(Readable.from(slowly())));
  onTestFinished(() => fastify.close());
  const answer = await fetch(`${await fastify.listen({ port: 0, host: "127.0.0.1" })}/slow`);
  expect([answer.status, await answer.text()]).toEqual([200, "one two three"]);
});

it("a body that takes longer to come in than an answer may is waited for", async () => {
  const fastify = createFastify();
  endLateAnswers(fastify, 100);
  fastify.post("/slow", async ({ body }) => body);
  onTestFinished(() => fastify.close());
  const { port } = new URL(await fastify.listen({ port: 0, host: "127.0.0.1" }));
  const asked = request({
    port,
    method: "POST",
    path: "/slow",
    headers: { "content-type": "application/json" },
  });
  asked.write('{"a":');
  setTimeout(() => asked.end("1}"), 350);
  const [answer] = await once(asked, "response");
  expect([answer.statusCode, await text(answer)]).toEqual([200, '{"a":1}']);
});
