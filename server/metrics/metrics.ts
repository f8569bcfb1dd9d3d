import { monitorEventLoopDelay } from "node:perf_hooks";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { App } from "#server/lib/request-context.ts";
import { readFreeBytes } from "#server/lib/guard/disk-space.ts";
import { readQueues } from "./read.ts";

type Answer = { method: string; route: string; status: number; seconds: number };

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts answers as they are sent, and reads everything else when somebody asks. */
export function openMetrics(app: App) {
  const answers = countAnswers();
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();

  return {
    contentType: answers.registry.contentType,
    count: answers.count,
    close: () => loop.disable(),
    /** The text that Prometheus reads (exposition format 0.0.4). */
    async render(): Promise<string> {
      const delay = loop.max / 1e9;
      loop.reset();
      const state = await readState(app, delay);
      return Registry.merge([answers.registry, state]).metrics();
    },
  };
}

function countAnswers() {
  const registry = new Registry();
  const requests = new Counter({
    name: "waypost_http_requests_total",
    help: "Answers by route and status.",
    labelNames: ["method", "route", "status"],
    registers: [registry],
  });
  const durations = new Histogram({
    name: "waypost_http_request_seconds",
    help: "Time until an answer was sent.",
    labelNames: ["method", "route"],
    buckets: SECONDS,
    registers: [registry],
  });
  function count({ method, route, status, seconds }: Answer): void {
    requests.inc({ method, route, status });
    durations.observe({ method, route }, seconds);
  }
  return { registry, count };
}

/** A registry of this moment: a figure that cannot be read now is absent, not zero. */
async function readState(app: App, delay: number): Promise<Registry> {
  const registry = new Registry();
  const add = (name: string, help: string, value: number) =>
    new Gauge({ name, help, registers: [registry] }).set(value);
  const { rss, heapUsed } = process.memoryUsage();
  const { totalCount, idleCount, waitingCount } = app.pool;
  const free = await readFreeBytes(app.config.dataDir);
  const queues = await readQueues(app.db).catch(() => null);

  add("waypost_process_start_seconds", "When the process started.", performance.timeOrigin / 1000);
  add("waypost_process_resident_bytes", "Memory of the process.", rss);
  add("waypost_process_heap_bytes", "Memory of its objects.", heapUsed);
  add("waypost_event_loop_delay_max_seconds", "Longest pause since the last look.", delay);
  add("waypost_database_connections", "Connections of the pool.", totalCount);
  add("waypost_database_connections_idle", "Those that nobody uses.", idleCount);
  add("waypost_database_waiting", "Requests that wait for a connection.", waitingCount);
  add("waypost_database_up", "Whether the database answered.", queues ? 1 : 0);
  add("waypost_files_up", "Whether attachments can be reached.", app.files.isAway() ? 0 : 1);
  if (free !== null) add("waypost_disk_free_bytes", "Free space of the data directory.", free);
  if (queues !== null) {
    add("waypost_mails_queued", "Mails that wait to be sent.", queues.mails_queued);
    add("waypost_mails_failed", "Mails that were given up.", queues.mails_failed);
    add("waypost_mail_oldest_seconds", "How long the oldest queued mail waits.", queues.mail_oldest);
    add("waypost_jobs_waiting", "Work that waits or is tried again.", queues.jobs_waiting);
    add("waypost_jobs_failed", "Work that was given up.", queues.jobs_failed);
  }
  return registry;
}
