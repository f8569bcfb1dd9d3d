/*
 * Leaving without cutting anybody off, whatever stands before this process. From `begin` on it says that it is not
 * ready, closes each connection after its answer, and answers all the same: proxies that ask for readiness take others
 * meanwhile. Then it takes no new connections, and goes on answering those it has: proxies that do not ask find theirs
 * refused, and try the next instance. Only then may the rest be closed; a connection closed at the moment of a new
 * request would lose that one.
 */
import { Server, Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

export type GracefulShutdown = {
  isDraining(): boolean;
  /** Resolves when no requests come any more, or after about `patience` milliseconds. */
  begin(patience?: number): Promise<void>;
};

/** Milliseconds. Somebody asked lately: proxies get the time to notice. */
const LATELY = 10_000;
const NOTICE = 1500;
const QUIET = 400;
const PATIENCE = 5000;

/** Watches requests from now on; `begin` starts the shutdown. */
export function openGracefulShutdown(fastify: FastifyInstance): GracefulShutdown {
  let draining = false;
  let last = Number.NEGATIVE_INFINITY;
  fastify.addHook("onRequest", async ({ url }) => {
    // Health checks are no work.
    if (url !== "/readyz" && url !== "/healthz") last = performance.now();
  });
  fastify.addHook("onSend", async (_request, reply) => {
    if (draining) reply.header("connection", "close");
  });
  hangUpAtClose(fastify);

  async function untilQuiet(since: number, least: number, most: number): Promise<void> {
    while (performance.now() - since < most) {
      if (performance.now() - since >= least && performance.now() - last >= QUIET) return;
      await pause(20);
    }
  }

  return {
    isDraining: () => draining,
    async begin(patience = PATIENCE) {
      draining = true;
      const began = performance.now();
      if (began - last > LATELY) return;
      await untilQuiet(began, NOTICE, patience);
      // Not the HTTP server's own close, which also ends the connections that wait for their next request.
      if (fastify.server.listening) Server.prototype.close.call(fastify.server);
      await untilQuiet(performance.now(), 0, patience / 5);
    },
  };
}

/**
 * Once the rest is closed, nobody is waited for: left alone, these would hold the process for as long as a connection
 * may be silent. Connections that were opened ahead, as browsers do, and asked for nothing count as busy to the HTTP
 * server; and answers that end only now, the event streams above all, did not say that their connections end with them.
 */
function hangUpAtClose(fastify: FastifyInstance): void {
  let closing = false;
  const open = new Set<Socket>();
  fastify.server.on("connection", (socket) => {
    if (closing) socket.destroy();
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  fastify.addHook("preClose", async () => {
    closing = true;
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
  fastify.addHook("onResponse", async ({ raw }) => {
    if (closing && raw.socket instanceof Socket) raw.socket.destroySoon();
  });
}
