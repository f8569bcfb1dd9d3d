import { Link } from "@tanstack/react-router";
import { MergeIcon, Split } from "lucide-react";
import type { ReactNode } from "react";
import type { ThreadMark } from "#web/comments/thread-entries.ts";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import type { TicketDetail } from "../ticket-data.ts";
import { PART_MESSAGES as MESSAGES } from "./part-messages.ts";

type Marked = Pick<TicketDetail, "id" | "merged_from" | "split_into" | "split_from">;

/** Lines between the comments: where another ticket became part of this one, and where comments moved on. */
export function marksOf({ merged_from, split_into, split_from }: Marked): ThreadMark[] {
  return [
    ...(split_from
      ? [
          mark(`from ${split_from.id}`, split_from.at, {
            icon: <Split className="icon small" />,
            text: <TicketLink id={split_from.id}>{MESSAGES.splitFrom(split_from.uid)}</TicketLink>,
          }),
        ]
      : []),
    ...merged_from.map(({ uid, at }) =>
      mark(uid, at, { icon: <MergeIcon className="icon small" />, text: MESSAGES.becamePart(uid) }),
    ),
    ...split_into.map(({ id, uid, at, comments }) =>
      mark(id, at, {
        icon: <Split className="icon small" />,
        text: <TicketLink id={id}>{MESSAGES.moved(comments, uid)}</TicketLink>,
      }),
    ),
  ];
}

function mark(id: string, at: string, { icon, text }: { icon: ReactNode; text: ReactNode }): ThreadMark {
  return {
    id,
    at,
    node: (
      <li key={id} className="mail-line">
        <span className="mail-dot">{icon}</span>
        <div>
          {text}{" "}
          <span className="subtle text-tiny">
            · <RelativeTime at={at} form="long" />
          </span>
        </div>
      </li>
    ),
  };
}

function TicketLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link className="link" to="/tickets/$ticketId" params={{ ticketId: id }}>
      {children}
    </Link>
  );
}
