import type { ReactNode } from "react";
import type { RowAction } from "#web/ui/table/row-actions.tsx";
import type { Comment } from "./data.ts";
import type { TicketMail } from "./mail/ticket-mails.ts";

/** A line between the comments that the ticket's page brings. */
export type ThreadMark = { id: string; at: string; node: ReactNode };

/** What the ticket's page adds to each comment. */
export type CommentTools = {
  actionsOf: (comment: Comment) => readonly RowAction[];
  /** Stands before the name. */
  renderBefore: (comment: Comment) => ReactNode;
};

type Entry =
  | { at: string; comment: Comment }
  | { at: string; line: TicketMail }
  | { at: string; mark: ThreadMark };

/** Comments keep their order; whatever else there is stands before the first comment that is younger. */
export function inOrder(
  comments: readonly Comment[],
  lines: readonly TicketMail[],
  marks: readonly ThreadMark[],
): Entry[] {
  const entries: Entry[] = comments.map((comment) => ({ at: comment.created_at, comment }));
  const others: Entry[] = [
    ...lines.map((line) => ({ at: line.at, line })),
    ...marks.map((mark) => ({ at: mark.at, mark })),
  ];
  for (const other of others) {
    const younger = entries.findIndex(({ at }) => at > other.at);
    entries.splice(younger === -1 ? entries.length : younger, 0, other);
  }
  return entries;
}
