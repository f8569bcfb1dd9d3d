import { Link } from "@tanstack/react-router";
import {
  AlarmClock,
  AtSign,
  Bell,
  Check,
  CircleAlert,
  Lock,
  Reply,
  Send,
  Undo2,
  UserCheck,
} from "lucide-react";
import { createElement, useEffect, useRef } from "react";
import { rememberOpened } from "#web/lib/list/use-keyboard-cursor.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { cx } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/form/icon-button.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import type { InboxItem } from "./data.ts";
import { INBOX_MESSAGES as MESSAGES } from "./messages.ts";
import { reasonText } from "./reason-text.ts";
import { RemindMenu } from "./remind-menu.tsx";
import type { Triage } from "./use-triage.ts";
import { useSwipe } from "./use-swipe.ts";

type Props = {
  item: InboxItem;
  isCursor: boolean;
  /** A key has brought the cursor here: the row comes into view. */
  takesFocus: boolean;
  isRemindOpen: boolean;
  onRemindOpen: (isOpen: boolean) => void;
  onOpen: (ticketId: string) => void;
  triage: Triage;
};

/** One ticket of the Inbox: which, what happened on it last, and what to do with the row. */
export function InboxRow({ item, isCursor, takesFocus, isRemindOpen, onRemindOpen, onOpen, triage }: Props) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    row.current?.querySelector("a")?.focus({ preventScroll: true });
    row.current?.scrollIntoView({ block: "nearest" });
  }, [takesFocus]);
  const isDone = item.done_at !== null;
  const settle = () => triage.act(item, isDone ? "undone" : "done");
  const swipe = useSwipe(settle);
  return (
    <li
      ref={row}
      className={cx("inbox-row", item.is_unread && !isDone && "is-unread", isCursor && "is-cursor")}
      {...swipe}
    >
      <span className="inbox-dot">
        {item.is_unread && !isDone && <span className="visually-hidden">{MESSAGES.unread}</span>}
      </span>
      <Sign item={item} />
      <div className="inbox-words">
        <Link
          className="inbox-subject"
          to="/tickets/$ticketId"
          params={{ ticketId: item.ticket_id }}
          aria-current={isCursor ? "true" : undefined}
          onClick={() => {
            onOpen(item.ticket_id);
            rememberOpened(item.ticket_id);
          }}
        >
          <span className="monospace subtle">{item.uid}</span>
          <span className="inbox-title">{item.subject}</span>
        </Link>
        <Reason item={item} />
      </div>
      <span className="desktop-only">
        <StatusBadge status={item.status} />
      </span>
      <span className="inbox-time">
        <RelativeTime at={isDone ? item.done_at : item.happened_at} />
      </span>
      <span className="inbox-acts">
        {!isDone && (
          <RemindMenu
            open={isRemindOpen}
            onOpenChange={onRemindOpen}
            uid={item.uid}
            onChoose={(at) => triage.act(item, "remind", at)}
            icon={<Bell className="icon small" />}
          />
        )}
        <IconButton label={isDone ? MESSAGES.undone : MESSAGES.done} onClick={settle}>
          {isDone ? <Undo2 className="icon small" /> : <Check className="icon small" />}
        </IconButton>
      </span>
    </li>
  );
}

/** The disc of who did it, or a sign where nobody did. */
function Sign({ item }: { item: InboxItem }) {
  const icon = item.reason === "due" ? AlarmClock : item.reason === "unsent" ? Send : null;
  if (icon === null) return <Avatar name={item.actor_fullname ?? MESSAGES.somebody} size="large" />;
  return (
    <span className="avatar large inbox-sign" aria-hidden="true">
      {createElement(icon, { className: "icon" })}
    </span>
  );
}

function Reason({ item }: { item: InboxItem }) {
  const { what, more } = reasonText(item);
  const isNote = item.reason === "replied" && item.visibility === "internal";
  return (
    <span className="inbox-reason">
      {createElement(isNote ? Lock : ICONS[item.reason], { className: "icon small" })}
      <span className="truncate">
        <b>{what}</b>
        {more && ` ${more}`}
      </span>
      {item.news > 1 && <Badge tone="accent">{MESSAGES.news(item.news)}</Badge>}
    </span>
  );
}

const ICONS = {
  mentioned: AtSign,
  assigned: UserCheck,
  replied: Reply,
  due: AlarmClock,
  unsent: CircleAlert,
} as const satisfies Record<InboxItem["reason"], unknown>;
