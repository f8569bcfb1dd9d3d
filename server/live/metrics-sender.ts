import type { App } from "#server/lib/request-context.ts";
import type { Connections } from "./connections.ts";
import { mayReceiveMetrics, metricsFor, readLiveMetrics, type LiveMetrics } from "./metrics.ts";
import type { Stream } from "./stream.ts";

/** Tells the metrics of `metrics.ts` to everybody who sees the whole desk. */
export function openMetricsSender(app: App, connections: Pick<Connections, "all">) {
  let lastMetrics: LiveMetrics | null = null;

  return {
    /** Sends the current metrics to a new connection. */
    async sendTo(stream: Stream): Promise<void> {
      if (mayReceiveMetrics(stream.actor))
        stream.send("figures", metricsFor(stream.actor, await readLiveMetrics(app.db)));
    },
    /** Sends metrics that are no longer what was sent last. */
    async sendChanged(): Promise<void> {
      const seeing = connections.all().filter(({ actor }) => mayReceiveMetrics(actor));
      if (seeing.length === 0) return;
      const figures = await readLiveMetrics(app.db);
      const isOld = (name: keyof LiveMetrics) => figures[name] === lastMetrics?.[name];
      if (isOld("open_tickets") && isOld("held_mails") && isOld("service_levels")) return;
      lastMetrics = figures;
      for (const stream of seeing) stream.send("figures", metricsFor(stream.actor, figures));
    },
  };
}
