import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { CheckCheck } from "lucide-react";
import { useMemo, useState } from "react";
import { mayHaveInbox } from "#contract/access/inbox.ts";
import type { InboxTab } from "#contract/inbox/inbox-reasons.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { actorOf, sessionNow } from "#web/lib/api/session-state.ts";
import { usePageTitle } from "#web/lib/public-config.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { cappedCount } from "./capped-count.ts";
import { inboxQuery, type InboxCounts, itemsOf } from "./data.ts";
import { InboxList } from "./inbox-list.tsx";
import { readInboxSearch } from "./inbox-search-params.ts";
import { InboxTabs } from "./inbox-tabs.tsx";
import { INBOX_MESSAGES as MESSAGES } from "./messages.ts";
import { useInboxKeys } from "./use-inbox-keys.ts";
import { useLiveInbox } from "./use-live-inbox.ts";
import { useTriage } from "./use-triage.ts";
import "#web/styles/mail.css";

/** Asks for the rows of the tab that an address names, if they are not here yet. */
export async function fetchInbox(address: { tab?: string }): Promise<void> {
  const { user } = sessionNow();
  const { tab = "unread" } = readInboxSearch(address);
  if (user && mayHaveInbox(actorOf(user))) await queryClient.ensureInfiniteQueryData(inboxQuery(tab));
}

/** What concerns the person who looks: one row a ticket, newest first, worked off by keys. */
export function InboxPage() {
  usePageTitle(MESSAGES.title);
  const navigate = useNavigate();
  const { tab = "unread" } = useSearch({ from: "/protected/inbox", select: readInboxSearch });
  const list = useInfiniteQuery(inboxQuery(tab));
  const items = useMemo(() => itemsOf(list.data), [list.data]);
  const counts = useLast(list.data?.pages[0]?.meta.counts);
  const triage = useTriage();
  const [isPointed, setPointed] = useState(false);
  useLiveInbox(isPointed);
  const keys = useInboxKeys({
    tab,
    items,
    triage,
    onNear: () => void (list.hasNextPage && list.fetchNextPage()),
    onOpen: (ticketId) => void navigate({ to: "/tickets/$ticketId", params: { ticketId } }),
  });
  return (
    <>
      <PageHead
        title={MESSAGES.title}
        beside={counts && counts.unread > 0 && <UnreadPill count={counts.unread} />}
        actions={
          tab !== "done" &&
          items.length > 0 && (
            <Button icon={<CheckCheck className="icon" />} onClick={() => triage.doneAll(items)}>
              {MESSAGES.markAllDone}
            </Button>
          )
        }
      />
      <Card className="inbox">
        <div
          onPointerEnter={({ pointerType }) => pointerType === "mouse" && setPointed(true)}
          onPointerLeave={() => setPointed(false)}
        >
          <InboxTabs tab={tab} counts={counts} />
          <InboxList tab={tab} list={list} items={items} total={totalOf(tab, counts)} keys={keys} />
        </div>
      </Card>
    </>
  );
}

function UnreadPill({ count }: { count: number }) {
  return <span className="count">{MESSAGES.unreadCount(cappedCount(count))}</span>;
}

/** Nobody counts what is done. */
function totalOf(tab: InboxTab, counts: InboxCounts | undefined): number | undefined {
  return tab === "done" ? undefined : counts?.[tab];
}

/** The last known value, while the next one is on its way. */
function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, keep] = useState(value);
  if (value !== undefined && value !== last) keep(value);
  return value ?? last;
}
