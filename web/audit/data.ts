import { auditKeys } from "#contract/query-keys.ts";
import { api, type QueryOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { AUDIT_MESSAGES } from "./messages.ts";

export type AuditEntry = ReplyOf<"GET /audit">["items"][number];
export type AuditFilters = NonNullable<QueryOf<"GET /audit/export">>;

const AUDIT_PAGE = 50;

export function auditQuery(filters: AuditFilters) {
  return {
    queryKey: auditKeys.list(filters),
    queryFn: ({ pageParam, signal }: { pageParam: number | null; signal: AbortSignal }) =>
      api("GET /audit", {
        query: { ...filters, per_page: AUDIT_PAGE, after: pageParam ?? undefined },
        signal,
        fallback: AUDIT_MESSAGES.failedToFetch,
      }),
    initialPageParam: null,
    getNextPageParam: ({ meta }: ReplyOf<"GET /audit">) => meta.next,
    staleTime: 0,
  };
}

export function exportAudit(filters: AuditFilters): Promise<string> {
  return toastOutcome(api("GET /audit/export", { query: filters }), { failed: AUDIT_MESSAGES.exportFailed });
}
