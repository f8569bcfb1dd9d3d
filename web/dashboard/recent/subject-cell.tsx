import { Link } from "@tanstack/react-router";
import { usePreload } from "#web/tickets/preload-ticket.ts";
import type { RecentTicket } from "../data.ts";

/** The subject, leading to the ticket, which is fetched as soon as somebody means to go there. */
export function SubjectCell({ row }: { row: RecentTicket }) {
  const preload = usePreload(row.id);
  return (
    <td role="cell" className="column-subject">
      <span className="subject-line">
        <Link
          to="/tickets/$ticketId"
          params={{ ticketId: row.id }}
          className="strong"
          title={row.subject}
          {...preload}
        >
          {row.subject}
        </Link>
      </span>
    </td>
  );
}
