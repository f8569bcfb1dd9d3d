import type { InboxTab } from "#contract/inbox/inbox-reasons.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { useSingleKeys } from "#web/lib/browser/single-key-shortcuts.ts";
import { countText } from "#web/lib/format.ts";
import { useHeldRows } from "#web/lib/list/use-held-rows.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { KeyCaps } from "#web/ui/key-caps.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { MoreOfList, type PagedList } from "#web/ui/table/more-of-list.tsx";
import { cappedCount } from "./capped-count.ts";
import type { InboxItem } from "./data.ts";
import { InboxRow } from "./inbox-row.tsx";
import { INBOX_MESSAGES as MESSAGES } from "./messages.ts";
import type { InboxKeys } from "./use-inbox-keys.ts";

type Props = {
  tab: InboxTab;
  list: PagedList;
  items: readonly InboxItem[];
  total: number | undefined;
  keys: InboxKeys;
};

/** The rows of a tab, or why there are none. */
export function InboxList({ tab, list, items: newest, total, keys }: Props) {
  const [items, onPointerDown] = useHeldRows(newest);
  if (list.isPending) return <SkeletonRows />;
  if (list.isError && items.length === 0) {
    const title = failureMessage(list.error, MESSAGES.failedToLoad) ?? MESSAGES.failedToLoad;
    return <ErrorState title={title} onRetry={() => void list.refetch()} />;
  }
  if (items.length === 0) return <Nothing tab={tab} />;
  const { cursor } = keys.state;
  return (
    <>
      <ul aria-label={MESSAGES.list} onPointerDown={onPointerDown}>
        {items.map((item) => (
          <InboxRow
            key={item.ticket_id}
            item={item}
            isCursor={item.ticket_id === cursor.id}
            takesFocus={item.ticket_id === cursor.id && cursor.isByKey}
            isRemindOpen={item.ticket_id === keys.remindedId}
            onRemindOpen={(isOpen) => keys.openRemind(isOpen ? item.ticket_id : null)}
            onOpen={cursor.point}
            triage={keys.triage}
          />
        ))}
      </ul>
      <MoreOfList
        list={list}
        messages={{
          shown: MESSAGES.shown(
            countText(items.length),
            total === undefined ? countText(items.length) : cappedCount(total),
          ),
          loading: MESSAGES.loading,
          failed: MESSAGES.failedToLoad,
        }}
      >
        <KeyHints />
      </MoreOfList>
    </>
  );
}

function Nothing({ tab }: { tab: InboxTab }) {
  return (
    <EmptyState title={MESSAGES.empty[tab]}>
      <p>{tab === "done" ? MESSAGES.doneHint : MESSAGES.emptyHint}</p>
    </EmptyState>
  );
}

/** The keys of the page, for the eye. */
function KeyHints() {
  const [areOn] = useSingleKeys();
  const { keys } = MESSAGES;
  if (!areOn) return null;
  return (
    <span className="flex-row inbox-keys desktop-only" aria-hidden="true">
      <Hint caps={["J", "K"]} words={keys.move} />
      <Hint caps={["↵"]} words={keys.open} />
      <Hint caps={["E"]} words={keys.done} />
      <Hint caps={["U"]} words={keys.unread} />
      <Hint caps={["H"]} words={keys.remind} />
    </span>
  );
}

function Hint({ caps, words }: { caps: string[]; words: string }) {
  return (
    <span className="flex-row">
      <KeyCaps keys={caps} /> {words}
    </span>
  );
}

/** Widths of subject and reason; they differ, so that the lines look like tickets. */
const ROWS = [
  ["52%", "64%"],
  ["44%", "48%"],
  ["58%", "36%"],
  ["40%", "56%"],
  ["48%", "42%"],
  ["54%", "60%"],
] as const;

/** Lines of the size of what they stand for. */
function SkeletonRows() {
  return (
    <div role="status">
      <span className="visually-hidden">{MESSAGES.loading}</span>
      {ROWS.map(([subject, reason]) => (
        <div key={subject} className="inbox-row" aria-hidden="true">
          <span />
          <Skeleton width="2rem" height="2rem" round />
          <span className="inbox-words">
            <span className="skeleton-line">
              <Skeleton width={subject} />
            </span>
            <span className="skeleton-line">
              <Skeleton width={reason} />
            </span>
          </span>
        </div>
      ))}
    </div>
  );
}
