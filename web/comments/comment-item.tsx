import { Lock, Pencil, ShieldX, Trash2, TriangleAlert } from "lucide-react";
import { memo, type ReactNode, useState } from "react";
import { isExternal } from "#contract/access/actor.ts";
import { mayEditComment, mayModerateComment } from "#contract/access/comments.ts";
import { shortId } from "#web/lib/format.ts";
import { useActor, useUser } from "#web/lib/api/session-state.ts";
import { Avatar, NobodyAvatar } from "#web/ui/avatar.tsx";
import { cx } from "#web/ui/class-names.ts";
import { Markdown } from "#web/ui/markdown/markdown.tsx";
import { type RowAction, RowActions } from "#web/ui/table/row-actions.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { AttachmentList } from "#web/uploads/attachment-list.tsx";
import { ByMail, MailFoot } from "./mail/mail-foot.tsx";
import type { TicketMail } from "./mail/ticket-mails.ts";
import { CommentEditor } from "./comment-editor.tsx";
import { VersionsPopover } from "./comment-versions.tsx";
import { type Comment, type NewComment, useRefreshComments } from "./data.ts";
import { COMMENT_MESSAGES } from "./messages.ts";
import type { CommentTools } from "./thread-entries.ts";

type Props = {
  ticketId: string;
  comment: Comment;
  /** The mail that it came by, where it came by one. */
  mail: TicketMail | undefined;
  tools: CommentTools | null;
  onDelete: (comment: Comment) => void;
};

/** One comment: its words, or the box to change them, or its place when it was deleted. */
export const CommentItem = memo(function CommentItem({ ticketId, comment, mail, tools, onDelete }: Props) {
  const [isEditing, setEditing] = useState(false);
  const refresh = useRefreshComments(ticketId);
  const isNote = comment.visibility === "internal";
  const name = nameOf(comment);
  if (comment.deleted_at !== null) return <Tombstone comment={comment} name={name} />;
  return (
    <li className={cx("comment", isNote && "note")} id={`comment-${comment.id}`}>
      {comment.author_type === "system" ? <NobodyAvatar size="large" /> : <Avatar name={name} size="large" />}
      <div>
        <div className="comment-head">
          {tools?.renderBefore(comment)}
          <b>{name}</b>
          <Tags comment={comment} />
          <span className="subtle text-tiny">
            <RelativeTime at={comment.created_at} form="long" />
            {comment.edited_at && <Edited ticketId={ticketId} comment={comment} />}
            {comment.origin_uid !== null && (
              <>
                {" · "}
                {COMMENT_MESSAGES.from} <span className="monospace">{comment.origin_uid}</span>
              </>
            )}
          </span>
          <Acts
            comment={comment}
            besides={tools?.actionsOf(comment) ?? []}
            onEdit={() => setEditing(true)}
            onDelete={() => onDelete(comment)}
          />
        </div>
        {isEditing ? (
          <CommentEditor ticketId={ticketId} comment={comment} onDone={() => setEditing(false)} />
        ) : (
          <>
            {isNote && <NoteMark />}
            <Markdown text={comment.comment} marked={comment.mentions.map(({ name }) => name)} />
          </>
        )}
        <AttachmentList files={comment.attachments} onRemoved={refresh} />
        {mail ? (
          <MailFoot
            ticketId={ticketId}
            mail={mail}
            words={comment.comment}
            fromAddress={comment.from_address}
          />
        ) : (
          comment.from_address !== null && (
            <div className="mail-foot">
              <ByMail fromAddress={comment.from_address} />
            </div>
          )
        )}
      </div>
    </li>
  );
});

/** A comment on its way: faded until the server has it. */
export function PendingComment({ comment }: { comment: NewComment }) {
  const user = useUser();
  const isNote = comment.visibility === "internal";
  return (
    <li className={cx("comment pending", isNote && "note")} aria-busy="true">
      <Avatar name={user.fullname} size="large" />
      <div>
        <div className="comment-head">
          <b>{user.fullname}</b>
          <span className="subtle text-tiny">{COMMENT_MESSAGES.adding}</span>
        </div>
        {isNote && <NoteMark />}
        <Markdown text={comment.comment} />
      </div>
    </li>
  );
}

function NoteMark() {
  return (
    <p className="staff-only flex-row text-tiny">
      <Lock className="icon small" />
      <b>{COMMENT_MESSAGES.internal}</b>
      <span className="desktop-only">{COMMENT_MESSAGES.internalHint}</span>
    </p>
  );
}

function Tags({ comment }: { comment: Comment }) {
  const { id } = useUser();
  return (
    <>
      {comment.author_type === "internal" && <Badge tone="accent">{COMMENT_MESSAGES.staff}</Badge>}
      {comment.author_type === "external" && <Badge>{COMMENT_MESSAGES.client}</Badge>}
      {comment.author_resembles_staff && (
        <Badge tone="warning">
          <TriangleAlert className="icon small" />
          {COMMENT_MESSAGES.resemblesStaff}
        </Badge>
      )}
      {comment.author_id === id && <Badge>{COMMENT_MESSAGES.you}</Badge>}
    </>
  );
}

function Edited({ ticketId, comment }: { ticketId: string; comment: Comment }) {
  const actor = useActor();
  return (
    <>
      {" · "}
      {isExternal(actor) ? (
        COMMENT_MESSAGES.edited
      ) : (
        <VersionsPopover ticketId={ticketId} comment={comment} />
      )}
    </>
  );
}

type ActsProps = {
  comment: Comment;
  besides: readonly RowAction[];
  onEdit: () => void;
  onDelete: () => void;
};

function Acts({ comment, besides, onEdit, onDelete }: ActsProps) {
  const actor = useActor();
  const edit = act(COMMENT_MESSAGES.edit, <Pencil className="icon small" />, onEdit);
  const remove = {
    ...act(COMMENT_MESSAGES.delete, <Trash2 className="icon small" />, onDelete),
    danger: true,
  };
  const moderate = {
    ...act(COMMENT_MESSAGES.moderate, <ShieldX className="icon small" />, onDelete),
    danger: true,
  };
  const actions = [
    ...besides,
    ...(mayEditComment(actor, comment) ? [edit, remove] : []),
    ...(mayModerateComment(actor, comment) ? [moderate] : []),
  ];
  return (
    <span className="actions">
      <RowActions label={COMMENT_MESSAGES.actions} actions={actions} />
    </span>
  );
}

function act(label: string, icon: ReactNode, onSelect: () => void) {
  return { label, name: label, icon, onSelect };
}

/** The place of a deleted comment, for staff alone: clients never get it (rule 87). */
function Tombstone({ comment, name }: { comment: Comment; name: string }) {
  return (
    <li className="comment gone" id={`comment-${comment.id}`}>
      <NobodyAvatar size="large" />
      <div className="comment-head">
        <span className="subtle">{COMMENT_MESSAGES.deleted}</span>
        <span className="subtle text-tiny">
          {name} · <RelativeTime at={comment.deleted_at} form="long" />
        </span>
      </div>
    </li>
  );
}

function nameOf(comment: Comment): string {
  if (comment.author_fullname) return comment.author_fullname;
  return comment.author_id ? shortId(comment.author_id) : COMMENT_MESSAGES.system;
}
