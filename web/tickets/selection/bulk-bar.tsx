import { CircleDot, SignalHigh, UserPlus, UsersRound } from "lucide-react";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { maySeeReplies } from "#contract/access/replies.ts";
import { maySeeTags } from "#contract/access/tags.ts";
import { mayRunIncidents } from "#contract/access/incidents.ts";
import { mayMerge } from "#contract/access/links.ts";
import { mayAssignTicket, mayFollowUp, maySetStatus } from "#contract/access/tickets.ts";
import { LIMITS } from "#contract/limits.ts";
import { PRIORITY_LABELS, STATUS_LABELS } from "#contract/labels.ts";
import { isClosed, PRIORITIES, STATUSES } from "#contract/statuses.ts";
import { openItemsText } from "#web/checklists/open-items.ts";
import { TeamPicker } from "#web/groups/team-picker.tsx";
import { useHotkey } from "#web/lib/browser/hotkeys.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { Button } from "#web/ui/button.tsx";
import { Menu, MenuItem } from "#web/ui/overlay/menu.tsx";
import { PriorityGlyph } from "#web/ui/priority-badge.tsx";
import { SelectionBar } from "#web/ui/selection-bar.tsx";
import { StatusGlyph } from "#web/ui/status-badge.tsx";
import { AssigneePicker } from "../assignee-picker.tsx";
import { type BulkChange, useBulkChange } from "./use-bulk-change.ts";
import type { TicketRow } from "../data.ts";
import { BulkFollowUp } from "../follow-up/bulk-follow-up.tsx";
import { BulkIncident } from "../incident/bulk-incident.tsx";
import { BulkMerge } from "../merge/bulk-merge.tsx";
import { BulkMacro } from "../macro/bulk-macro.tsx";
import { BulkTags } from "../tagging/bulk-tags.tsx";
import { BULK_MESSAGES } from "../messages.ts";

type Props = {
  rows: readonly TicketRow[];
  /** One of its keys that was pressed before it was here. */
  firstKey: string | null;
  onFirstKey: () => void;
  onClear: () => void;
};
type Act = (change: Omit<BulkChange, "rows">) => void;

/** The bulk actions on the selected tickets. */
export function BulkBar({ rows, firstKey, onFirstKey, onClear }: Props) {
  const actor = useActor();
  const bulk = useBulkChange();
  const isTooMany = rows.length > LIMITS.bulkTickets;
  const act: Act = (change) => bulk.mutate({ rows, ...change });
  useEffect(onFirstKey, [onFirstKey]);
  return (
    <SelectionBar
      title={BULK_MESSAGES.selected(rows.length)}
      clearLabel={BULK_MESSAGES.clear}
      onClear={onClear}
    >
      {isTooMany ? (
        <span className="subtle">{BULK_MESSAGES.tooMany(LIMITS.bulkTickets)}</span>
      ) : (
        <>
          {mayAssignTicket(actor) && <Assign rows={rows} isFirst={firstKey === "a"} onAct={act} />}
          {maySetStatus(actor) && <SetStatus rows={rows} isFirst={firstKey === "s"} onAct={act} />}
          <SetPriority isFirst={firstKey === "p"} onAct={act} />
          {mayAssignTicket(actor) && <SetTeam rows={rows} onAct={act} />}
          {maySeeTags(actor) && <BulkTags rows={rows} isFirst={firstKey === "t"} />}
          {mayFollowUp(actor) && <BulkFollowUp rows={rows} isFirst={firstKey === "h"} />}
          {mayMerge(actor) && <BulkMerge rows={rows} isFirst={firstKey === "m"} onMerged={onClear} />}
          {maySeeReplies(actor) && <BulkMacro rows={rows} isFirst={firstKey === ";"} />}
          {mayRunIncidents(actor) && <BulkIncident rows={rows} onLinked={onClear} />}
        </>
      )}
    </SelectionBar>
  );
}

type AssignProps = { rows: readonly TicketRow[]; isFirst: boolean; onAct: Act };

