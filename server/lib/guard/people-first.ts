/*
 * Work that nobody waits for, such as a backlog of mails after an outage, shares one event loop, one database and its
 * processors with people. So it begins in the gaps between requests, and one at a time while requests come. A desk that
 * nobody uses does it at full speed, and one that is never free is late with it, not without it. Each instance stands back
 * for the people whom it answers itself.
 */
import { finished } from "node:stream";
import type { FastifyInstance } from "fastify";
import { isUnbounded } from "./late-answers.ts";

/** Milliseconds that work waits at most. */
const PATIENCE = 250;
/** Milliseconds after a request in which another is to be expected. */
const LATELY = 1000;

export type PeopleFirst = {
  /** Counts the requests of the API that are being answered, but for those that take as long as they take. */
  watch(fastify: FastifyInstance): void;
  /** Does work that can wait as soon as people leave room for it. To be short: while people ask, the next waits for its end. */
  run<T>(work: () => Promise<T>): Promise<T>;
};

export function openPeopleFirst({ patience = PATIENCE, lately = LATELY } = {}): PeopleFirst {
  let asking = 0;
  let lastAsked = Number.NEGATIVE_INFINITY;
  let running = 0;
  const waiting = new Set<() => void>();

  function hasRoom(): boolean {
    if (asking > 0) return false;
    return running === 0 || performance.now() - lastAsked > lately;
  }

  function beginWaiting(): void {
    for (const begin of waiting) if (hasRoom()) begin();
  }

  function waitForRoom(): Promise<void> {
    return new Promise((resolve) => {
      const begin = () => {
        clearTimeout(timer);
        waiting.delete(begin);
        running += 1;
        resolve();
      };
      const timer = setTimeout(begin, patience);
      waiting.add(begin);
      beginWaiting();
    });
  }

  return {
    watch(fastify) {
      fastify.addHook("onRequest", async (request, reply) => {
        if (!request.url.startsWith("/api/") || isUnbounded(request)) return;
        asking += 1;
        finished(reply.raw, () => {
          asking -= 1;
          lastAsked = performance.now();
          beginWaiting();
        });
      });
    },
    async run(work) {
      await waitForRoom();
      try {
        return await work();
      } finally {
        running -= 1;
        beginWaiting();
      }
    },
  };
}
