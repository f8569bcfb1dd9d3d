import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { useState } from "react";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { AuditDetails } from "./audit-details.tsx";
import { AuditFilterBar } from "./audit-filter-bar.tsx";
import { filtersOf } from "./audit-filters.ts";
import type { AuditSearch } from "./audit-search-params.ts";
import { AuditTable } from "./audit-table.tsx";
import { type AuditEntry, auditQuery, useExportAudit } from "./data.ts";
import { AUDIT_MESSAGES as MESSAGES } from "./messages.ts";
import { Section } from "#web/settings/section.tsx";
import { SETTINGS_MESSAGES } from "#web/settings/messages.ts";
import "#web/styles/administration.css";

/** Every change that was made, newest first. */
export function AuditPage() {
  const search = useSearch({ from: "/protected/settings/audit" });
  const navigate = useNavigate();
  const log = useInfiniteQuery(auditQuery(filtersOf(search)));
  const [looked, setLooked] = useState<AuditEntry | null>(null);
  const entries = log.data?.pages.flatMap((page) => page.items) ?? [];
  const show = (next: AuditSearch) => void navigate({ to: "/settings/audit", search: next, replace: true });
  return (
    <Section id="audit" title={SETTINGS_MESSAGES.pages.audit} caption={MESSAGES.caption}>
      <AuditFilterBar search={search} onChange={show}>
        <ExportButton search={search} />
      </AuditFilterBar>
      {log.isError && entries.length === 0 ? (
        <ErrorState
          title={failureMessage(log.error, MESSAGES.failedToFetch) ?? MESSAGES.failedToFetch}
          onRetry={() => void log.refetch()}
        />
      ) : log.isPending ? (
        <LoadingBlock label={MESSAGES.loading} visible />
      ) : entries.length === 0 ? (
        <EmptyState small title={MESSAGES.empty}>
          <p>{MESSAGES.emptyHint}</p>
        </EmptyState>
      ) : (
        <AuditTable entries={entries} onLook={setLooked} />
      )}
      {log.hasNextPage && (
        <Button
          busy={log.isFetchingNextPage}
          busyLabel={MESSAGES.loading}
          onClick={() => void log.fetchNextPage()}
        >
          {MESSAGES.more}
        </Button>
      )}
      {looked && <AuditDetails entry={looked} onClose={() => setLooked(null)} />}
    </Section>
  );
}

function ExportButton({ search }: { search: AuditSearch }) {
  const exporting = useExportAudit();
  return (
    <Button
      icon={<Download className="icon" />}
      busy={exporting.isPending}
      busyLabel={MESSAGES.exporting}
      onClick={() => exporting.mutate(filtersOf(search))}
    >
      {MESSAGES.export}
    </Button>
  );
}
