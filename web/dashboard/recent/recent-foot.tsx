import { Link } from "@tanstack/react-router";
import { ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import { useId } from "react";
import { countText } from "#web/lib/format.ts";
import { LIST_MESSAGES } from "#web/tickets/messages.ts";
import { RECENT_MESSAGES as W } from "../messages.ts";

/** The choices of rule 234. Paging happens in the ticket list, so here they are shown but disabled (rule 62). */
const ROWS_PER_PAGE = [10, 25, 50];

export function RecentFoot({ shown, total }: { shown: number; total: number | undefined }) {
  const hint = useId();
  const field = useId();
  const disabled = { disabled: true, "aria-describedby": hint };
  return (
    <footer className="card-foot wrap">
      <span role="status">
        {total === undefined ? LIST_MESSAGES.loading : W.showing(countText(shown), countText(total))}
      </span>
      <Link to="/tickets" search={{}} id={hint} className="all-tickets">
        {W.openList}
      </Link>
      <div className="pager">
        <label className="subtle desktop-only" htmlFor={field}>
          {W.rowsPerPage}
        </label>
        <span className="rows-select" title={W.openList}>
          <select id={field} className="select small" aria-label={W.rowsPerPage} {...disabled}>
            {ROWS_PER_PAGE.map((rows) => (
              <option key={rows}>{rows}</option>
            ))}
          </select>
          <ChevronDown className="icon small" />
        </span>
        <button
          type="button"
          className="icon-button"
          aria-label={W.previousPage}
          title={W.openList}
          {...disabled}
        >
          <ChevronLeft className="icon" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={W.nextPage}
          title={W.openList}
          {...disabled}
        >
          <ChevronRight className="icon" />
        </button>
      </div>
    </footer>
  );
}
