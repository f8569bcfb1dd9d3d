import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { companyKeys, dashboardKeys, ticketKeys } from "#contract/query-keys.ts";
import { ApiError, failureMessage } from "#web/lib/api/api-error.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { upTo } from "#web/lib/api/query-client.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { CHANGE_MESSAGES } from "#web/tickets/change-messages.ts";
import { adoptTicket, saveTicket } from "#web/tickets/save-ticket.ts";
import { refreshLists } from "#web/tickets/data.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { LIST_MESSAGES } from "#web/tickets/messages.ts";
import { COMPANY_MESSAGES, METRICS_MESSAGES } from "./messages.ts";

export type Metrics = ReplyOf<"GET /dashboard/metrics">;
export type TicketMetrics = Metrics["ticket_metrics"];
export type Day = Metrics["ticket_trend"][number];
export type RecentTickets = ReplyOf<"GET /tickets">;
export type RecentTicket = RecentTickets["items"][number];
export type Company = ReplyOf<"GET /companies/{company_id}">;
export type CompanyChange = Pick<
  BodyOf<"PATCH /companies/{company_id}">,
  "description" | "contact_email" | "contact_phone"
>;

/** Rows of either table of recent tickets (rules 223 and 231). */
const RECENT_ROWS = 10;
const REFETCH_MS = 60_000;

export const metricsQuery = queryOptions({
  queryKey: dashboardKeys.metrics(),
  queryFn: ({ signal }) => api("GET /dashboard/metrics", { signal, fallback: METRICS_MESSAGES.failed }),
  retry: upTo(1),
  refetchInterval: REFETCH_MS,
  staleTime: REFETCH_MS,
});

export type TeamFigures = ReplyOf<"GET /dashboard/teams">;

/** The figures of teams stand below everything else: where they fail, what is there stays and nothing is said. */
export const teamFiguresQuery = queryOptions({
  queryKey: dashboardKeys.teams(),
  queryFn: ({ signal }) => api("GET /dashboard/teams", { signal }),
  retry: upTo(1),
  refetchInterval: REFETCH_MS,
  staleTime: REFETCH_MS,
});

export const recentTicketsQuery = queryOptions({
  queryKey: ticketKeys.recent(),
  queryFn: ({ signal }) =>
    api("GET /tickets", {
      query: { brief: "true", page: 1, per_page: RECENT_ROWS },
      signal,
      fallback: LIST_MESSAGES.failedToFetch,
    }),
  retry: upTo(1),
  refetchInterval: REFETCH_MS,
});

/** The client's newest tickets and, in the same answer, how many there are of each status. */
export const clientTicketsQuery = queryOptions({
  queryKey: ticketKeys.clientRecent(),
  queryFn: ({ signal }) =>
    api("GET /tickets", {
      query: { brief: "true", page: 1, per_page: RECENT_ROWS, sort: "updated", order: "desc" },
      signal,
      fallback: LIST_MESSAGES.failedToFetch,
    }),
  retry: upTo(1),
});

/** The server's sentence below "Failed to fetch tickets", where it gave another. */
export function ticketsFailureReason(error: unknown): string | null {
  const message = failureMessage(error);
  return message === LIST_MESSAGES.failedToFetch ? null : message;
}

export function companyQuery(id: string) {
  return queryOptions({
    queryKey: companyKeys.detail(id),
    queryFn: ({ signal }) =>
      api("GET /companies/{company_id}", {
        params: { company_id: id },
        signal,
        fallback: COMPANY_MESSAGES.failedToFetch,
      }),
    retry: upTo(1),
  });
}

/** Gives an unassigned ticket to somebody; pending until tickets and figures are fetched again (rule 232). */
export function useAssignTicket(ticketId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: { id: string; fullname: string }) =>
      toastOutcome(saveTicket(ticketId, { assignee_id: id }), {
        done: CHANGE_MESSAGES.updated,
        failed: CHANGE_MESSAGES.failedToUpdate,
      }),
    onSuccess: async ({ ticket }) => {
      adoptTicket(client, ticket);
      await Promise.all([
        refreshLists(client),
        client.invalidateQueries({ queryKey: metricsQuery.queryKey }),
      ]);
    },
  });
}

/** Saves the client admin's three fields; without a company nothing is sent (rule 177). */
export function useCompanyUpdate(companyId: string | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body }: Submission<CompanyChange>) =>
      toastOutcome(changeCompany(companyId, body), {
        done: COMPANY_MESSAGES.updated,
        failed: COMPANY_MESSAGES.failedToUpdate,
      }),
    onSuccess: (company) => {
      client.setQueryData(companyKeys.detail(company.id), company);
      void client.invalidateQueries({ queryKey: companyKeys.all() });
    },
  });
}

async function changeCompany(companyId: string | null, body: CompanyChange): Promise<Company> {
  if (!companyId) throw new ApiError(COMPANY_MESSAGES.noCompany, { detail: COMPANY_MESSAGES.noCompany });
  return api("PATCH /companies/{company_id}", {
    params: { company_id: companyId },
    body,
    fallback: COMPANY_MESSAGES.failedToUpdate,
  });
}
