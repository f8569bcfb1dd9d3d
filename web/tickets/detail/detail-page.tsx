import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { isExternal } from "#contract/access/actor.ts";
import { CommentSection } from "#web/comments/comment-section.tsx";
import { MailFoot } from "#web/comments/mail/mail-foot.tsx";
import { useTicketMails } from "#web/comments/mail/ticket-mails.ts";
import { useNewestNote } from "#web/comments/use-newest-note.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { useActor, useUser } from "#web/lib/api/session-state.ts";
import { usePageTitle } from "#web/lib/public-config.ts";
import { useHotkey } from "#web/lib/browser/hotkeys.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { Announced } from "#web/ui/feedback/announced.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Markdown } from "#web/ui/markdown/markdown.tsx";
import { BackLink } from "#web/ui/page-head.tsx";
import { AttachmentList } from "#web/uploads/attachment-list.tsx";
import { DetailSkeleton } from "./detail-skeleton.tsx";
import { DETAIL_MESSAGES } from "../detail-messages.ts";
import { getLastList } from "../last-shown-list.ts";
import { PrevNextNav } from "./prev-next-nav.tsx";
import { PresenceLine } from "./presence-line.tsx";
import { IsPartLine, MovedOn, NumberedTicket } from "./moved-on.tsx";
import { marksOf } from "../merge/thread-marks.tsx";
import { useSplit } from "../merge/use-split.tsx";
import { markRead, refreshTicket, type TicketDetail } from "../ticket-data.ts";
import { ticketQuery } from "../ticket-query.ts";
import { refreshLists } from "../data.ts";
import { TicketHead, TrashBanner } from "./ticket-head.tsx";
import { TicketMissing } from "./ticket-missing.tsx";
import { fetchTicketWithItsParts, useTicketReady } from "./use-ticket-with-its-parts.ts";
import { TicketRail } from "./ticket-rail.tsx";

/** A ticket by its id, or by its number, which leads to the id. */
export function DetailPage() {
  const { ticketId } = useParams({ from: "/protected/tickets/$ticketId" });
  return ID.test(ticketId) ? <TicketPage ticketId={ticketId} /> : <NumberedTicket uid={ticketId} />;
}