function Assign({ rows, isFirst, onAct }: AssignProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [wasFirst] = useState(isFirst);
  useEffect(() => {
    if (wasFirst) button.current?.click();
  }, [wasFirst]);
  useHotkey("a", () => button.current?.click());
  return (
    <AssigneePicker
      value={shared(
        rows,
        ({ assignee_id: id, assignee_fullname: name }) => id && name && { id, fullname: name },
      )}
      isMixed={new Set(rows.map((row) => row.assignee_id)).size > 1}
      onChange={(person) =>
        onAct({
          fields: { assignee_id: person?.id ?? null },
          shown: { assignee_fullname: person?.fullname ?? null },
        })
      }
      trigger={
        <Button ref={button} look="ghost" icon={<UserPlus className="icon" />} keys={["A"]}>
          {BULK_MESSAGES.assign}
        </Button>
      }
    />
  );
}

function SetTeam({ rows, onAct }: { rows: readonly TicketRow[]; onAct: Act }) {
  return (
    <TeamPicker
      value={shared(rows, ({ group_id: id, group_name: name }) => id && name && { id, name })}
      isMixed={new Set(rows.map((row) => row.group_id)).size > 1}
      onChange={(team) =>
        onAct({ fields: { group_id: team?.id ?? null }, shown: { group_name: team?.name ?? null } })
      }
      trigger={
        <Button look="ghost" icon={<UsersRound className="icon" />}>
          {BULK_MESSAGES.team}
        </Button>
      }
    />
  );
}

type MenuProps = { isFirst: boolean; onAct: Act };

/** Every status, In Progress as well (rule 70). */
function SetStatus({ rows, isFirst, onAct }: MenuProps & { rows: readonly TicketRow[] }) {
  const openItems = openItemsText(
    rows.filter(({ status }) => !isClosed(status)).map(({ checklist }) => checklist),
  );
  return (
    <KeyMenu hotkey="s" isFirst={isFirst} label={BULK_MESSAGES.status} icon={<CircleDot className="icon" />}>
      {STATUSES.map((status) => (
        <MenuItem
          key={status}
          icon={<StatusGlyph status={status} />}
          end={isClosed(status) && openItems && <span className="subtle text-tiny">{openItems}</span>}
          onSelect={() => onAct({ fields: { status } })}
        >
          {STATUS_LABELS[status]}
        </MenuItem>
      ))}
    </KeyMenu>
  );
}

function SetPriority({ isFirst, onAct }: MenuProps) {
  return (
    <KeyMenu
      hotkey="p"
      isFirst={isFirst}
      label={BULK_MESSAGES.priority}
      icon={<SignalHigh className="icon" />}
    >
      {PRIORITIES.map((priority) => (
        <MenuItem
          key={priority}
          icon={<PriorityGlyph priority={priority} />}
          onSelect={() => onAct({ fields: { priority } })}
        >
          {PRIORITY_LABELS[priority]}
        </MenuItem>
      ))}
    </KeyMenu>
  );
}

type KeyMenuProps = {
  hotkey: string;
  isFirst: boolean;
  label: string;
  icon: ReactElement;
  children: ReactElement[];
};

/** A menu that its letter opens as well. */
function KeyMenu({ hotkey, isFirst, label, icon, children }: KeyMenuProps) {
  const [open, setOpen] = useState(isFirst);
  useHotkey(hotkey, () => setOpen(true));
  return (
    <Menu
      open={open}
      onOpenChange={setOpen}
      align="center"
      trigger={
        <Button look="ghost" icon={icon} keys={[hotkey.toUpperCase()]}>
          {label}
        </Button>
      }
    >
      {children}
    </Menu>
  );
}

/** The value that all rows share, so that the picker marks it; null if they differ or have none. */
function shared<Value extends { id: string }>(
  rows: readonly TicketRow[],
  of: (row: TicketRow) => Value | null | "",
): Value | null {
  const [first, ...others] = rows.map(of);
  return first && others.every((one) => one && one.id === first.id) ? first : null;
}
