import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { companyKeys, dashboardKeys, slaKeys } from "#contract/query-keys.ts";
import { api, type QueryOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { REPORT_MESSAGES as MESSAGES } from "./messages.ts";

export type Report = ReplyOf<"GET /reports/sla">;
export type ReportRow = Report["rows"][number];
export type Verdict = ReplyOf<"GET /reports/sla/verdicts">["verdicts"][number];
export type ReportQuery = QueryOf<"GET /reports/sla">;
export type VerdictQuery = QueryOf<"GET /reports/sla/verdicts.csv">;

export function reportQuery(asked: ReportQuery) {
  return queryOptions({
    queryKey: slaKeys.report(asked),
    queryFn: ({ signal }) => api("GET /reports/sla", { query: asked, signal, fallback: MESSAGES.failed }),
    placeholderData: keepPreviousData,
  });
}

/** Verdicts that are listed below a figure; all of them are in the file. */
const LISTED = 100;

export function verdictsQuery(asked: VerdictQuery) {
  return queryOptions({
    queryKey: slaKeys.verdicts(asked),
    queryFn: ({ signal }) =>
      api("GET /reports/sla/verdicts", {
        query: { ...asked, per_page: LISTED },
        signal,
        fallback: MESSAGES.failedList,
      }),
  });
}

/** How service levels stand now, as the dashboard knows it. */
export const figuresQuery = queryOptions({
  queryKey: dashboardKeys.metrics(),
  queryFn: ({ signal }) => api("GET /dashboard/metrics", { signal }),
});

export function companyNameQuery(id: string | undefined) {
  return queryOptions({
    queryKey: companyKeys.name(id),
    queryFn: () =>
      api("GET /companies/{company_id}", { params: { company_id: id ?? "" } }).then(({ name }) => name),
    enabled: id !== undefined,
  });
}
