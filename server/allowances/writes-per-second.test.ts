import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningApp } from "#server/app.ts";
import { setLimits } from "../../test/support/app/set-limits.ts";
import { callerOf, makeWorld, openBeside, type World } from "../../test/support/app/app-with-people.ts";

let world: World;
let other: RunningApp;
beforeAll(async () => {
  world = await makeWorld();
  await setLimits(world.pool, {});
  other = await openBeside(world);
});
afterAll(async () => {
  await other.close();
  await world.end();
});

const words = { subject: "Printer", issue: "It stopped." };
const count = (statuses: { status: number }[], status: number) =>
  statuses.filter((answer) => answer.status === status).length;

describe("writes a second", () => {
  it("are refused before the body is read and before a connection is taken for the work", async () => {
    const token = await world.tokenOf("lena");
    const lena = world.withToken(token);
    const id = (await lena.post("/tickets", words)).body.ticket.id;
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => lena.patch("/settings/notifications", { reply: true })),
    );
    expect([count(answers, 200), count(answers, 429)]).toEqual([49, 11]);
    const refused = await world.fastify.inject({
      method: "POST",
      url: `/api/tickets/${id}/comments`,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      payload: "{ not JSON",
    });
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({
      code: "allowance.writes",
      detail: "You are changing things faster than this help desk takes them. Try again in 1 second.",
      params: { allowed: 10, seconds: 1 },
    });
    expect(refused.headers["retry-after"]).toBe("1");
  });

  it("leave reading and other people alone, and come back as time passes", async () => {
    expect((await world.as("lena").get("/tickets")).status).toBe(200);
    expect((await world.as("rafael").patch("/settings/notifications", { reply: true })).status).toBe(200);
    world.pass(1000);
    const after = await Promise.all(
      Array.from({ length: 30 }, () => world.as("lena").patch("/settings/notifications", { reply: true })),
    );
    expect([count(after, 200), count(after, 429)]).toEqual([10, 20]);
  });

  it("are one count on two instances: of 80 at once exactly 50 pass", async () => {
    const token = await world.tokenOf("idris");
    const [here, there] = [world.withToken(token), callerOf(other, async () => token)];
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, n) => (n % 2 ? here : there).patch("/settings/notifications", {})),
    );
    expect([count(answers, 200), count(answers, 429)]).toEqual([50, 30]);
  });

  it("are counted by person, however many sessions one has", async () => {
    const first = world.withToken(await world.tokenOf("rafael"));
    const second = world.withToken(await world.tokenOf("rafael"));
    world.pass(60_000);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => (n % 2 ? first : second).patch("/settings/notifications", {})),
    );
    expect(count(answers, 200)).toBe(50);
  });
});

describe("tickets an hour", () => {
  it("are 60 for one person, outsiders and staff alike, whoever else raises any", async () => {
    const raise = (name: "tomas" | "idris" | "jonas") => world.as(name).post("/tickets", words);
    for (const name of ["tomas", "idris"] as const) {
      let raised = 0;
      for (; raised < 60; raised += 1) {
        world.pass(1000);
        expect((await raise(name)).status).toBe(201);
      }
      const refused = await raise(name);
      expect(refused.status).toBe(429);
      expect(refused.body.code).toBe("allowance.tickets");
      expect(refused.body.detail).toMatch(/^You can raise 60 tickets an hour\. Try again in \d+ minutes\.$/);
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3000);
    }
    expect((await raise("jonas")).status).toBe(201);
    world.pass(3_600_000 + 150_000);
    expect((await raise("tomas")).status).toBe(201);
  });

  it("of 40 at the limit, on two instances, exactly those that are left pass", async () => {
    await setLimits(world.pool, { limit_tickets_per_hour: 12, limit_writes_per_second: 1000 });
    world.pass(2 * 3_600_000);
    const token = await world.tokenOf("priya");
    const [here, there] = [world.withToken(token), callerOf(other, async () => token)];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 ? here : there).post("/tickets", words)),
    );
    expect([count(answers, 201), count(answers, 429)]).toEqual([12, 28]);
    await setLimits(world.pool, {});
  });
});

describe("the counts", () => {
  it("are out of reach of people from outside", async () => {
    for (const table of ["allowances", "live_streams"])
      for (const verb of ["select", "insert", "update", "delete"]) {
        const { rows } = await world.pool.query(
          "select has_table_privilege('waypost_guest', $1, $2) as may",
          [table, verb],
        );
        expect([table, verb, rows[0].may]).toEqual([table, verb, false]);
      }
  });

  it("that are over are deleted at night", async () => {
    expect(await world.db.selectFrom("allowances").select("key").execute()).not.toEqual([]);
    world.pass(3 * 24 * 3_600_000);
    await world.jobs.find(({ name }) => name === "allowances.sweep")?.run({});
    expect(await world.db.selectFrom("allowances").select("key").execute()).toEqual([]);
  });
});
