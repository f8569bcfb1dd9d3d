/*
 * A database that hangs refuses nothing: a commit that waits for a second node, a frozen machine, a line on which
 * nothing comes back. So each request has a time in which it is answered, whatever it waits for, and one whose time is over
 * changes nothing any more.
 */
import { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { afterAnswer } from "./after-answer.ts";
import { refuse } from "../refusal.ts";

/**
 * Milliseconds: less than callers and proxies wait, and than a connection without a byte is kept
 * (server/lib/http/open-http-server.ts).
 */
const ANSWERED_WITHIN = 25_000;

const late = new WeakSet<FastifyRequest>();

/**
 * Answers 503 with Retry-After what has not been answered in `time`, counted from its arrival and again from when its body
 * is here, which has a time of its own. Event streams, downloads and uploads take as long as they take.
 */
export function endLateAnswers(fastify: FastifyInstance, time = ANSWERED_WITHIN): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  fastify.addHook("onRequest", async (request, reply) => {
    if (isUnbounded(request)) return;
    const timer = setTimeout(() => {
      if (isComingIn(request)) {
        timer.refresh();
        return;
      }
      // An answer on its way to a slow reader is one.
      if (reply.sent || reply.raw.headersSent) return;
      late.add(request);
      request.log.warn({ route: request.routeOptions.url }, "answered before its work was done");
      void reply.send(refuse(503, "server.no_answer_in_time", { retryAfter: 2 }));
    }, time).unref();
    timers.set(request, timer);
    afterAnswer(reply, () => clearTimeout(timer));
  });
  fastify.addHook("preHandler", async (request) => void timers.get(request)?.refresh());
}

/** Refuses, at the end of a transaction, what has been answered meanwhile: it is rolled back. */
export function refuseLate(request: FastifyRequest): void {
  if (late.has(request)) throw refuse(503, "server.timed_out", { retryAfter: 2 });
}

/** A body has a time of its own (slow-bodies.ts); requests that are injected, as tests do, have no socket. */
function isComingIn({ raw }: FastifyRequest): boolean {
  return !raw.complete && raw.socket instanceof Socket;
}

/** Event streams, downloads, uploads and mails that come in: their time is that of a line. */
export function isUnbounded({ routeOptions }: FastifyRequest): boolean {
  const endpoint = routeOptions.config.endpoint;
  return (
    typeof endpoint?.reply === "string" || endpoint?.bodyKind === "multipart" || endpoint?.bodyKind === "mail"
  );
}