/** Asks for what is not here yet of what the page shows; one by its number leads to its id first. */
export async function fetchTicket(ticketId: string): Promise<void> {
  if (ID.test(ticketId)) await fetchTicketWithItsParts(ticketId);
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

function TicketPage({ ticketId }: { ticketId: string }) {
  const ticket = useQuery(ticketQuery(ticketId));
  const [isWriting, setWriting] = useState(false);
  if (ticket.isError && !ticket.data)
    return <TicketMissing error={ticket.error} onRetry={() => void ticket.refetch()} />;
  if (ticket.data?.merged_into) {
    const { uid, merged_into } = ticket.data;
    return <MovedOn uid={uid} to={merged_into.id} isFetching={ticket.isFetching} />;
  }
  return (
    <>
      <div className="flex-row between">
        <BackLink to="/tickets" search={getLastList()}>
          {DETAIL_MESSAGES.back}
        </BackLink>
        <span className="grow" />
        {ticket.data && <PresenceLine key={ticketId} ticketId={ticketId} isWriting={isWriting} />}
        <PrevNextNav ticketId={ticketId} />
      </div>
      <GoneBanner isGone={isNotFound(ticket.error)} />
      <Ticket key={ticketId} ticketId={ticketId} ticket={ticket.data} onWriting={setWriting} />
    </>
  );
}

/** It went into the trash, or out of sight, while it was open: what is being written in it stays on the screen. */
function GoneBanner({ isGone }: { isGone: boolean }) {
  return (
    <Announced>
      {isGone && (
        <Banner tone="warning" title={DETAIL_MESSAGES.isGone}>
          {DETAIL_MESSAGES.isGoneHint}
        </Banner>
      )}
    </Announced>
  );
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

type Props = { ticket: TicketDetail; onWriting: (isWriting: boolean) => void };

function Ticket({
  ticketId,
  ticket,
  onWriting,
}: Partial<Props> & Pick<Props, "onWriting"> & { ticketId: string }) {
  const isWhole = useTicketReady(ticketId, ticket);
  return ticket && isWhole ? <Detail ticket={ticket} onWriting={onWriting} /> : <DetailSkeleton />;
}

function Detail(props: Props) {
  const { ticket, onWriting } = props;
  const client = useQueryClient();
  const actor = useActor();
  const composer = useRef<HTMLTextAreaElement>(null);
  const [isBeginning, setBeginning] = useState(false);
  const opening = useTicketMails(ticket.id).mails.get(null);
  usePageTitle(`${ticket.uid} ${ticket.subject}`);
  useHotkey("r", () => composer.current?.focus());
  useMarkRead(ticket);
  const { tools, choice } = useSplit(ticket);
  return (
    <>
      <TrashBanner ticket={ticket} />
      <IsPartLine ticket={ticket} />
      {hasMerges(ticket) &&
        (isExternal(actor) ? (
          <oldDrafts.Part ticketId={ticket.id} />
        ) : (
          <mergesPanel.Part ticketId={ticket.id} />
        ))}
      <div className="ticket-columns">
        <div className="stack wide">
          <TicketHead
            ticket={ticket}
            isByMail={opening !== undefined}
            onAddChecklist={() => setBeginning(true)}
          />
          <section className="stack" aria-label={DETAIL_MESSAGES.issue}>
            <Markdown text={ticket.issue} />
            <AttachmentList
              files={ticket.attachments}
              onRemoved={() => void refreshTicket(client, ticket.id)}
            />
            {opening && (
              <MailFoot ticketId={ticket.id} mail={opening} words={ticket.issue} fromAddress={null} />
            )}
          </section>
          <CommentSection
            ticket={ticket}
            composerRef={composer}
            marks={marksOf(ticket)}
            tools={tools}
            onWriting={onWriting}
            onChanged={() => {
              void refreshTicket(client, ticket.id);
              void refreshLists(client);
            }}
          />
        </div>
        <TicketRail ticket={ticket} checklist={{ isBeginning, onEnd: () => setBeginning(false) }} />
      </div>
      {choice && <splitBar.Part ticketId={ticket.id} choice={choice} />}
    </>
  );
}

const mergesPanel = lazyPart(
  () => import("../merge/merges-panel.tsx"),
  (module) => module.MergesPanel,
  { isOptional: true },
);
const oldDrafts = lazyPart(
  () => import("../merge/old-drafts.tsx"),
  (module) => module.OldDrafts,
  { isOptional: true },
);
const splitBar = lazyPart(
  () => import("../merge/split-bar.tsx"),
  (module) => module.SplitBar,
);

function hasMerges({ merged_from, split_from }: TicketDetail): boolean {
  return merged_from.length > 0 || split_from !== null;
}

/** Marks the ticket on the screen as read, again with each change and note; in a hidden tab once it is visible again. */
function useMarkRead({ id, updated }: TicketDetail): void {
  const client = useQueryClient();
  const note = useNewestNote(id, useUser().id);
  const seenNote = useRef(note);
  useEffect(() => {
    // The unread mark is a convenience: after a failure the next look sends it.
    const markAsRead = () => void markRead(client, id).catch(() => undefined);
    if (document.visibilityState === "visible") markAsRead();
    else document.addEventListener("visibilitychange", markAsRead, { once: true });
    return () => document.removeEventListener("visibilitychange", markAsRead);
    // A new `updated` is something new to read.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [client, id, updated]);
  // A note moves nothing on the ticket, and yet stands in the Inbox.
  useEffect(() => {
    const isNew = seenNote.current !== undefined && note && note !== seenNote.current;
    seenNote.current = note;
    if (isNew && document.visibilityState === "visible") void markRead(client, id).catch(() => undefined);
  }, [client, id, note]);
}
