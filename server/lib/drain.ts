import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/**
 * Leaving without cutting anybody off. From `begin` on the process says that it is not ready and closes each
 * connection after its answer, but goes on answering until whoever stands before it has noticed: no request for a
 * while. Only then is it safe to stop listening; a connection closed at the moment of a new request would lose that one.
 */
export type Drain = {
  isDraining(): boolean;
  /** Resolves when nobody has asked anything for `quiet` milliseconds, or after `patience`. */
  begin(quiet?: number, patience?: number): Promise<void>;
};

const QUIET = 300;
const PATIENCE = 4000;

export function openDrain(app: FastifyInstance): Drain {
  let draining = false;
  let last = Number.NEGATIVE_INFINITY;
  app.addHook("onRequest", async ({ url }) => {
    // A supervisor's question is no work.
    if (url !== "/readyz" && url !== "/healthz") last = performance.now();
  });
  app.addHook("onSend", async (_request, reply) => {
    if (draining) reply.header("connection", "close");
  });
  return {
    isDraining: () => draining,
    async begin(quiet = QUIET, patience = PATIENCE) {
      draining = true;
      const began = performance.now();
      while (performance.now() - began < patience) {
        if (performance.now() - Math.max(last, began) >= quiet) return;
        await pause(20);
      }
    },
  };
}
