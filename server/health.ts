import type { GracefulShutdown } from "#server/lib/guard/graceful-shutdown.ts";
import type { RouteContext } from "#server/lib/http/serve-endpoint.ts";

/** Routes for supervisors and proxies. `/healthz`: the process lives. `/readyz`: it takes requests, the database answers and is migrated. */
export function healthRoutes({ fastify, app }: RouteContext, drain: GracefulShutdown): void {
  fastify.get("/healthz", async () => ({ status: "ok" }));
  fastify.get("/readyz", async (request, reply) => {
    const unavailable = (detail: string) =>
      reply.code(503).header("retry-after", 2).send({ status: "unavailable", detail });
    if (drain.isDraining()) return unavailable("This instance is being stopped");
    try {
      await app.pool.query("select from schema_migrations limit 1");
      // Everything but attachments goes on without their store: no reason to send nobody here.
      return app.files.isAway() ? { status: "ready", attachments: "away" } : { status: "ready" };
    } catch (error) {
      request.log.warn({ err: error }, "not ready");
      return unavailable("The database cannot be reached");
    }
  });
}
