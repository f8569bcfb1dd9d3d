import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { cx } from "#web/ui/class-names.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import type { Mail } from "../data.ts";
import { searchOf, type Tab } from "../incoming-search-params.ts";
import { INCOMING_MESSAGES } from "../messages.ts";
import { senderName } from "../reason-text.ts";
import { ReasonLine } from "./reason-line.tsx";

export type RowState = {
  isCursor: boolean;
  /** A key has brought the cursor here: the row comes into view. */
  takesFocus: boolean;
  isSelected: boolean;
};
type Props = RowState & {
  mail: Mail;
  tab: Tab;
  onToggle: (id: string, isRange: boolean) => void;
  onOpen: (id: string) => void;
};

/** One mail of the list: who, what about, and why it is here. */
export function MailRow({ mail, tab, isCursor, takesFocus, isSelected, onToggle, onOpen }: Props) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    row.current?.querySelector("a")?.focus({ preventScroll: true });
    row.current?.scrollIntoView({ block: "nearest" });
  }, [takesFocus]);
  const subject = mail.subject || INCOMING_MESSAGES.noSubject;
  return (
    <li ref={row} className={cx("incoming-row", isCursor && "is-cursor", isSelected && "is-selected")}>
      <Link
        to="/incoming"
        search={searchOf(tab, mail.id)}
        resetScroll={false}
        aria-current={isCursor ? "true" : undefined}
        onClick={() => onOpen(mail.id)}
      >
        <span className="flex-row between">
          <span className="weight-medium truncate">{senderName(mail)}</span>
          <span className="text-tiny subtle">
            <RelativeTime at={mail.received_at} />
          </span>
        </span>
        <span className="muted truncate incoming-subject">{subject}</span>
        <ReasonLine mail={mail} />
      </Link>
      <Checkbox
        aria-label={INCOMING_MESSAGES.select(subject)}
        checked={isSelected}
        // The change event does not know of Shift; the click, which keys cause as well, does.
        onChange={() => {}}
        onClick={(event) => onToggle(mail.id, event.shiftKey)}
      />
    </li>
  );
}
