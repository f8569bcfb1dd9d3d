import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { useState } from "react";
import { failureWords } from "../lib/api-error.ts";
import { saveFile } from "../lib/save-file.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { LoadingBlock } from "../ui/spinner.tsx";
import { AuditDetails } from "./audit-details.tsx";
import { AuditFilterBar } from "./audit-filter-bar.tsx";
import { type AuditSearch, filtersOf } from "./audit-search.ts";
import { AuditTable } from "./audit-table.tsx";
import { type AuditEntry, auditQuery, exportAudit } from "./data.ts";
import { AUDIT_WORDS as WORDS } from "./organization-words.ts";
import { Section } from "./section.tsx";

/** Every change that was made, newest first. */
export function AuditPage() {
  const search = useSearch({ from: "/protected/settings/audit" });
  const navigate = useNavigate();
  const log = useInfiniteQuery(auditQuery(filtersOf(search)));
  const [looked, setLooked] = useState<AuditEntry | null>(null);
  const entries = log.data?.pages.flatMap((page) => page.items) ?? [];
  const show = (next: AuditSearch) => void navigate({ to: "/settings/audit", search: next, replace: true });
  return (
    <Section id="audit" title={WORDS.title} caption={WORDS.caption}>
      <AuditFilterBar search={search} onChange={show}>
        <ExportButton search={search} />
      </AuditFilterBar>
      {log.isError && entries.length === 0 ? (
        <ErrorState
          title={failureWords(log.error, WORDS.failedToFetch) ?? WORDS.failedToFetch}
          onRetry={() => void log.refetch()}
        />
      ) : log.isPending ? (
        <LoadingBlock words={WORDS.loading} visible />
      ) : entries.length === 0 ? (
        <EmptyState small title={WORDS.empty}>
          <p>{WORDS.emptyHint}</p>
        </EmptyState>
      ) : (
        <AuditTable entries={entries} onLook={setLooked} />
      )}
      {log.hasNextPage && (
        <Button
          busy={log.isFetchingNextPage}
          busyLabel={WORDS.loading}
          onClick={() => void log.fetchNextPage()}
        >
          {WORDS.more}
        </Button>
      )}
      {looked && <AuditDetails entry={looked} onClose={() => setLooked(null)} />}
    </Section>
  );
}

function ExportButton({ search }: { search: AuditSearch }) {
  const [isBusy, setBusy] = useState(false);
  async function run() {
    setBusy(true);
    const csv = await exportAudit(filtersOf(search)).catch(() => null);
    setBusy(false);
    if (csv === null) return;
    // A byte order mark tells spreadsheets that the letters are UTF-8.
    const text = csv.startsWith("\uFEFF") ? csv : `\uFEFF${csv}`;
    saveFile(`audit-${new Date().toISOString().slice(0, 10)}.csv`, new Blob([text], { type: "text/csv" }));
  }
  return (
    <Button
      icon={<Download className="i" />}
      busy={isBusy}
      busyLabel={WORDS.exporting}
      onClick={() => void run()}
    >
      {WORDS.export}
    </Button>
  );
}
