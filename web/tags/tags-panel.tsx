import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SearchBox } from "#web/ui/form/search-box.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { tagsQuery } from "./data.ts";
import { TAG_MESSAGES } from "./messages.ts";
import { type OpenTagDialog, TagDialogs } from "./tag-dialogs.tsx";
import { TagRow } from "./tag-row.tsx";

/** All tags with how many tickets have each, and what can be done with them. */
export function TagsPanel() {
  const [search, setSearch] = useState("");
  const [dialog, setDialog] = useState<OpenTagDialog | null>(null);
  const { data, isError, error, refetch } = useQuery(tagsQuery(search));
  return (
    <>
      <div className="toolbar">
        <SearchBox label={TAG_MESSAGES.search} value={search} onSearch={setSearch} isOfPage />
      </div>
      {isError ? (
        <ErrorState
          title={failureMessage(error, TAG_MESSAGES.failedToFetch) ?? TAG_MESSAGES.failedToFetch}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <LoadingBlock label={TAG_MESSAGES.loading} visible />
      ) : data.items.length === 0 ? (
        <EmptyState small title={search ? TAG_MESSAGES.noMatch : TAG_MESSAGES.empty}>
          {!search && <p>{TAG_MESSAGES.emptyHint}</p>}
        </EmptyState>
      ) : (
        <ul className="settings-list">
          {data.items.map((tag) => (
            <TagRow key={tag.id} tag={tag} onAct={(kind) => setDialog({ kind, tag })} />
          ))}
        </ul>
      )}
      {data && data.meta.total > data.items.length && (
        <p className="hint">{TAG_MESSAGES.shown(data.items.length, data.meta.total)}</p>
      )}
      {dialog && <TagDialogs dialog={dialog} onClose={() => setDialog(null)} onMerge={setDialog} />}
    </>
  );
}
