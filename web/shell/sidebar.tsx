import { Link, useLocation, useRouter } from "@tanstack/react-router";
import { Keyboard, LogOut, PanelLeftClose, PanelLeftOpen, Search, X } from "lucide-react";
import { Fragment, type ReactNode, useId } from "react";
import { maySeeViews } from "#contract/access/views.ts";
import { paletteKeys } from "#web/keyboard/chords.ts";
import { KEYBOARD_MESSAGES } from "#web/keyboard/messages.ts";
import { useHeldMails } from "#web/lib/live/held-mails.ts";
import { useUnreadInbox } from "#web/lib/live/unread-inbox.ts";
import { useBrand } from "#web/lib/public-config.ts";
import { actorOf, type User } from "#web/lib/api/session-state.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { IconButton } from "#web/ui/form/icon-button.tsx";
import { PALETTE_OPENER_MESSAGES } from "#web/palette/opener-messages.ts";
import { KeyCaps } from "#web/ui/key-caps.tsx";
import { Tip } from "#web/ui/overlay/tooltip.tsx";
import type { ViewAddress } from "#web/views/address.ts";
import { useLateness } from "#web/lib/use-lateness.ts";
import { usePinned } from "#web/views/pinned.ts";
import { ViewNavSlot } from "#web/views/view-nav-slot.tsx";
import { useLogout } from "./use-logout.ts";
import { BrandMark } from "#web/ui/brand-mark.tsx";
import { isCurrent, type NavEntry, useVisibleNav } from "./navigation.ts";
import { type Count, countOf, EntryCount, newsOf } from "./entry-count.tsx";
import { useOpenCount } from "./open-ticket-count.ts";
import type { OverlayName } from "./use-commands.ts";
import { SHELL_MESSAGES } from "./messages.ts";

type Props = {
  user: User;
  isCollapsed: boolean;
  /** Collapses or expands; in the phone's drawer it closes. */
  onToggle: () => void;
  /** Opens the palette or the sheet of keys. */
  onOpen: (over: OverlayName) => void;
  inDrawer?: boolean;
};

/** Brand, navigation and the signed-in person; collapsed it shows icons only, with tooltips. */
export function SidebarContent({ user, isCollapsed, onToggle, onOpen, inDrawer }: Props) {
  const { shortName } = useBrand();
  return (
    <>
      <div className="brand">
        <BrandMark size={22} />
        <b className="expanded-only">{shortName}</b>
        {inDrawer ? (
          <button
            type="button"
            className="icon-button"
            aria-label={SHELL_MESSAGES.closeMenu}
            onClick={onToggle}
          >
            <X className="icon" />
          </button>
        ) : (
          <IconButton
            label={isCollapsed ? SHELL_MESSAGES.expand : SHELL_MESSAGES.collapse}
            side="right"
            onClick={onToggle}
          >
            {isCollapsed ? <PanelLeftOpen className="icon" /> : <PanelLeftClose className="icon" />}
          </IconButton>
        )}
      </div>
      <SideButton
        className="palette-button"
        label={PALETTE_OPENER_MESSAGES.jump}
        icon={<Search className="icon" />}
        keys={paletteKeys()}
        withTip={isCollapsed}
        onClick={() => onOpen("palette")}
      />
      <Navigation user={user} isCollapsed={isCollapsed} onNavigate={inDrawer ? onToggle : undefined} />
      <div className="sidebar-foot">
        <div className="nav-list">
          <SideButton
            label={KEYBOARD_MESSAGES.title}
            icon={<Keyboard className="icon" />}
            keys={["?"]}
            withTip={isCollapsed}
            onClick={() => onOpen("shortcuts")}
          />
        </div>
        <Me user={user} />
      </div>
    </>
  );
}

type SideButtonProps = {
  className?: string;
  label: string;
  icon: ReactNode;
  keys: readonly string[];
  withTip: boolean;
  onClick: () => void;
};

