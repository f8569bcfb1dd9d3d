/*
 * When more is asked than can be answered, everybody waits longer and longer, until browsers give up on answers that
 * are still being worked on. So work is refused on arrival, at the cost of a short answer, before the queue is longer
 * than people wait: those inside get their answers as fast as ever, and the others know when to come again.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { afterAnswer } from "./after-answer.ts";
import { type Refusal, refuse } from "../refusal.ts";

export type Bounds = {
  /** Requests that are being answered at once. At 500 answers a second, 250 wait half a second. */
  inFlight: number;
  /** Delay of the event loop in ms, twice in a row. */
  lateness: number;
};
const BOUNDS: Bounds = { inFlight: 250, lateness: 300 };
/** Refreshing a session: a person who cannot is signed out, which costs more than any answer. */
const REFRESH_PATH = "/api/auth/refresh";
const REFRESH_SHARE = 2;
const SAMPLE_MS = 100;

/** Builds the refusal 503. Retry-After is in seconds and random: clients must not come back together. */
export function busy(): Refusal {
  return refuse(503, "server.busy", {
    retryAfter: 1 + Math.floor(Math.random() * 3),
  });
}

/** Refuses 503 with Retry-After what would only queue. Health checks and built files are never refused. */
export function shedLoad(fastify: FastifyInstance, given: Partial<Bounds> = {}): void {
  const bounds = { ...BOUNDS, ...given };
  const lateness = watchLateness(fastify);
  let inFlight = 0;
  fastify.addHook("onRequest", async (request, reply) => {
    if (!request.url.startsWith("/api/")) return;
    const share = request.url.startsWith(REFRESH_PATH) ? REFRESH_SHARE : 1;
    if (inFlight >= bounds.inFlight * share || lateness() > bounds.lateness * share) throw busy();
    if (isLong(request)) return;
    inFlight += 1;
    afterAnswer(reply, () => {
      inFlight -= 1;
    });
  });
}

/** Event streams and downloads stay for as long as their reader wants. */
function isLong({ routeOptions }: FastifyRequest): boolean {
  return typeof routeOptions.config.endpoint?.reply === "string";
}

/** The smaller of the last two samples: one long pause, such as a collection of garbage, is no overload. */
function watchLateness(fastify: FastifyInstance): () => number {
  let samples = [0, 0];
  let due = performance.now() + SAMPLE_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    samples = [samples[1] ?? 0, Math.max(0, now - due)];
    due = now + SAMPLE_MS;
  }, SAMPLE_MS).unref();
  fastify.addHook("onClose", async () => clearInterval(timer));
  return () => Math.min(...samples);
}
