import type { Metrics } from "../data.ts";
import { PriorityChart } from "./priority-chart.tsx";
import { StatusChart } from "./status-chart.tsx";
import { TrendChart } from "./trend-chart.tsx";

export type ChartKind = "trend" | "status" | "priority";

/** One of the three charts. The way into their chunk: they appear together, and d3 comes with them. */
export function MetricsChart({ kind, metrics }: { kind: ChartKind; metrics: Metrics }) {
  if (kind === "trend") return <TrendChart trend={metrics.ticket_trend} />;
  if (kind === "status") return <StatusChart counts={metrics.ticket_metrics.by_status} />;
  return <PriorityChart counts={metrics.ticket_metrics.by_priority} />;
}
