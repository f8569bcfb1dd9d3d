import { failureMessage } from "#web/lib/api/api-error.ts";
import { countText } from "#web/lib/format.ts";
import { useHeldRows } from "#web/lib/list/use-held-rows.ts";
import type { ListState } from "#web/lib/list/use-list-state.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { MoreOfList, type PagedList } from "#web/ui/table/more-of-list.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { Mail } from "../data.ts";
import type { Tab } from "../incoming-search-params.ts";
import { INCOMING_MESSAGES as MESSAGES } from "../messages.ts";
import { MailRow } from "./mail-row.tsx";

type Props = {
  tab: Tab;
  list: PagedList;
  mails: readonly Mail[];
  total: number | undefined;
  state: ListState;
  /** The row that is marked. */
  cursorId: string | null;
  onOpen: (id: string) => void;
};

/** The rows of a tab, or why there are none. */
export function MailList({ tab, list, mails: newest, total, state, cursorId, onOpen }: Props) {
  const [mails, onPointerDown] = useHeldRows(newest);
  if (list.isPending) return <SkeletonRows />;
  if (list.isError && mails.length === 0) {
    const title = failureMessage(list.error, MESSAGES.failedToFetch) ?? MESSAGES.failedToFetch;
    return <ErrorState title={title} onRetry={() => void list.refetch()} />;
  }
  if (mails.length === 0) return <Nothing tab={tab} />;
  const { cursor, selection } = state;
  return (
    <>
      <ul
        className={selection.ids.size > 0 ? "has-selection" : undefined}
        aria-label={MESSAGES.list}
        onPointerDown={onPointerDown}
      >
        {mails.map((mail) => (
          <MailRow
            key={mail.id}
            mail={mail}
            tab={tab}
            isCursor={mail.id === cursorId}
            takesFocus={mail.id === cursor.id && cursor.isByKey}
            isSelected={selection.ids.has(mail.id)}
            onToggle={(id, isRange) => selection.toggle(id, isRange)}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <MoreOfList
          list={list}
          messages={{
            shown: MESSAGES.shown(countText(mails.length), countText(total ?? mails.length)),
            loading: MESSAGES.loading,
            failed: MESSAGES.failedToFetch,
          }}
        />
      )}
    </>
  );
}

function Nothing({ tab }: { tab: Tab }) {
  return (
    <EmptyState title={tab === "held" ? MESSAGES.empty : MESSAGES.emptyTabs[tab]}>
      {tab === "held" && <p>{MESSAGES.emptyHint}</p>}
    </EmptyState>
  );
}

/** Widths of sender, subject and reason; they differ, so that the lines look like mails. */
const ROWS = [
  ["34%", "82%", "58%"],
  ["28%", "64%", "72%"],
  ["40%", "74%", "50%"],
  ["31%", "88%", "62%"],
  ["36%", "58%", "68%"],
  ["26%", "70%", "54%"],
] as const;

/** Lines of the size of what they stand for. */
function SkeletonRows() {
  return (
    <div role="status">
      <span className="visually-hidden">{MESSAGES.loading}</span>
      {ROWS.map((widths) => (
        <div key={widths[0]} className="incoming-row" aria-hidden="true">
          {widths.map((width) => (
            <span key={width} className="skeleton-line">
              <Skeleton width={width} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
