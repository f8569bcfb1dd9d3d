import { once } from "node:events";
import { connect } from "node:net";
import createFastify from "fastify";
import { expect, it, onTestFinished } from "vitest";
import { afterAnswer } from "./after-answer.ts";

/** A server that counts what it is asked and has not answered; each request waits for `before` until it is counted. */
async function openCounting(before: (closed: Promise<unknown>) => Promise<unknown>) {
  const counts = { asked: 0, open: 0 };
  const fastify = createFastify();
  fastify.addHook("onRequest", async (_request, reply) => {
    await before(once(reply.raw, "close"));
    counts.asked += 1;
    counts.open += 1;
    afterAnswer(reply, () => (counts.open -= 1));
  });
  fastify.get("/", () => "here");
  fastify.get("/never", () => new Promise(() => {}));
  await fastify.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => fastify.close());
  const address = fastify.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const send = (path: string) => {
    const socket = connect(port, "127.0.0.1");
    socket.write(`GET ${path} HTTP/1.1\r\nHost: waypost\r\nConnection: close\r\n\r\n`);
    return socket;
  };
  return { counts, send, fastify };
}

it("an answer is counted out when it is out", async () => {
  const { counts, send } = await openCounting(async () => {});
  await Promise.all(Array.from({ length: 5 }, () => once(send("/").resume(), "close")));
  await expect.poll(() => counts).toEqual({ asked: 5, open: 0 });
});

it("whoever leaves before the answer is counted out", async () => {
  const { counts, send } = await openCounting(async () => {});
  const socket = send("/never");
  await expect.poll(() => counts.open).toBe(1);
  socket.destroy();
  await expect.poll(() => counts).toEqual({ asked: 1, open: 0 });
});

it("whoever left before they were counted is counted out at once", async () => {
  const { counts, send } = await openCounting((closed) => closed);
  const socket = send("/");
  await once(socket, "connect");
  setImmediate(() => socket.destroy());
  await expect.poll(() => counts).toEqual({ asked: 1, open: 0 });
});

it("what is injected is counted out as well", async () => {
  const { counts, fastify } = await openCounting(async () => {});
  expect((await fastify.inject("/")).body).toBe("here");
  await expect.poll(() => counts).toEqual({ asked: 1, open: 0 });
});
