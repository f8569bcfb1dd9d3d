import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { countText } from "#web/lib/format.ts";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { Metrics } from "../data.ts";
import type { ChartKind } from "./metrics-chart.tsx";
import { CHART_MESSAGES as W } from "../messages.ts";

const chart = lazyPart(
  () => import("./metrics-chart.tsx"),
  ({ MetricsChart }) => MetricsChart,
);
// As soon as the page's own code is here: before the figures, not after them.
chart.fetch();

type Props = { metrics: Metrics | undefined; isLoading: boolean };

/** The three charts in their frames, which stand from the first moment; the code that draws them is a chunk of its own. */
export function ChartCards({ metrics, isLoading }: Props) {
  const created = metrics?.ticket_trend.reduce((sum, day) => sum + day.created, 0) ?? 0;
  const total = metrics?.ticket_metrics.total ?? 0;
  const inTotal = (
    <span className="text-small muted">
      <b className="numeric">{countText(created)}</b> {W.inTotal}
    </span>
  );
  return (
    <div className="charts-frame">
      <div className="charts">
        <Card title={W.trend} caption={W.trendCaption} actions={created > 0 && inTotal}>
          <Slot kind="trend" {...{ metrics, isLoading }} empty={created === 0 && W.trendEmpty} />
        </Card>
        <Card title={W.status} caption={W.allTickets}>
          <Slot kind="status" {...{ metrics, isLoading }} empty={total === 0 && W.statusEmpty} />
        </Card>
        <Card title={W.priority} caption={W.allTickets}>
          <Slot kind="priority" {...{ metrics, isLoading }} empty={total === 0 && W.priorityEmpty} />
        </Card>
      </div>
    </div>
  );
}

type SlotProps = Props & { kind: ChartKind; empty: string | false };

function Slot({ kind, metrics, isLoading, empty }: SlotProps) {
  const waiting = <Skeleton className="chart-slot" />;
  if (isLoading) return waiting;
  if (empty || !metrics) return <p className="chart-slot chart-empty">{empty}</p>;
  return <chart.Part fallback={waiting} kind={kind} metrics={metrics} />;
}
