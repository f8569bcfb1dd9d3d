import type { Floor } from "./lib/serve.ts";

/** For supervisors and proxies: the process lives; the database answers and is migrated. */
export function healthRoutes({ app, house }: Floor): void {
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (request, reply) => {
    try {
      await house.pool.query("select from schema_migrations limit 1");
      return { status: "ready" };
    } catch (error) {
      request.log.warn({ err: error }, "not ready");
      return reply
        .code(503)
        .header("retry-after", 2)
        .send({ status: "unavailable", detail: "The database cannot be reached" });
    }
  });
}
