import { createHash, timingSafeEqual } from "node:crypto";
import { refuse } from "#server/lib/refusal.ts";
import type { RouteContext } from "#server/lib/http/serve-endpoint.ts";

/** Serves `/metrics` for Prometheus: only where METRICS_KEY is set, and only to requests with it as a bearer token. */
export async function metricsRoutes({ fastify, app }: RouteContext): Promise<void> {
  const { metricsKey } = app.config;
  if (metricsKey === null) return;
  // The library is loaded only where it is used: it takes memory and a moment of the start.
  const { openMetrics } = await import("./metrics.ts");
  const metrics = openMetrics(app);
  fastify.addHook("onClose", async () => metrics.close());
  fastify.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    const seconds = reply.elapsedTime / 1000;
    metrics.count({ method: request.method, route, status: reply.statusCode, seconds });
  });
  fastify.get("/metrics", async (request, reply) => {
    if (!isKey(request.headers.authorization, metricsKey)) throw refuse(401, "server.metrics_key_required");
    return reply.type(metrics.contentType).send(await metrics.render());
  });
}

/** Compared by their hashes, so that neither length nor beginning shows in the time. */
function isKey(authorization: string | undefined, key: string): boolean {
  return timingSafeEqual(sha256(authorization ?? ""), sha256(`Bearer ${key}`));
}

const sha256 = (text: string) => createHash("sha256").update(text).digest();
