import { Link } from "@tanstack/react-router";
import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { useIsNarrow } from "#web/lib/browser/media-query.ts";
import { IconButton } from "../form/icon-button.tsx";
import { Menu, MenuItem, MenuLabel, MenuLine } from "../overlay/menu.tsx";
import { Tip } from "../overlay/tooltip.tsx";

export type RowAction = {
  /** The words of the menu, such as "Edit user". */
  label: string;
  /** The accessible name of the icon alone, such as "Edit Maren Solberg". */
  name: string;
  icon: ReactNode;
  danger?: boolean;
  /** The blocked reason; the action is then shown, disabled. */
  why?: string;
} & ({ to: string; onSelect?: never } | { onSelect: () => void; to?: never });

type Props = {
  /** The accessible name of the "..." button. */
  label: string;
  actions: readonly RowAction[];
  /** Always behind "...", instead of only on phones. */
  asMenu?: boolean;
};

/** The actions of a row: icons side by side, or one "..." button with a menu on narrow windows. */
export function RowActions({ label, actions, asMenu }: Props) {
  const isNarrow = useIsNarrow();
  if (actions.length === 0) return null;
  return asMenu || isNarrow ? (
    <ActMenu label={label} actions={actions} />
  ) : (
    actions.map((act) => <ActIcon key={act.label} {...act} />)
  );
}

function ActMenu({ label, actions }: Props) {
  const reasons = new Set(actions.map((act) => act.why).filter((why) => why !== undefined));
  return (
    <Menu
      trigger={
        <button type="button" className="icon-button" aria-label={label}>
          <Ellipsis className="icon" />
        </button>
      }
    >
      {actions.map((act, index) => (
        <ActItem key={act.label} act={act} withLine={act.danger === true && index > 0} />
      ))}
      {[...reasons].map((why) => (
        <MenuLabel key={why}>{why}</MenuLabel>
      ))}
    </Menu>
  );
}

function ActItem({ act, withLine }: { act: RowAction; withLine: boolean }) {
  const isDisabled = act.why !== undefined;
  return (
    <>
      {withLine && <MenuLine />}
      {act.to !== undefined && !isDisabled ? (
        <MenuItem asChild>
          <Link to={act.to}>
            {act.icon}
            <span>{act.label}</span>
          </Link>
        </MenuItem>
      ) : (
        <MenuItem icon={act.icon} danger={act.danger} disabled={isDisabled} onSelect={act.onSelect}>
          {act.label}
        </MenuItem>
      )}
    </>
  );
}

function ActIcon({ name, icon, why, to, onSelect }: RowAction) {
  if (to !== undefined && why === undefined) {
    return (
      <Tip text={name}>
        <Link className="icon-button" to={to} aria-label={name}>
          {icon}
        </Link>
      </Tip>
    );
  }
  return (
    <IconButton label={name} title={why} disabled={why !== undefined} onClick={onSelect}>
      {icon}
    </IconButton>
  );
}
