import { maxHeaderSize } from "node:http";
import createFastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { LIMITS } from "#contract/limits.ts";
import type { Config } from "#server/config.ts";
import { answerUnreadable } from "./unreadable-requests.ts";

/** Makes the HTTP server, still without routes. */
export function openHttpServer(config: Config, log: Logger): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log;
  const fastify = createFastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: LIMITS.jsonBytes,
    ...TIMEOUTS,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    clientErrorHandler: answerUnreadable({ https: config.publicUrl.startsWith("https:") }),
    rewriteUrl: ({ url = "/" }) => writeOneWay(url),
    // As long as an address can be: schemas refuse what is too long, in a sentence.
    routerOptions: { maxParamLength: maxHeaderSize },
  });
  fastify.server.maxConnections = MAX_CONNECTIONS;
  // Content types that a form of another site may send without a preflight are read nowhere.
  fastify.removeContentTypeParser("text/plain");
  return fastify;
}

/**
 * Writes a path in the one way that the hooks look at, which the router would take for the same: without scheme and host, and
 * without percent signs before letters and digits (RFC 3986, 6.2.2.2), as in `/%61pi/tickets`.
 */
function writeOneWay(url: string): string {
  const relative = url.startsWith("/") ? url : url.replace(/^https?:\/\/[^/?#]*(?=\/)/i, "");
  if (!relative.includes("%")) return relative;
  const end = relative.search(/[?#;]/);
  const path = end === -1 ? relative : relative.slice(0, end);
  return takeAsWritten(path) + relative.slice(path.length);
}

/** Takes the percent signs of a path that decodes to nothing as they are written, so that the routes answer it as any other. */
function takeAsWritten(path: string): string {
  try {
    decodeURIComponent(path);
  } catch {
    return path.replaceAll("%", "%25");
  }
  return path.replaceAll(/%(?:2[DE]|3\d|[46][1-9A-F]|[57][\dA]|5F|7E)/gi, decodeURIComponent);
}

/**
 * Milliseconds, and how many connections at once. A client that sends slowly, stalls or vanishes costs a socket for so
 * long and nothing else: no connection to the database is taken before the whole body is here.
 */
const TIMEOUTS = {
  // Requests being answered are waited for; idle connections are not.
  forceCloseConnections: "idle" as const,
  // Requests on old connections are not either, while the last answers go out.
  return503OnClosing: false,
  // Time without a byte in either direction. Event streams beat every 15 seconds; answers have 25 (`endLateAnswers`).
  connectionTimeout: 35_000,
  // Time of a whole upload on a slow line; other bodies have less (`endSlowBodies`).
  requestTimeout: 300_000,
  // Longer than proxies keep theirs, so that they close first.
  keepAliveTimeout: 72_000,
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5000 },
};
const MAX_CONNECTIONS = 5000;

/** Logs one line an answer: actor id, operation, status, duration; never the content. */
export function logResponses(fastify: FastifyInstance): void {
  fastify.addHook("onResponse", async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? "unknown",
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        actor: request.actor?.id,
      },
      "answered",
    );
  });
}
