import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useHotkey } from "#web/lib/browser/hotkeys.ts";
import { useIsBelow } from "#web/lib/browser/media-query.ts";
import { usePageTitle } from "#web/lib/public-config.ts";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { BlockedButton } from "./blocked/blocked-button.tsx";
import { mailsOf, mailsQuery } from "./data.ts";
import { useDecide } from "./decide/use-decide.ts";
import { readIncomingSearch, tabOf } from "./incoming-search-params.ts";
import { KeyHints } from "./key-hints.tsx";
import { BulkBar } from "./list/bulk-bar.tsx";
import { MailList } from "./list/mail-list.tsx";
import { StateTabs } from "./list/state-tabs.tsx";
import { useLiveMails } from "./list/use-live-mails.ts";
import { LastMail, MailboxesAway, MailboxesLink } from "./mailboxes.tsx";
import { INCOMING_MESSAGES as MESSAGES } from "./messages.ts";
import { Reader } from "./reader/reader.tsx";
import { useOpenMail } from "./use-open-mail.ts";
import "#web/styles/mail.css";

/** Up to here the reader stands in the place of the list; the sheet says the same. */
const WIDEST_SINGLE = 1100;

/** The mails that need a decision: the list, and the mail that is read beside it. */
export function IncomingPage() {
  usePageTitle(MESSAGES.title);
  const navigate = useNavigate();
  const search = useSearch({ from: "/protected/incoming", select: readIncomingSearch });
  const tab = tabOf(search);
  const isSingle = useIsBelow(WIDEST_SINGLE);
  const list = useInfiniteQuery(mailsQuery(tab));
  const mails = useMemo(() => mailsOf(list.data), [list.data]);
  const counts = list.data?.pages[0]?.meta.counts;
  const open = useOpenMail({
    search,
    mails,
    isSingle,
    onNear: () => void (list.hasNextPage && list.fetchNextPage()),
  });
  const { selection } = open.state;
  const decide = useDecide((ids) => {
    selection.clear();
    open.moveOn(ids);
  });
  useHotkey("u", decide.undo);
  const [isPointed, setPointed] = useState(false);
  useLiveMails(isPointed || selection.ids.size > 0);
  const lastCounts = useLast(counts);
  const isEmpty = !list.isPending && mails.length === 0 && !search.mail;
  return (
    <>
      <PageHead
        title={MESSAGES.title}
        count={lastCounts?.held}
        subtitle={MESSAGES.subtitle}
        actions={
          <>
            <LastMail />
            <BlockedButton />
            <MailboxesLink />
          </>
        }
      />
      <MailboxesAway />
      <Card className={cx("incoming", search.mail !== undefined && "is-reading", isEmpty && "is-empty")}>
        <div
          className="incoming-list"
          onPointerEnter={({ pointerType }) => pointerType === "mouse" && setPointed(true)}
          onPointerLeave={() => setPointed(false)}
        >
          <StateTabs tab={tab} counts={lastCounts} />
          <MailList
            tab={tab}
            list={list}
            mails={mails}
            total={list.data?.pages[0]?.meta.total}
            state={open.state}
            cursorId={search.mail ?? open.state.cursor.id}
            onOpen={open.remember}
          />
        </div>
        {search.mail ? (
          <Reader
            key={search.mail}
            id={search.mail}
            tab={tab}
            isSingle={isSingle}
            decide={decide}
            isAskedFor={() => [search.mail, null].includes(open.state.cursor.idNow())}
            onOpenTicket={(ticketId) => void navigate({ to: "/tickets/$ticketId", params: { ticketId } })}
          />
        ) : (
          !isEmpty && <NoMail isThere={mails.length > 0} />
        )}
      </Card>
      {mails.length > 0 && <KeyHints />}
      {selection.ids.size > 0 && (
        <BulkBar
          mails={mails.filter(({ id }) => selection.ids.has(id))}
          decide={decide}
          onClear={selection.clear}
        />
      )}
    </>
  );
}

/** Stands in the reader's place until a mail is chosen. */
function NoMail({ isThere }: { isThere: boolean }) {
  return (
    <div className="mail-reader">
      {isThere && (
        <EmptyState small title={MESSAGES.choose}>
          <p>{MESSAGES.chooseHint}</p>
        </EmptyState>
      )}
    </div>
  );
}

/** The last known value, while the next one is on its way. */
function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, keep] = useState(value);
  if (value !== undefined && value !== last) keep(value);
  return value ?? last;
}
