import {
  ArchiveRestore,
  Ban,
  Ellipsis,
  Link2,
  type LucideIcon,
  RotateCcw,
  TicketPlus,
  UserPlus,
  UserRoundCheck,
  UserSearch,
  X,
} from "lucide-react";
import { createElement } from "react";
import { liftToasts } from "#web/lib/browser/bottom-bars.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/class-names.ts";
import { KeyCaps } from "#web/ui/key-caps.tsx";
import { Menu, MenuItem } from "#web/ui/overlay/menu.tsx";
import type { Mail } from "../data.ts";
import { INCOMING_MESSAGES as MESSAGES } from "../messages.ts";
import { type ActionName, hasPrimary, isTicketOnePress } from "./available-actions.ts";
import { ACTION_KEYS } from "./use-action-keys.ts";

/** Buttons beside each other; what is beyond them stands in the menu. */
const ON_PAGE = 4;
const ON_PHONE = 2;

type Props = {
  mail: Mail;
  actions: readonly ActionName[];
  isBusy: boolean;
  /** The phone's bar at the bottom of the window. */
  isBar: boolean;
  onRun: (action: ActionName) => void;
};

/** What can be done about a mail: the likeliest as buttons, the rest in a menu. */
export function ActionBar({ mail, actions, isBusy, isBar, onRun }: Props) {
  const most = isBar ? ON_PHONE : ON_PAGE;
  const rest = actions.slice(most);
  const buttons = actions.slice(0, most).map((action, index) => (
    <Button
      key={action}
      look={lookOf(index, hasPrimary(mail))}
      icon={createElement(ICONS[action], { className: "icon" })}
      keys={capsOf(action)}
      disabled={isBusy}
      onClick={() => onRun(action)}
    >
      {isBar || index > 0 ? shortLabelOf(action, mail) : labelOf(action, mail)}
    </Button>
  ));
  return (
    <div ref={isBar ? liftToasts : null} className={cx("decide-acts", isBar && "decide-bar")}>
      {buttons.slice(0, -1)}
      <span className="decide-last">
        {buttons.at(-1)}
        {rest.length > 0 && (
          <Menu
            trigger={
              <Button look="ghost" aria-label={MESSAGES.more} disabled={isBusy}>
                <Ellipsis className="icon" />
              </Button>
            }
          >
            {rest.map((action) => (
              <MenuItem
                key={action}
                icon={createElement(ICONS[action], { className: "icon" })}
                end={<KeyCaps keys={capsOf(action)} />}
                onSelect={() => onRun(action)}
              >
                {labelOf(action, mail)}
              </MenuItem>
            ))}
          </Menu>
        )}
      </span>
    </div>
  );
}

function lookOf(index: number, isPrimary: boolean) {
  if (index === 0) return isPrimary ? "primary" : "secondary";
  return index < 2 ? "secondary" : "ghost";
}

function capsOf(action: ActionName): string[] {
  const key = ACTION_KEYS[action];
  return key === null ? [] : [key.toUpperCase()];
}

function labelOf(action: ActionName, mail: Mail): string {
  const { sender } = mail;
  const isFor = action === "ticket" && isTicketOnePress(mail) && sender?.user_type === "external";
  if (isFor && sender) return MESSAGES.actions.ticketFor(sender.fullname);
  return shortLabelOf(action, mail);
}

function shortLabelOf(action: ActionName, { state }: Mail): string {
  return action === "restore" && state === "spam" ? MESSAGES.actions.notSpam : MESSAGES.actions[action];
}

const ICONS: Record<ActionName, LucideIcon> = {
  contact: UserPlus,
  ticket: TicketPlus,
  join: Link2,
  post: UserRoundCheck,
  person: UserSearch,
  ignore: X,
  block: Ban,
  retry: RotateCcw,
  restore: ArchiveRestore,
};
