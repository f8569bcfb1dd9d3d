import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { listenTo } from "../../../test/support/app/event-listener.ts";
import { makeWorld, type World } from "../../../test/support/app/app-with-people.ts";

let world: World;
let port: number;
beforeEach(async () => {
  world = await makeWorld();
  port = Number(new URL(await world.fastify.listen({ host: "127.0.0.1", port: 0 })).port);
});
afterEach(() => world.end());

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const ask = (path: string) =>
  new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
    request({ port, path, agent }, (answer) => {
      answer.resume();
      answer.once("end", () =>
        resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection }),
      );
    })
      .once("error", reject)
      .end();
  });

it("goes on answering while it leaves, says that it is not ready, and lets each connection go", async () => {
  expect(await ask("/api/config")).toEqual({ status: 200, connection: "keep-alive" });
  const left = world.leaving.begin();
  expect((await ask("/readyz")).status).toBe(503);
  expect(await ask("/healthz")).toEqual({ status: 200, connection: "close" });
  expect(await ask("/api/config")).toEqual({ status: 200, connection: "close" });
  await left;
  await expect(ask("/api/config")).rejects.toThrow("ECONNREFUSED");
});

it("leaves at once when nobody asked anything lately", async () => {
  const began = performance.now();
  await world.leaving.begin();
  // It would wait half as long again for proxies to notice.
  expect(performance.now() - began).toBeLessThan(1000);
});

it("leaves at last although it is asked all the time", async () => {
  await ask("/api/config");
  const stop = new AbortController();
  const asking = (async () => {
    while (!stop.signal.aborted) await ask("/api/config").catch(() => stop.abort());
  })();
  const began = performance.now();
  await world.leaving.begin(2000);
  expect(performance.now() - began).toBeGreaterThanOrEqual(2000);
  await asking;
});

it("is held neither by those who listened nor by those who never asked", async () => {
  const address = `http://127.0.0.1:${port}`;
  const listener = await listenTo(address, await world.tokenOf("idris"));
  const ahead = connect(port, "127.0.0.1").on("error", () => {});
  await once(ahead, "connect");
  const began = performance.now();
  const closed = world.fastify.close();
  await listener.ended();
  await closed;
  // A connection kept alive would hold it for half a minute.
  expect(performance.now() - began).toBeLessThan(5000);
});
