import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { Client, type Notification } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { listenTo } from "../../test/support/app/event-listener.ts";
import { makePeople } from "../../test/support/app/signed-in-people.ts";
import { freePort, runApp } from "../../test/support/processes/spawn-app.ts";
import { newFolder } from "../../test/support/temporary-folder.ts";
import { findActor } from "#server/auth/session/session.ts";
import { recordEvent, type RecordingCtx } from "#server/lib/work/history.ts";
import type { Db } from "#server/lib/request-context.ts";
import { openHub } from "./hub.ts";

let world: World;
let address: string;
let ticket: string;

beforeAll(async () => {
  world = await makeWorld();
  address = await world.fastify.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => world.end());
beforeEach(async () => {
  ticket = await raise("tomas");
});

async function raise(name: Name): Promise<string> {
  return (await world.as(name).post("/tickets", { subject: "Router", issue: "Restarts." })).body.ticket.id;
}

/** Records an event of a ticket, as a change does. */
function record(db: Db, id: string): Promise<void> {
  const ctx: RecordingCtx = {
    db,
    now: world.clock.now(),
    actor: null,
    ip: null,
    requestId: randomUUID(),
    via: "shell",
  };
  return recordEvent(ctx, { id, kind: "ticket.changed" });
}

/** Hears the database's notices themselves, with the number of the backend that sent them. */
async function hearNotices() {
  const { host, port, user, password, database } = world.pool.options;
  const client = new Client({ host, port, user, password, database });
  const heard: Notification[] = [];
  client.on("notification", (notice) => heard.push(notice));
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("listen waypost");
  const of = (id: string) =>
    heard.filter(({ payload = "" }) => payload.split("\n").some((line) => line.endsWith(` ticket ${id}`)));
  return { of, sendersOf: (id: string) => of(id).map(({ processId }) => processId) };
}

async function listen(name: Name) {
  const listener = await listenTo(address, await world.tokenOf(name));
  onTestFinished(listener.close);
  return listener;
}

describe("the notice of a change", () => {
  it("leaves after the commit, on a connection that writes nothing", async () => {
    const { sendersOf } = await hearNotices();
    const raised = [await raise("idris"), await raise("tomas")];
    const { rows } = await world.pool.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'waypost-live' and datname = current_database()",
    );
    expect(rows).toHaveLength(1);
    for (const id of raised) await expect.poll(() => sendersOf(id)).toEqual([rows[0]?.pid]);
  });

  it("leaves with the commit where somebody writes beside the app", async () => {
    const { sendersOf } = await hearNotices();
    const own = await world.db.connection().execute(async (db) => {
      await record(db, ticket);
      return (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
    });
    // That the ticket was raised may be heard later than this, from the app.
    await expect.poll(() => sendersOf(ticket)).toContain(own);
  });

  it("is one for many tickets that change together, and is heard of each", async () => {
    const { of } = await hearNotices();
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1) ids.push(await raise("tomas"));
    // That they were raised may be heard late, and is not what is asked here.
    for (const id of ids) await expect.poll(() => of(id)).toHaveLength(1);
    const listener = await listen("idris");
    await world.as("idris").patch("/tickets/bulk", { ids, priority: "urgent" });
    for (const wanted of ids)
      await listener.event("change", ({ id, kind }) => id === wanted && kind === "ticket.changed");
    const [last = ""] = ids.toReversed();
    await expect.poll(() => of(last)).toHaveLength(2);
    const notice = of(last)[1];
    for (const id of ids) expect(of(id)).toContain(notice);
  });

  it("is heard of each, whatever order they commit in", async () => {
    const listener = await listen("idris");
    const [early, late] = [await raise("tomas"), await raise("tomas")];
    const first = await world.app.db.startTransaction().execute();
    await record(first, early);
    await world.app.db.transaction().execute((db) => record(db, late));
    await listener.event("change", ({ id, kind }) => id === late && kind === "ticket.changed");
    await first.commit().execute();
    await listener.event("change", ({ id, kind }) => id === early && kind === "ticket.changed");
  });

  it("is never heard of a change that did not last", async () => {
    const listener = await listen("idris");
    const undone = await world.app.db.startTransaction().execute();
    await record(undone, ticket);
    await undone.rollback().execute();
    const end = await raise("tomas");
    await listener.event("change", ({ id }) => id === end);
    expect(listener.heard.filter(({ data }) => data["id"] === ticket)).toEqual([]);
  });

  it("is made up for by the other instances where one dies between its commit and the notice", async () => {
    const listener = await listen("idris");
    const dying = await startBeside();
    const [person] = await makePeople(world.pool.options, 1);
    // It commits, and cannot send.
    await world.pool.query("revoke execute on function pg_notify(text, text) from public");
    const answer = await fetch(`${dying.address}/api/tickets/${ticket}`, {
      method: "PUT",
      headers: { authorization: `Bearer ${person?.token}`, "content-type": "application/json" },
      body: JSON.stringify({ subject: "Committed by one that died" }),
    });
    expect(answer.status).toBe(200);
    await dying.kill("SIGKILL");
    await world.pool.query("grant execute on function pg_notify(text, text) to public");
    expect(listener.heard.filter(({ data }) => data["kind"] === "ticket.changed")).toEqual([]);
    await raise("tomas");
    await listener.event("change", ({ id, kind }) => id === ticket && kind === "ticket.changed");
  });
});

/** An instance that is a process of its own, on the world's database. */
async function startBeside() {
  const { host, port, user, database } = world.pool.options;
  const urlOf = (role: string | undefined) =>
    `postgres://${role}@/${database}?host=${encodeURIComponent(host ?? "")}&port=${port ?? 5432}`;
  const own = String(await freePort());
  const running = await runApp({
    PORT: own,
    PUBLIC_URL: `http://127.0.0.1:${own}`,
    DATA_DIR: newFolder(),
    DATABASE_URL: urlOf(world.logins.app.pool.options.user),
    DATABASE_OWNER_URL: urlOf(user),
  });
  onTestFinished(() => void running.end());
  return running;
}

it("reads no event of the history while nobody listens", async () => {
  let asked = 0;
  const db = world.app.db.withPlugin({
    transformQuery({ node }) {
      asked += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const hub = openHub({ ...world.app, db });
  onTestFinished(() => hub.end());
  await hub.listen();
  // Hears of the same notices, on the same connection to the database.
  const beside = await listen("idris");
  const tell = async () => {
    await record(world.db, ticket);
    await beside.event("change", ({ id }) => id === ticket);
  };
  await tell();
  expect(asked).toBe(0);
  const authorization = `Bearer ${await world.tokenOf("idris")}`;
  const actor = await findActor(world.app, authorization);
  if (!actor) throw new Error("idris is not signed in");
  await hub.open(actor, authorization, {});
  asked = 0;
  await tell();
  await expect.poll(() => asked).toBeGreaterThan(0);
});
