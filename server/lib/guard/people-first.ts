/*
 * Work that nobody waits for, such as a backlog of mails after an outage, shares one event loop, one database and its
 * processors with people. So it begins in the gaps between requests; while requests come it is done one at a time, with a rest
 * after each as long as it took, which leaves people half of the time. A desk that nobody uses does it at full speed, and
 * one that is never free is late with it, not without it. Each instance stands back for the people whom it answers itself.
 */
import type { FastifyInstance } from "fastify";
import { afterAnswer } from "./after-answer.ts";
import { isUnbounded } from "./late-answers.ts";

/** Milliseconds that work waits at most until it begins, and then between two of its parts. */
const PATIENCE = 1000;
const BREATH = 50;
/** Milliseconds of the longest rest: what takes longer has waited for others, such as a name server. */
const LONGEST_REST = 50;
/** Milliseconds after a request in which another is to be expected. */
const LATELY = 1000;
/** Milliseconds that all else waits at most for what is urgent. */
const LONGEST_URGENT = 30_000;

export type PeopleFirst = {
  /** Counts the requests of the API that are being answered, but for those that take as long as they take. */
  watch(fastify: FastifyInstance): void;
  /** Does work that can wait as soon as people leave room for it. To be short: while people ask, the next waits for its end. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Does what people wait for although nobody asked just now, such as dates that have come: what can wait begins after it. */
  first<T>(work: () => Promise<T>): Promise<T>;
  /** Called before work that can wait and takes no turns: resolves once nothing is urgent. Not while it holds a lock. */
  afterUrgent(): Promise<void>;
  /** Called between two parts of such work: lets those be answered who ask just now. Not while it holds a lock. */
  giveWay(): Promise<void>;
};

export function openPeopleFirst({ patience = PATIENCE, breath = BREATH, lately = LATELY } = {}): PeopleFirst {
  let asking = 0;
  let lastAsked = Number.NEGATIVE_INFINITY;
  let running = 0;
  let urgent = 0;
  let resting: NodeJS.Timeout | undefined;
  const waiting = new Set<{ isDue: () => boolean; wake: () => void }>();

  const mayGoOn = () => asking === 0;
  const isRested = () => running === 0 && resting === undefined;
  const mayBegin = () => mayGoOn() && (isRested() || performance.now() - lastAsked > lately);

  function wakeWaiting(): void {
    for (const each of waiting) if (each.isDue()) each.wake();
  }

  function rest(took: number): void {
    clearTimeout(resting);
    const end = () => {
      resting = undefined;
      wakeWaiting();
    };
    resting = setTimeout(end, Math.min(took, LONGEST_REST) + 1).unref();
    wakeWaiting();
  }

  /** Resolves when it is due, or has waited long enough; what it changes is seen by those who are looked at after it. */
  function waitUntil(isDue: () => boolean, longest: number, onDue = () => {}): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        waiting.delete(each);
        onDue();
        resolve();
      };
      const timer = setTimeout(wake, longest);
      const each = { isDue, wake };
      waiting.add(each);
      wakeWaiting();
    });
  }

  const afterUrgent = () => waitUntil(() => urgent === 0, LONGEST_URGENT);

  return {
    watch(fastify) {
      fastify.addHook("onRequest", async (request, reply) => {
        if (!request.url.startsWith("/api/") || isUnbounded(request)) return;
        asking += 1;
        afterAnswer(reply, () => {
          asking -= 1;
          lastAsked = performance.now();
          wakeWaiting();
        });
      });
    },
    async first(work) {
      urgent += 1;
      try {
        return await work();
      } finally {
        urgent -= 1;
        wakeWaiting();
      }
    },
    afterUrgent,
    async run(work) {
      await afterUrgent();
      await waitUntil(mayBegin, patience, () => (running += 1));
      const began = performance.now();
      try {
        return await work();
      } finally {
        running -= 1;
        rest(performance.now() - began);
      }
    },
    giveWay: () => waitUntil(mayGoOn, breath),
  };
}
