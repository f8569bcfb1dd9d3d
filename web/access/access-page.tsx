import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SearchBox } from "#web/ui/form/search-box.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { usePageIsNarrow } from "#web/ui/table/use-page-is-narrow.ts";
import { accessQuery, filterRows } from "./data.ts";
import { AccessList } from "./access-list.tsx";
import { AccessTable } from "./access-table.tsx";
import { ACCESS_MESSAGES as MESSAGES } from "./messages.ts";
import { Section } from "#web/settings/section.tsx";
import { SETTINGS_MESSAGES } from "#web/settings/messages.ts";
import "#web/styles/administration.css";

/** The access matrix: the rights of each role on this desk. */
export function AccessPage() {
  const { data, isError, refetch } = useQuery(accessQuery);
  const [search, setSearch] = useState("");
  const isNarrow = usePageIsNarrow();
  const rows = filterRows(data ?? [], search);
  return (
    <Section id="access" title={SETTINGS_MESSAGES.pages.access} caption={MESSAGES.caption}>
      <div className="toolbar">
        <SearchBox label={MESSAGES.search} value={search} onSearch={setSearch} isOfPage />
        <span className="text-small subtle numeric" role="status">
          {data && MESSAGES.count(rows.length)}
        </span>
      </div>
      {isError ? (
        <ErrorState title={MESSAGES.failed} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingBlock label={MESSAGES.loading} visible />
      ) : rows.length === 0 ? (
        <EmptyState small title={MESSAGES.empty}>
          <p>{MESSAGES.emptyHint}</p>
        </EmptyState>
      ) : isNarrow ? (
        <AccessList rows={rows} />
      ) : (
        <AccessTable rows={rows} />
      )}
    </Section>
  );
}
