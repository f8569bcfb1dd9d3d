import type { FastifyInstance } from "fastify";
import type { Endpoint } from "#contract/endpoint.ts";
import { toFastifyPath } from "./serve-endpoint.ts";

/** Routes outside the API: health checks, metrics and the files of the web app. */
const OUTSIDE = new Set(["/healthz", "/readyz", "/metrics", "/", "/*", "/assets/:file"]);

/** Refuses to register routes that do not come from the contract with a policy (default deny). */
export function refuseUndeclaredRoutes(fastify: FastifyInstance): void {
  fastify.addHook("onRoute", (route) => {
    if (OUTSIDE.has(route.url) || route.config?.endpoint?.policy !== undefined) return;
    throw new Error(
      `${String(route.method)} ${route.url} has no policy: declare it in contract/ and register it with serve()`,
    );
  });
}

/** Refuses to start when a declared endpoint has no route. */
export function refuseMissingRoutes(fastify: FastifyInstance, declared: Endpoint[]): void {
  const missing = declared.find(
    ({ method, path }) => !fastify.hasRoute({ method, url: `/api${toFastifyPath(path)}` }),
  );
  if (missing) throw new Error(`${missing.method} ${missing.path} is declared and has no route`);
}