function SideButton({ className, label, icon, keys, withTip, onClick }: SideButtonProps) {
  const button = (
    <button
      type="button"
      className={className}
      aria-label={withTip ? label : undefined}
      aria-haspopup="dialog"
      onClick={onClick}
    >
      {icon}
      <span className="expanded-only truncate">{label}</span>
      <KeyCaps keys={keys} />
    </button>
  );
  return withTip ? (
    <Tip text={label} side="right">
      {button}
    </Tip>
  ) : (
    button
  );
}

/** How long the first visit of a browser waits for the pinned views, which push down what stands below. */
const FIRST_VIEWS_MS = 2000;

function Navigation({
  user,
  isCollapsed,
  onNavigate,
}: {
  user: User;
  isCollapsed: boolean;
  onNavigate?: () => void;
}) {
  const router = useRouter();
  const { pathname } = useLocation();
  const pinned = usePinned();
  const hasPage = (to: string) =>
    Object.entries(router.routesByPath).some(([path, route]) => path === to && route.options.component);
  const counts: Partial<Record<string, Count>> = {
    "/inbox": newsOf(useUnreadInbox(), SHELL_MESSAGES.unreadInbox),
    "/tickets": countOf(useOpenCount(), SHELL_MESSAGES.openTickets),
    "/incoming": countOf(useHeldMails() || undefined, SHELL_MESSAGES.heldMails),
  };
  const actor = actorOf(user);
  const hasViews = !isCollapsed && maySeeViews(actor);
  const entries = useVisibleNav(actor).filter((entry) => hasPage(entry.to));
  const tickets = entries.findIndex((entry) => entry.to === "/tickets");
  const isUnknown = hasViews && pinned === null;
  const isPlaced = useLateness(isUnknown, FIRST_VIEWS_MS) || !isUnknown;
  return (
    <nav className="nav-list" aria-label={SHELL_MESSAGES.main}>
      {entries.map((entry, index) => {
        const isTickets = index === tickets;
        return (
          <Fragment key={entry.to}>
            <Entry
              entry={entry}
              search={isTickets ? pinned?.home : null}
              count={counts[entry.to]}
              isHere={isCurrent(pathname, entry.to)}
              isPlaced={isPlaced || index <= tickets}
              withTip={isCollapsed}
              onNavigate={onNavigate}
            />
            {isTickets && hasViews && <ViewNavSlot onNavigate={onNavigate} />}
          </Fragment>
        );
      })}
    </nav>
  );
}

type EntryProps = {
  entry: NavEntry;
  /** What the page opens with; a view of tickets. */
  search: ViewAddress | null | undefined;
  /** The number at the end of the entry. */
  count: Count | undefined;
  isHere: boolean;
  /** Where it stands will not change; until then it keeps its place unseen. */
  isPlaced: boolean;
  withTip: boolean;
  onNavigate?: () => void;
};

function Entry({ entry, search, count, isHere, isPlaced, withTip, onNavigate }: EntryProps) {
  const Icon = entry.icon;
  const countId = useId();
  const link = (
    <Link
      to={entry.to}
      search={search ?? {}}
      style={isPlaced ? undefined : { visibility: "hidden" }}
      onClick={onNavigate}
      aria-current={isHere ? "page" : undefined}
      aria-label={withTip ? entry.label : undefined}
      aria-describedby={count === undefined ? undefined : countId}
    >
      <Icon className="icon" />
      <span className="expanded-only">{entry.label}</span>
      {count && <EntryCount id={countId} {...count} />}
    </Link>
  );
  return withTip ? (
    <Tip text={entry.label} side="right">
      {link}
    </Tip>
  ) : (
    link
  );
}

function Me({ user }: { user: User }) {
  const logout = useLogout();
  return (
    <div className="account">
      <Avatar name={user.fullname} size="large" />
      <div className="identity expanded-only">
        <b className="truncate" title={user.fullname}>
          {user.fullname}
        </b>
        <span className="truncate" title={user.email}>
          {user.email}
        </span>
      </div>
      <IconButton label={SHELL_MESSAGES.logout} side="right" busy={logout.isBusy} onClick={logout.run}>
        <LogOut className="icon" />
      </IconButton>
    </div>
  );
}
