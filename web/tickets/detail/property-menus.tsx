import { Check } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { mayChangeField, mayMoveTicketTo, maySetPriority } from "#contract/access/tickets.ts";
import { isClosed, PRIORITIES, type Status, STATUSES } from "#contract/statuses.ts";
import { openItemsText } from "#web/checklists/open-items.ts";
import { useHotkey } from "#web/lib/browser/hotkeys.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { useActor } from "#web/lib/api/session-state.ts";
import { TeamPicker } from "#web/groups/team-picker.tsx";
import { Person } from "#web/ui/avatar.tsx";
import { cx } from "#web/ui/class-names.ts";
import { Menu, MenuItem } from "#web/ui/overlay/menu.tsx";
import { PriorityBadge, PriorityGlyph, priorityLabel } from "#web/ui/priority-badge.tsx";
import { StatusBadge, StatusGlyph, statusLabel } from "#web/ui/status-badge.tsx";
import { AssigneePicker } from "../assignee-picker.tsx";
import { CHANGE_MESSAGES } from "../change-messages.ts";
import { DETAIL_MESSAGES } from "../detail-messages.ts";
import { type TicketDetail, useInlineChange } from "../ticket-data.ts";
import { ticketAttributesOf, nameOrShortId } from "../ticket-attributes.ts";

/** `hasKey`: this one of the ticket's two places answers to the key. */
type Props = { ticket: TicketDetail; hasKey?: boolean };

/** The status, and for those who may a menu of all they may move it to (rule 70). */
export function StatusProperty({ ticket, hasKey = false }: Props) {
  const actor = useActor();
  const change = useInlineChange(ticket.id);
  const [asked, setAsked] = useState<Status | null>(null);
  const statuses = STATUSES.filter((status) => mayMoveTicketTo(actor, ticketAttributesOf(ticket), status));
  const open = ticket.open_reporters ?? 0;
  const asks = (status: Status) => open > 0 && isClosed(status) && !isClosed(ticket.status);
  return (
    <>
      <ChoiceMenu
        label={DETAIL_MESSAGES.changeStatus}
        hotkey={hasKey ? "s" : null}
        isBusy={change.isPending}
        value={ticket.status}
        shown={<StatusBadge status={ticket.status} />}
        choices={statuses.map((status) => ({
          value: status,
          label: statusLabel(status),
          icon: <StatusGlyph status={status} />,
          note: isClosed(status)
            ? openItemsText([ticket.checklist])
            : PAUSABLE.has(ticket.sla?.resolution?.state) && (
                <pauseNote.Part ticketId={ticket.id} status={status} />
              ),
          choose: () => (asks(status) ? setAsked(status) : change.mutate({ change: { status } })),
        }))}
      />
      {asked && (
        <closeAsk.Part
          incidentId={ticket.id}
          checklist={ticket.checklist}
          open={open}
          onCloseOnly={() => change.mutate({ change: { status: asked } })}
          onDone={() => setAsked(null)}
        />
      )}
    </>
  );
}

const closeAsk = lazyPart(
  () => import("../incident/close-ask.tsx"),
  (module) => module.CloseAsk,
);

/** Clocks that a status can stop. */
const PAUSABLE = new Set<string | undefined>(["running", "paused"]);

const pauseNote = lazyPart(
  () => import("#web/sla/pause-note.tsx"),
  (module) => module.PauseNote,
  { isOptional: true },
);

export function PriorityProperty({ ticket, hasKey = false }: Props) {
  const actor = useActor();
  const change = useInlineChange(ticket.id);
  const isOpen = mayChangeField(actor, ticketAttributesOf(ticket), "priority");
  const priorities = PRIORITIES.filter(
    (one) => isOpen && (one === ticket.priority || maySetPriority(actor, one)),
  );
  return (
    <ChoiceMenu
      label={DETAIL_MESSAGES.changePriority}
      hotkey={hasKey ? "p" : null}
      isBusy={change.isPending}
      value={ticket.priority}
      shown={<PriorityBadge priority={ticket.priority} />}
      choices={priorities.map((priority) => ({
        value: priority,
        label: priorityLabel(priority),
        icon: <PriorityGlyph priority={priority} />,
        choose: () => change.mutate({ change: { priority } }),
      }))}
    />
  );
}

