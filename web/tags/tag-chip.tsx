import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { TAG_MESSAGES } from "./messages.ts";

/** A tag of a ticket: leads to all tickets with it, and can be taken off where it may be. */
export function TagChip({ name, onRemove }: { name: string; onRemove?: () => void }) {
  return (
    <span className="tag-chip">
      <Link to="/tickets" search={{ tag: name }} title={TAG_MESSAGES.showTickets(name)} className="truncate">
        {name}
      </Link>
      {onRemove && (
        <button type="button" aria-label={TAG_MESSAGES.remove(name)} onClick={onRemove}>
          <X className="icon small" />
        </button>
      )}
    </span>
  );
}
