import { get } from "node:http";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLog } from "#server/lib/log.ts";
import { makeWorld, type World } from "../../../test/support/app/app-with-people.ts";
import { waitForLockWaiters } from "../../../test/support/database/lock-waiters.ts";

const lines: string[] = [];
let world: World;
beforeAll(async () => {
  world = await makeWorld({}, makeLog({ logLevel: "info" }, { write: (line) => lines.push(line) }));
  await world.pool.query(
    `insert into tickets (number, uid, subject, issue, status, priority, created_by, created, updated)
     select 100000 + n, 'WP-' || (100000 + n), 'Subject', 'x', 'open', 'normal', $1, now(), now() from generate_series(1, 2500) as n`,
    [world.idOf("maren")],
  );
});
afterAll(() => world.end());

/** Holds every export of tickets before its first thousand rows until the returned function is called. */
async function holdRows(): Promise<() => Promise<void>> {
  const client = await world.pool.connect();
  await client.query("begin; lock table groups in access exclusive mode");
  return async () => {
    await client.query("commit");
    client.release();
  };
}

it("whoever is signed out while an export goes out gets no further thousand rows, and its last line says so", async () => {
  const session = world.withToken(await world.tokenOf("rafael"));
  const letGo = await holdRows();
  const exporting = session.get("/tickets/export");
  await waitForLockWaiters(world.pool, 1);
  expect((await session.post("/auth/logout", {})).status).toBe(204);
  await letGo();
  const { text } = await exporting;
  const records = text.trimEnd().split("\r\n");
  expect(records).toHaveLength(1 + 1000 + 1);
  expect(records.at(-1)).toMatch(/^server\.export_broke_off,/);
});

it("a reader who leaves half way is no failure of the export", async () => {
  const address = await world.fastify.listen({ host: "127.0.0.1", port: 0 });
  const headers = { authorization: `Bearer ${await world.tokenOf("maren")}`, "accept-encoding": "gzip" };
  const letGo = await holdRows();
  lines.length = 0;
  const request = get(`${address}/api/tickets/export`, { headers });
  request.on("error", () => {});
  await waitForLockWaiters(world.pool, 1);
  request.destroy();
  const { server } = world.fastify;
  await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(0);
  await letGo();
  await expect.poll(() => lines.join("")).toContain("the reader of an export left");
  expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level > 40)).toEqual([]);
});