/** The assignee; a picker for people who may assign. */
export function AssigneeProperty({ ticket, hasKey = false }: Props) {
  const actor = useActor();
  const change = useInlineChange(ticket.id);
  const button = useRef<HTMLButtonElement>(null);
  const may = mayChangeField(actor, ticketAttributesOf(ticket), "assignee_id");
  useHotkey("a", () => button.current?.click(), may && hasKey);
  const name = nameOrShortId(ticket.assignee_fullname, ticket.assignee_id);
  const shown = <Person name={name} empty={CHANGE_MESSAGES.unassigned} />;
  if (!may) return <span className="property-value">{shown}</span>;
  return (
    <AssigneePicker
      value={ticket.assignee_id && name ? { id: ticket.assignee_id, fullname: name } : null}
      onChange={(person) =>
        change.mutate({
          change: { assignee_id: person?.id ?? null },
          names: { assignee_fullname: person?.fullname ?? null },
        })
      }
      trigger={
        <button ref={button} type="button" className={cx("property-value", change.isPending && "saving")}>
          <span className="visually-hidden">{DETAIL_MESSAGES.assignee}: </span>
          {shown}
        </button>
      }
    />
  );
}

export function GroupProperty({ ticket }: Props) {
  const actor = useActor();
  const change = useInlineChange(ticket.id);
  const name = nameOrShortId(ticket.group_name, ticket.group_id);
  const shown = <span className={cx("truncate", !name && "subtle")}>{name ?? DETAIL_MESSAGES.none}</span>;
  if (!mayChangeField(actor, ticketAttributesOf(ticket), "group_id"))
    return <span className="property-value">{shown}</span>;
  return (
    <TeamPicker
      value={ticket.group_id && name ? { id: ticket.group_id, name } : null}
      onChange={(team) =>
        change.mutate({ change: { group_id: team?.id ?? null }, names: { group_name: team?.name ?? null } })
      }
      trigger={
        <button type="button" className={cx("property-value", change.isPending && "saving")}>
          <span className="visually-hidden">{DETAIL_MESSAGES.group}: </span>
          {shown}
        </button>
      }
    />
  );
}

type Choice = { value: string; label: string; icon: ReactNode; note?: ReactNode; choose: () => void };
type ChoiceMenuProps = {
  label: string;
  hotkey: string | null;
  isBusy: boolean;
  value: string;
  shown: ReactNode;
  choices: readonly Choice[];
};

/** A value that opens the menu of what it can become; plain when there is nothing else to choose. */
function ChoiceMenu({ label, hotkey, isBusy, value, shown, choices }: ChoiceMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const may = choices.some((choice) => choice.value !== value);
  useHotkey(hotkey ?? "", () => setOpen(true), may && hotkey !== null);
  if (!may) return <span className="property-value">{shown}</span>;
  return (
    <Menu
      open={isOpen}
      onOpenChange={setOpen}
      align="start"
      trigger={
        <button type="button" className={cx("property-value", isBusy && "saving")}>
          <span className="visually-hidden">{label}: </span>
          {shown}
        </button>
      }
    >
      {choices.map((choice) => (
        <MenuItem
          key={choice.value}
          icon={choice.icon}
          end={
            choice.value === value ? (
              <Check className="icon small" />
            ) : (
              choice.note && <span className="subtle text-tiny">{choice.note}</span>
            )
          }
          onSelect={() => choice.value !== value && choice.choose()}
        >
          {choice.label}
        </MenuItem>
      ))}
    </Menu>
  );
}
