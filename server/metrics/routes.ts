import { createHash, timingSafeEqual } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { freeBytes } from "#server/lib/guard/disk-space.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { RouteContext } from "#server/lib/http/serve.ts";
import { readQueues } from "./read.ts";
import { gauge, makeCounter, makeHistogram, render, type Figure } from "./registry.ts";

const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** `/metrics` for Prometheus: there only where METRICS_KEY is set, and only for whoever sends it as a bearer token. */
export function metricsRoutes({ fastify, app }: RouteContext): void {
  const { metricsKey } = app.config;
  if (metricsKey === null) return;
  const requests = makeCounter("waypost_http_requests_total", "Answers by route and status.");
  const durations = makeHistogram("waypost_http_request_seconds", "Time until an answer was sent.", BOUNDS);
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  fastify.addHook("onClose", async () => void loop.disable());
  fastify.addHook("onResponse", async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? "unknown" };
    requests.add({ ...labels, status: reply.statusCode });
    durations.observe(labels, reply.elapsedTime / 1000);
  });

  async function figures(): Promise<Figure[]> {
    const { rss, heapUsed } = process.memoryUsage();
    const { totalCount, idleCount, waitingCount } = app.pool;
    const delay = loop.max / 1e9;
    loop.reset();
    const free = await freeBytes(app.config.dataDir);
    const queues = await readQueues(app.db).catch(() => null);
    return [
      requests.figure,
      durations.figure,
      gauge("waypost_process_start_seconds", "When the process started.", performance.timeOrigin / 1000),
      gauge("waypost_process_resident_bytes", "Memory of the process.", rss),
      gauge("waypost_process_heap_bytes", "Memory of its objects.", heapUsed),
      gauge("waypost_event_loop_delay_max_seconds", "Longest pause since the last look.", delay),
      gauge("waypost_database_connections", "Connections of the pool.", totalCount),
      gauge("waypost_database_connections_idle", "Those that nobody uses.", idleCount),
      gauge("waypost_database_waiting", "Requests that wait for a connection.", waitingCount),
      gauge("waypost_database_up", "Whether the database answered.", queues ? 1 : 0),
      ...(free === null ? [] : [gauge("waypost_disk_free_bytes", "Free space of the data directory.", free)]),
      ...(queues
        ? [
            gauge("waypost_mails_queued", "Mails that wait to be sent.", queues.mails_queued),
            gauge("waypost_mails_failed", "Mails that were given up.", queues.mails_failed),
            gauge(
              "waypost_mail_oldest_seconds",
              "How long the oldest queued mail waits.",
              queues.mail_oldest,
            ),
            gauge("waypost_jobs_waiting", "Work that waits or is tried again.", queues.jobs_waiting),
            gauge("waypost_jobs_failed", "Work that was given up.", queues.jobs_failed),
          ]
        : []),
    ];
  }

  fastify.get("/metrics", async (request, reply) => {
    if (!isKey(request.headers.authorization, metricsKey))
      throw refuse(401, "The key of METRICS_KEY is needed");
    return reply.type("text/plain; version=0.0.4; charset=utf-8").send(render(await figures()));
  });
}

/** Compared by their hashes, so that neither length nor beginning shows in the time. */
function isKey(authorization: string | undefined, key: string): boolean {
  return timingSafeEqual(sha256(authorization ?? ""), sha256(`Bearer ${key}`));
}

const sha256 = (text: string) => createHash("sha256").update(text).digest();
