import { Link } from "@tanstack/react-router";
import { Merge, Pencil, Trash2 } from "lucide-react";
import { RowActions } from "#web/ui/table/row-actions.tsx";
import type { Tag } from "./data.ts";
import { TAG_MESSAGES } from "./messages.ts";

export type TagAct = "rename" | "merge" | "delete";

export function TagRow({ tag, onAct }: { tag: Tag; onAct: (act: TagAct) => void }) {
  const { name, aliases, tickets } = tag;
  const named = (label: string) => ({ label, name: `${label}: ${name}` });
  return (
    <li>
      <span className="grow">
        <span className="weight-medium">{name}</span>
        {aliases.length > 0 && (
          <span className="text-tiny subtle">{TAG_MESSAGES.formerly(aliases.join(", "))}</span>
        )}
      </span>
      <Link
        to="/tickets"
        search={{ tag: name }}
        className="text-small subtle numeric"
        title={TAG_MESSAGES.showTickets(name)}
      >
        {TAG_MESSAGES.tickets(tickets)}
      </Link>
      <RowActions
        asMenu
        label={TAG_MESSAGES.actionsFor(name)}
        actions={[
          {
            ...named(TAG_MESSAGES.rename),
            icon: <Pencil className="icon" />,
            onSelect: () => onAct("rename"),
          },
          { ...named(TAG_MESSAGES.merge), icon: <Merge className="icon" />, onSelect: () => onAct("merge") },
          {
            ...named(TAG_MESSAGES.delete),
            icon: <Trash2 className="icon" />,
            danger: true,
            onSelect: () => onAct("delete"),
          },
        ]}
      />
    </li>
  );
}
