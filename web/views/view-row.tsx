import { Link } from "@tanstack/react-router";
import { ArrowDown, ArrowUp, House, Pin, PinOff, Trash2 } from "lucide-react";
import { IconButton } from "#web/ui/form/icon-button.tsx";
import { type RowAction, RowActions } from "#web/ui/table/row-actions.tsx";
import type { findView, View } from "./address.ts";
import { VIEW_MESSAGES as MESSAGES } from "./messages.ts";

type Props = {
  found: NonNullable<ReturnType<typeof findView>>;
  isPinned: boolean;
  /** There is room for one more. */
  mayPin: boolean;
  opensTickets: boolean;
  onPin: (isOn: boolean) => void;
  onOpens: (isOn: boolean) => void;
  /** Absent where it has no place to go. */
  onMoveUp?: () => void;
  onMoveDown?: () => void;
  onDelete: () => void;
};

/** A view with whose it is, whether it is pinned, and what can be done with it. */
export function ViewRow({ found: { name, search, view }, isPinned, mayPin, opensTickets, ...on }: Props) {
  const notes = [view && audienceText(view), opensTickets && MESSAGES.opens].filter(Boolean).join(" · ");
  return (
    <li>
      <span className="grow">
        <Link to="/tickets" search={search} className="weight-medium">
          {name}
        </Link>
        <span className="text-tiny subtle">{notes}</span>
      </span>
      {view && view.gone.length > 0 && <span className="badge warning">{MESSAGES.somethingGone}</span>}
      <IconButton
        label={`${isPinned ? MESSAGES.unpin : MESSAGES.pin}: ${name}`}
        aria-pressed={isPinned}
        disabled={!isPinned && !mayPin}
        onClick={() => on.onPin(!isPinned)}
      >
        {isPinned ? <PinOff className="icon" /> : <Pin className="icon" />}
      </IconButton>
      <RowActions
        asMenu
        label={MESSAGES.actionsFor(name)}
        actions={actionsOf(name, view, opensTickets, on)}
      />
    </li>
  );
}

type On = Pick<Props, "onOpens" | "onMoveUp" | "onMoveDown" | "onDelete">;

function actionsOf(name: string, view: View | null, opensTickets: boolean, on: On): RowAction[] {
  const act = (label: string, icon: RowAction["icon"], onSelect: () => void): RowAction => ({
    label,
    name: `${label}: ${name}`,
    icon,
    onSelect,
  });
  const opens = opensTickets ? MESSAGES.opensNoTickets : MESSAGES.opensTickets;
  const { onMoveUp, onMoveDown } = on;
  return [
    ...(onMoveUp ? [act(MESSAGES.moveUp, <ArrowUp className="icon" />, onMoveUp)] : []),
    ...(onMoveDown ? [act(MESSAGES.moveDown, <ArrowDown className="icon" />, onMoveDown)] : []),
    act(opens, <House className="icon" />, () => on.onOpens(!opensTickets)),
    ...(view?.may_edit
      ? [{ ...act(MESSAGES.delete, <Trash2 className="icon" />, on.onDelete), danger: true }]
      : []),
  ];
}

function audienceText({ audience, group_name, owner_fullname }: View): string {
  if (audience === "me") return MESSAGES.me;
  const readers = audience === "team" ? MESSAGES.teamOnly(group_name ?? "") : MESSAGES.everyone;
  return `${readers} · ${owner_fullname}`;
}
