import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countLockWaiters, waitForLockWaiters } from "../../../test/support/database/lock-waiters.ts";
import { setLimits } from "../../../test/support/app/set-limits.ts";
import { makeWorld, type World } from "../../../test/support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  await setLimits(world.pool, { limit_writes_per_second: 1000 });
  await world.app.limits.refresh();
});
afterAll(() => world.end());

describe("connections to the database of one person at once", () => {
  it("are two: what waits for a locked row takes no connection from the others, and is answered in the end", async () => {
    const tomas = world.as("tomas");
    const { id } = (await tomas.post("/tickets", { subject: "Hot", issue: "Row." })).body.ticket;
    const client = await world.pool.connect();
    await client.query("begin");
    await client.query("select from tickets where id = $1 for update", [id]);
    const crowd = Array.from({ length: 40 }, () =>
      tomas.post(`/tickets/${id}/comments`, { comment: "Hello." }),
    );
    await waitForLockWaiters(world.pool, 2);
    // Somebody else is answered as ever, and so is the person's next request once there is a turn.
    expect((await world.as("helena").get("/tickets")).status).toBe(200);
    expect((await world.as("idris").post("/tickets", { subject: "Cool", issue: "Row." })).status).toBe(201);
    expect(await countLockWaiters(world.pool)).toBe(2);
    await client.query("rollback");
    client.release();
    const statuses = (await Promise.all(crowd)).map(({ status }) => status);
    expect(statuses).toEqual(Array.from({ length: 40 }, () => 201));
  });

  it("are refused in words beyond a hundred that wait, and only to that person", async () => {
    const { id } = (await world.as("jonas").post("/tickets", { subject: "Hot", issue: "Row." })).body.ticket;
    const client = await world.pool.connect();
    await client.query("begin");
    await client.query("select from tickets where id = $1 for update", [id]);
    const jonas = world.as("jonas");
    await setLimits(world.pool, { limit_writes_per_second: 1000 });
    const crowd = Array.from({ length: 110 }, () =>
      jonas.post(`/tickets/${id}/comments`, { comment: "Hello." }),
    );
    const refused = await Promise.race(crowd);
    expect([refused.status, refused.body.code]).toEqual([429, "server.too_many_at_once"]);
    expect(refused.headers["retry-after"]).toBe("1");
    expect((await world.as("helena").get("/tickets")).status).toBe(200);
    await client.query("rollback");
    client.release();
    const statuses = (await Promise.all(crowd)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(102);
    expect(statuses.filter((status) => status === 429)).toHaveLength(8);
  });
});
