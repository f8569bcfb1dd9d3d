import { ChevronDown, UserPlus } from "lucide-react";
import { useEffect, useRef } from "react";
import { AssigneePicker } from "#web/tickets/assignee-picker.tsx";
import { LIST_MESSAGES } from "#web/tickets/messages.ts";
import { Person } from "#web/ui/avatar.tsx";
import { type RecentTicket, useAssignTicket } from "../data.ts";
import { RECENT_MESSAGES as W } from "../messages.ts";

/** Gives an unassigned ticket to somebody in place. The name stands there, pale, until the server has agreed. */
export function AssignAgent({ row }: { row: RecentTicket }) {
  const assign = useAssignTicket(row.id);
  const cell = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!assign.isPending) return undefined;
    // The button that had the focus is gone: the row keeps it, so that the keyboard goes on from here.
    const timer = window.setTimeout(() => {
      if (document.activeElement === document.body)
        cell.current?.closest("tr")?.querySelector<HTMLElement>(".column-subject a")?.focus();
    });
    return () => window.clearTimeout(timer);
  }, [assign.isPending]);
  if (assign.isPending) {
    return (
      <span ref={cell} className="is-saving">
        <Person name={assign.variables.fullname} empty={LIST_MESSAGES.unassigned} />
      </span>
    );
  }
  return (
    <AssigneePicker
      value={null}
      onChange={(person) => person && assign.mutate(person)}
      trigger={
        <button type="button" className="select small assign-button" aria-label={W.assignTicket(row.uid)}>
          <UserPlus className="icon small" />
          <span className="value">{W.assign}</span>
          <ChevronDown className="icon small" />
        </button>
      }
    />
  );
}
