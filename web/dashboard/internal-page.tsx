import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { mayReadReports } from "#contract/access/sla.ts";
import { FirstStepsCard } from "#web/onboarding/first-steps.tsx";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { useConnectionLost } from "#web/lib/api/server-connection.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { hasDueTimes } from "#web/lib/live/service-levels.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { UI_MESSAGES } from "#web/ui/messages.ts";
import { ChartCards } from "./charts/chart-cards.tsx";
import { metricsQuery, recentTicketsQuery } from "./data.ts";
import { MetricsPanel } from "./metrics-panel.tsx";
import { MetricsPanelSkeleton } from "./metrics-panel-skeleton.tsx";
import { DashboardHead } from "./dashboard-head.tsx";
import { RecentTickets } from "./recent/recent-tickets.tsx";
import { TeamFiguresCard } from "./team-figures.tsx";
import { useLiveMetrics } from "./use-live-metrics.ts";
import { METRICS_MESSAGES } from "./messages.ts";

const serviceLevelLedger = lazyPart(
  () => import("#web/sla/figures/ledger.tsx"),
  (module) => module.ServiceLevelLedger,
  { isOptional: true },
);
if (hasDueTimes()) serviceLevelLedger.fetch();

/** Asks for what is not here yet of what the page shows first. */
export async function fetchData(): Promise<void> {
  await Promise.all([
    queryClient.ensureQueryData(metricsQuery),
    queryClient.ensureQueryData(recentTicketsQuery),
  ]);
}

/** Of the size of the figures that come. */
const ledgerPlace = (
  <div className="card ledger">
    {[1, 2, 3, 4].map((place) => (
      <div key={place} className="figure" style={{ height: 83 }} />
    ))}
  </div>
);

/** The staff's dashboard: figures, charts, the newest tickets. A failure keeps the last good figures on the screen. */
export function InternalPage() {
  const actor = useActor();
  const metrics = useQuery(metricsQuery);
  // On an empty desk it is the first thing to see; with tickets it stands last, where it moves nothing when it comes.
  const isEmpty = metrics.data?.ticket_metrics.total === 0;
  const isShownByBanner = useShownByBanner(metrics.errorUpdatedAt);
  useLiveMetrics();
  return (
    <>
      <DashboardHead />
      {isEmpty && <FirstStepsCard />}
      {metrics.isError && !(metrics.data && isShownByBanner) && (
        <MetricsFailure
          error={metrics.error}
          goodAt={metrics.dataUpdatedAt}
          isRetrying={metrics.isFetching}
          onRetry={() => void metrics.refetch()}
        />
      )}
      {metrics.data && <MetricsPanel metrics={metrics.data} />}
      {metrics.data?.sla && (
        <serviceLevelLedger.Part
          figures={metrics.data.sla}
          hasReport={mayReadReports(actor)}
          fallback={ledgerPlace}
        />
      )}
      {metrics.isPending && <MetricsPanelSkeleton />}
      {metrics.isPending && hasDueTimes() && ledgerPlace}
      <ChartCards metrics={metrics.data} isLoading={metrics.isPending} />
      <RecentTickets />
      <TeamFiguresCard />
      {metrics.data && !isEmpty && <FirstStepsCard />}
    </>
  );
}

/**
 * Whether the global banner already shows this failure, because the connection is lost. It still counts as shown while
 * everything is fetched anew afterwards: a second banner would come for that moment only.
 */
function useShownByBanner(failedAt: number): boolean {
  const isLost = useConnectionLost();
  const [toldAt, setToldAt] = useState(0);
  if (isLost && toldAt !== failedAt) setToldAt(failedAt);
  return isLost || toldAt === failedAt;
}

type FailureProps = {
  error: unknown;
  /** The time at which the figures below were fetched, in ms; 0 when there are none. */
  goodAt: number;
  isRetrying: boolean;
  onRetry: () => void;
};

function MetricsFailure({ error, goodAt, isRetrying, onRetry }: FailureProps) {
  const time = goodAt ? METRICS_MESSAGES.figuresOf(dateAndTime(new Date(goodAt).toISOString())) : "";
  const why = failureMessage(error);
  return (
    <Banner
      tone="danger"
      title={METRICS_MESSAGES.failed}
      action={
        <Button size="small" icon={<RotateCw className="icon" />} busy={isRetrying} onClick={onRetry}>
          {UI_MESSAGES.tryAgain}
        </Button>
      }
    >
      {[why === METRICS_MESSAGES.failed ? null : why, time].filter(Boolean).join(" ")}
    </Banner>
  );
}
