import { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Milliseconds in which a body that is no upload has to be here: the largest takes 280 kbit/s. */
const BODY_TIME = 30_000;

/**
 * Ends requests whose body dribbles in (rule 510), as Node ends those beyond its `requestTimeout`: with 408 and a closed
 * connection. Uploads keep that longer time, since a file on a slow line is no attack.
 */
export function endSlowBodies(fastify: FastifyInstance, time = BODY_TIME): void {
  fastify.addHook("onRequest", async (request) => {
    if (!hasBody(request) || isUpload(request)) return;
    const { raw } = request;
    const timer = setTimeout(() => {
      // Requests that are injected, as tests do, have no socket.
      if (raw.complete || !(raw.socket instanceof Socket)) return;
      const error = Object.assign(new Error("The body is late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
      fastify.server.emit("clientError", error, raw.socket);
    }, time).unref();
    raw.once("close", () => clearTimeout(timer));
  });
}

function isUpload({ routeOptions }: FastifyRequest): boolean {
  const kind = routeOptions.config.endpoint?.bodyKind;
  return kind === "multipart" || kind === "mail";
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
