import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useIsNarrow } from "../lib/narrow.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { SearchBox } from "../ui/search-box.tsx";
import { LoadingBlock } from "../ui/spinner.tsx";
import { accessQuery, matching } from "./access-data.ts";
import { AccessList } from "./access-list.tsx";
import { AccessTable } from "./access-table.tsx";
import { ACCESS_WORDS as WORDS } from "./access-words.ts";
import { Section } from "./section.tsx";

/** Who may do what on this desk. */
export function AccessPage() {
  const { data, isError, refetch } = useQuery(accessQuery);
  const [search, setSearch] = useState("");
  const isNarrow = useIsNarrow();
  const rows = matching(data ?? [], search);
  return (
    <Section id="access" title={WORDS.title} caption={WORDS.caption}>
      <div className="toolbar">
        <SearchBox label={WORDS.search} value={search} onSearch={setSearch} isOfPage />
        <span className="sm subtle num" role="status">
          {data && WORDS.count(rows.length)}
        </span>
      </div>
      {isError ? (
        <ErrorState title={WORDS.failed} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingBlock words={WORDS.loading} visible />
      ) : rows.length === 0 ? (
        <EmptyState small title={WORDS.empty}>
          <p>{WORDS.emptyHint}</p>
        </EmptyState>
      ) : isNarrow ? (
        <AccessList rows={rows} />
      ) : (
        <AccessTable rows={rows} />
      )}
    </Section>
  );
}
