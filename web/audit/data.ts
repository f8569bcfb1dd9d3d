import { useMutation } from "@tanstack/react-query";
import { auditKeys } from "#contract/query-keys.ts";
import { api, type QueryOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { saveCsv } from "#web/lib/save-csv.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { AUDIT_MESSAGES } from "./messages.ts";

export type AuditEntry = ReplyOf<"GET /audit">["items"][number];
export type AuditFilters = NonNullable<QueryOf<"GET /audit/export">>;

const ENTRIES_A_PAGE = 50;

export function auditQuery(filters: AuditFilters) {
  return {
    queryKey: auditKeys.list(filters),
    queryFn: ({ pageParam, signal }: { pageParam: number | null; signal: AbortSignal }) =>
      api("GET /audit", {
        query: { ...filters, per_page: ENTRIES_A_PAGE, after: pageParam ?? undefined },
        signal,
        fallback: AUDIT_MESSAGES.failedToFetch,
      }),
    initialPageParam: null,
    getNextPageParam: ({ meta }: ReplyOf<"GET /audit">) => meta.next,
    staleTime: 0,
  };
}

/** The entries as CSV, in a file that spreadsheets read. */
export function useExportAudit() {
  return useMutation({
    mutationFn: (filters: AuditFilters) =>
      toastOutcome(
        api("GET /audit/export", { query: filters }).then((text) => saveCsv("audit", text)),
        { failed: AUDIT_MESSAGES.exportFailed },
      ),
  });
}
