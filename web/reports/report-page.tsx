import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { PRIORITY_LABELS } from "#contract/labels.ts";
import { mayReadSla } from "#contract/access/sla.ts";
import { TARGET_LABELS } from "#contract/sla/messages.ts";
import { isPriority } from "#contract/statuses.ts";
import { api } from "#web/lib/api/api-client.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { todayIn } from "#web/lib/calendar-dates.ts";
import { useCurrentTime } from "#web/lib/current-time.ts";
import { useConfig, usePageTitle } from "#web/lib/public-config.ts";
import { ServiceLevelLedger } from "#web/sla/figures/ledger.tsx";
import { monthText } from "#web/sla/figures/month-text.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { ExportButton } from "#web/ui/export-button.tsx";
import { ButtonLink } from "#web/ui/form/button-link.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { figuresQuery, type Report, reportQuery, type VerdictQuery } from "./data.ts";
import { REPORT_MESSAGES as MESSAGES } from "./messages.ts";
import { monthIn } from "./months.ts";
import { ReportFilters } from "./report-filters.tsx";
import { changeReport, filtersOf, readReportSearch, type ReportSearch } from "./report-search-params.ts";
import { ReportTable } from "./report-table.tsx";
import { VerdictList } from "./verdict-list.tsx";
import "#web/styles/reports.css";

/** How service levels were kept: by company and month, or of one company by priority; and the tickets behind each figure. */
export function ReportPage() {
  usePageTitle(MESSAGES.serviceLevels);
  const search = useSearch({ from: "/protected/reports", select: readReportSearch });
  const navigate = useNavigate();
  const zone = useConfig()?.time_zone ?? "UTC";
  const now = monthIn(todayIn(zone, useCurrentTime()));
  const by = search.company_id ? "priority" : "company";
  const asked = { ...filtersOf(search), by } as const;
  const report = useQuery(reportQuery(asked));
  const figures = useQuery(figuresQuery);
  const [opener, setOpener] = useState<Element | null>(null);
  const show = (next: ReportSearch) => void navigate({ to: "/reports", search: next, resetScroll: false });
  const change = (part: ReportSearch) =>
    show(changeReport(search, { ...part, row: undefined, month: undefined, verdict: undefined }));
  return (
    <>
      <PageHead
        title={MESSAGES.title}
        subtitle={MESSAGES.serviceLevels}
        actions={
          <ExportButton
            name="service-levels"
            disabled={report.data?.rows.length === 0}
            fetchCsv={(signal) => api("GET /reports/sla.csv", { query: asked, signal })}
          />
        }
      />
      <ReportFilters search={search} shown={report.data?.meta} now={now} onChange={change} />
      {figures.data?.sla && <ServiceLevelLedger figures={figures.data.sla} hasReport={false} />}
      <Card
        title={MESSAGES.inTime(search.target ? TARGET_LABELS[search.target] : MESSAGES.everything)}
        caption={MESSAGES.caption}
        line
        className="report-card"
      >
        <Body
          report={report}
          asked={JSON.stringify(asked)}
          by={by}
          now={now}
          search={search}
          onOpen={(figure) => {
            setOpener(document.activeElement);
            show(changeReport(search, { ...figure, verdict: undefined }));
          }}
          onSort={(sort) => show(changeReport(search, { sort }))}
        />
      </Card>
      {search.row && search.month && report.data && (
        <VerdictList
          key={`${search.row} ${search.month}`}
          title={MESSAGES.list(labelOf(search.row, report.data), monthText(search.month, now))}
          asked={drillOf(search)}
          onVerdict={(verdict) => show(changeReport(search, { verdict }))}
          takesFocus={opener !== null}
          onClose={() => {
            if (opener instanceof HTMLElement) opener.focus();
            change({});
          }}
        />
      )}
    </>
  );
}

type BodyProps = {
  report: ReturnType<typeof useQuery<Report>>;
  asked: string;
  by: "company" | "priority";
  now: string;
  search: ReportSearch;
  onOpen: (figure: { row: string; month: string }) => void;
  onSort: (sort: ReportSearch["sort"]) => void;
};

function Body({ report, asked, by, now, search, onOpen, onSort }: BodyProps) {
  const { data, error, isError, refetch } = report;
  const maySet = mayReadSla(useActor());
  if (!data)
    return isError ? (
      <ErrorState
        title={failureMessage(error, MESSAGES.failed) ?? MESSAGES.failed}
        onRetry={() => void refetch()}
      />
    ) : (
      <LoadingBlock label={MESSAGES.loading} visible />
    );
  if (data.rows.length === 0)
    return (
      <EmptyState
        title={MESSAGES.empty}
        actions={maySet && <ButtonLink to="/settings/service-levels">{MESSAGES.settings}</ButtonLink>}
      >
        <p>{MESSAGES.emptyHint}</p>
      </EmptyState>
    );
  return (
    <ReportTable
      report={data}
      asked={asked}
      isOld={report.isPlaceholderData}
      by={by}
      now={now}
      open={{ row: search.row, month: search.month }}
      onOpen={onOpen}
      sort={search.sort}
      onSort={onSort}
    />
  );
}

/** What is asked of the tickets behind a figure. */
function drillOf(search: ReportSearch): VerdictQuery {
  const { row, month, verdict = "missed" } = search;
  return {
    ...filtersOf(search),
    from: month,
    to: month,
    ...(isPriority(row) ? { priority: row } : { company_id: row }),
    verdict,
  };
}

function labelOf(row: string, { rows }: Report): string {
  if (isPriority(row)) return PRIORITY_LABELS[row];
  return rows.find(({ key }) => key === row)?.label ?? MESSAGES.company;
}
