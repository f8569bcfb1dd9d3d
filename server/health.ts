import type { Drain } from "./lib/drain.ts";
import type { Floor } from "./lib/serve.ts";

/** For supervisors and proxies: the process lives; it takes requests, and the database answers and is migrated. */
export function healthRoutes({ app, house }: Floor, drain: Drain): void {
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (request, reply) => {
    const unavailable = (detail: string) =>
      reply.code(503).header("retry-after", 2).send({ status: "unavailable", detail });
    if (drain.isDraining()) return unavailable("This instance is being stopped");
    try {
      await house.pool.query("select from schema_migrations limit 1");
      return { status: "ready" };
    } catch (error) {
      request.log.warn({ err: error }, "not ready");
      return unavailable("The database cannot be reached");
    }
  });
}
