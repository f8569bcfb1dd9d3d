import { Link, useLocation, useRouter } from "@tanstack/react-router";
import { LogOut, PanelLeftClose, PanelLeftOpen, X } from "lucide-react";
import { useBrand } from "../lib/brand.ts";
import { actorOf, type User } from "../lib/session-state.ts";
import { Avatar } from "../ui/avatar.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Tip } from "../ui/tip.tsx";
import { useLogout } from "./logout.ts";
import { Mark } from "./mark.tsx";
import { isCurrent, type NavEntry, visibleNav } from "./nav.ts";
import { SHELL_WORDS } from "./words.ts";

type Props = {
  user: User;
  isCollapsed: boolean;
  /** Collapses or expands; in the phone's drawer it closes. */
  onToggle: () => void;
  inDrawer?: boolean;
};

/** Brand, navigation and the signed-in person; collapsed it shows icons only, with tooltips. */
export function SidebarContent({ user, isCollapsed, onToggle, inDrawer }: Props) {
  const { shortName } = useBrand();
  return (
    <>
      <div className="brand">
        <Mark size={22} />
        <b className="hide">{shortName}</b>
        {inDrawer ? (
          <button type="button" className="iconbtn" aria-label={SHELL_WORDS.closeMenu} onClick={onToggle}>
            <X className="i" />
          </button>
        ) : (
          <IconButton
            label={isCollapsed ? SHELL_WORDS.expand : SHELL_WORDS.collapse}
            side="right"
            onClick={onToggle}
          >
            {isCollapsed ? <PanelLeftOpen className="i" /> : <PanelLeftClose className="i" />}
          </IconButton>
        )}
      </div>
      <Navigation user={user} isCollapsed={isCollapsed} onNavigate={inDrawer ? onToggle : undefined} />
      <div className="side-foot">
        <Me user={user} />
      </div>
    </>
  );
}

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
  // A room that has no page yet has no entry either.
  const hasPage = (to: string) =>
    Object.entries(router.routesByPath).some(([path, route]) => path === to && route.options.component);
  const entries = visibleNav(actorOf(user)).filter((entry) => hasPage(entry.to));
  return (
    <nav className="nav" aria-label={SHELL_WORDS.main}>
      {entries.map((entry) => (
        <Entry
          key={entry.to}
          entry={entry}
          isHere={isCurrent(pathname, entry.to)}
          withTip={isCollapsed}
          onNavigate={onNavigate}
        />
      ))}
    </nav>
  );
}

type EntryProps = { entry: NavEntry; isHere: boolean; withTip: boolean; onNavigate?: () => void };

function Entry({ entry, isHere, withTip, onNavigate }: EntryProps) {
  const Icon = entry.icon;
  const link = (
    <Link
      to={entry.to}
      onClick={onNavigate}
      aria-current={isHere ? "page" : undefined}
      aria-label={withTip ? entry.label : undefined}
    >
      <Icon className="i" />
      <span className="hide">{entry.label}</span>
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
    <div className="me">
      <Avatar name={user.fullname} size="l" />
      <div className="who hide">
        <b className="trunc" title={user.fullname}>
          {user.fullname}
        </b>
        <span className="trunc" title={user.email}>
          {user.email}
        </span>
      </div>
      <IconButton label={SHELL_WORDS.logout} side="right" busy={logout.isBusy} onClick={logout.run}>
        <LogOut className="i" />
      </IconButton>
    </div>
  );
}
