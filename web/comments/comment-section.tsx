import { useInfiniteQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useState } from "react";
import { isClosed } from "#contract/statuses.ts";
import { openItemsText } from "#web/checklists/open-items.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { useCurrentTime } from "#web/lib/current-time.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { cx } from "#web/ui/class-names.ts";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { CountPill } from "#web/ui/page-head.tsx";
import { MailLine } from "./mail/mail-line.tsx";
import { useTicketMails } from "./mail/ticket-mails.ts";
import { CommentComposer } from "./comment-composer.tsx";
import { CommentItem, PendingComment } from "./comment-item.tsx";
import { CommentSkeleton } from "./comment-skeleton.tsx";
import { findReplyEffect, type CommentedTicket } from "./reply-effect-on-ticket.ts";
import { type Comment, commentsOf, commentsQuery, type NewComment, useDeleteComment } from "./data.ts";
import { COMMENT_MESSAGES } from "./messages.ts";
import { useSendAnswer } from "./sending/use-send-answer.ts";
import { useWaiting } from "./sending/waiting-query.ts";
import { type CommentTools, inOrder, type ThreadMark } from "./thread-entries.ts";

type Props = {
  ticket: CommentedTicket & {
    checklist?: { done: number; items: number } | null;
    has_draft?: boolean;
    open_reporters?: number | null;
  };
  /** Called after the conversation changed: an answer may have moved the ticket. */
  onChanged: () => void;
  /** Called when the person begins and stops to write. */
  onWriting: (isWriting: boolean) => void;
  composerRef: RefObject<HTMLTextAreaElement | null>;
  marks: readonly ThreadMark[];
  tools: CommentTools | null;
};

/** The conversation of a ticket and the box to go on with it. */
export function CommentSection({ ticket, onChanged, onWriting, composerRef, marks, tools }: Props) {
  const actor = useActor();
  const now = useCurrentTime();
  const comments = useAllComments(ticket.id);
  const answering = useSendAnswer(ticket.id);
  const [asked, setAsked] = useState<Comment | null>(null);
  return (
    <section className="stack" aria-label={COMMENT_MESSAGES.comments}>
      <h2 className="section-title weight-semibold flex-row">
        {COMMENT_MESSAGES.comments}
        {comments.total !== undefined && <CountPill n={comments.total} />}
      </h2>
      <Thread
        comments={comments}
        pending={answering.pending}
        ticketId={ticket.id}
        marks={marks}
        tools={tools}
        onDelete={setAsked}
      />
      <CommentComposer
        ticketId={ticket.id}
        replyEffect={findReplyEffect(ticket, actor, now)}
        openItems={isClosed(ticket.status) ? null : openItemsText([ticket.checklist])}
        inputRef={composerRef}
        onWriting={onWriting}
        send={answering.send}
        onSent={onChanged}
        hasDraft={ticket.has_draft}
        isIncident={typeof ticket.open_reporters === "number"}
      />
      <DeleteDialog
        ticketId={ticket.id}
        comment={asked}
        isOwn={asked?.author_id === actor.id}
        onClose={() => setAsked(null)}
        onDeleted={onChanged}
      />
    </section>
  );
}

const waitingAnswers = lazyPart(
  () => import("./sending/waiting-answers.tsx"),
  (module) => module.WaitingAnswers,
  { isOptional: true },
);

type ThreadProps = {
  comments: ReturnType<typeof useAllComments>;
  pending: NewComment | null;
  ticketId: string;
  onDelete: (comment: Comment) => void;
} & Pick<Props, "marks" | "tools">;

function Thread({ comments, pending, ticketId, marks, tools, onDelete }: ThreadProps) {
  const { mails, lines } = useTicketMails(ticketId);
  const known = useWaiting(ticketId);
  if (comments.error) {
    return (
      <ErrorState title={COMMENT_MESSAGES.failedToFetch} onRetry={comments.retry}>
        {failureMessage(comments.error) ?? undefined}
      </ErrorState>
    );
  }
  if (!comments.list) return <CommentSkeleton />;
  const isThere = new Set(comments.list.map(({ id }) => id));
  const waiting = known.filter(({ id }) => !isThere.has(id));
  if (comments.list.length + lines.length + marks.length + waiting.length === 0 && !pending)
    return <EmptyState small title={COMMENT_MESSAGES.none} />;
  return (
    <ul className={cx("thread", comments.list.length > LONG && "long")}>
      {inOrder(comments.list, lines, marks).map((entry) => {
        if ("mark" in entry) return entry.mark.node;
        if ("line" in entry) return <MailLine key={entry.line.id} ticketId={ticketId} mail={entry.line} />;
        const { comment } = entry;
        return (
          <CommentItem
            key={comment.id}
            ticketId={ticketId}
            comment={comment}
            mail={mails.get(comment.id)}
            tools={tools}
            onDelete={onDelete}
          />
        );
      })}
      {comments.isLoadingMore && <CommentSkeleton />}
      {waiting.length > 0 && <waitingAnswers.Part waiting={waiting} />}
      {pending && <PendingComment comment={pending} />}
    </ul>
  );
}

/** Number of comments from which those far outside the screen are not laid out. */
const LONG = 60;

/** Fetches page after page: the newest words stand at the end, where the person writes. */
function useAllComments(ticketId: string) {
  const query = useInfiniteQuery(commentsQuery(ticketId));
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  return {
    list: data && commentsOf(data),
    total: data?.pages[0]?.total,
    // Without a connection the conversation stays readable as it was.
    error: query.isError && !data ? query.error : null,
    isLoadingMore: hasNextPage,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : query.refetch()),
  };
}

function DeleteDialog(props: {
  ticketId: string;
  comment: Comment | null;
  isOwn: boolean;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { comment, isOwn, onClose } = props;
  const deleting = useDeleteComment(props.ticketId);
  return (
    <ConfirmDialog
      open={comment !== null}
      onOpenChange={(open) => !open && onClose()}
      title={isOwn ? COMMENT_MESSAGES.delete : COMMENT_MESSAGES.moderate}
      description={isOwn ? COMMENT_MESSAGES.deleteQuestion : COMMENT_MESSAGES.moderateQuestion}
      act={isOwn ? COMMENT_MESSAGES.deleteAct : COMMENT_MESSAGES.moderateAct}
      busyLabel={COMMENT_MESSAGES.deleting}
      onConfirm={() => deleting.mutateAsync(comment?.id ?? "").then(props.onDeleted)}
    />
  );
}
