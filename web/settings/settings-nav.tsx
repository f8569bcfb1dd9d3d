import { createLink, useLocation } from "@tanstack/react-router";
import { type ComponentProps, useEffect, useRef } from "react";
import type { Actor } from "#contract/access/actor.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { FACTOR_MESSAGES } from "#web/auth/second-factor/messages.ts";
import { TEAMS_MESSAGES } from "#web/groups/messages.ts";
import { cx } from "#web/ui/class-names.ts";
import { ACCESS_MESSAGES } from "#web/access/messages.ts";
import {
  ABOUT_MESSAGES,
  AUDIT_MESSAGES,
  BRAND_MESSAGES,
  MAIL_MESSAGES,
  PASSWORDS_MESSAGES,
  REQUIRED_FACTOR_MESSAGES,
  TICKETS_MESSAGES,
} from "./organization/messages.ts";
import { mayManageSettings, mayOpenAccess, mayOpenAudit, mayOpenMail, mayOpenTeams } from "./page-access.ts";
import { useSectionInView } from "./section-in-view.ts";
import {
  APPEARANCE_MESSAGES,
  DANGER_MESSAGES,
  EMAIL_MESSAGES,
  NOTIFICATION_MESSAGES,
  PROFILE_MESSAGES,
  SECURITY_MESSAGES,
  SETTINGS_MESSAGES,
} from "./messages.ts";

type Entry = {
  to:
    | "/settings"
    | "/settings/organization"
    | "/settings/teams"
    | "/settings/mail"
    | "/settings/access"
    | "/settings/audit";
  hash?: string;
  label: string;
  danger?: boolean;
  may?: (actor: Actor) => boolean;
};

const ACCOUNT: readonly Entry[] = [
  { to: "/settings", hash: "appearance", label: APPEARANCE_MESSAGES.title },
  { to: "/settings", hash: "profile", label: PROFILE_MESSAGES.title },
  { to: "/settings", hash: "security", label: SECURITY_MESSAGES.title },
  { to: "/settings", hash: "second-factor", label: FACTOR_MESSAGES.title },
  { to: "/settings", hash: "sessions", label: SECURITY_MESSAGES.sessions },
  { to: "/settings", hash: "email", label: EMAIL_MESSAGES.title },
  { to: "/settings", hash: "notifications", label: NOTIFICATION_MESSAGES.title },
  { to: "/settings", hash: "danger", label: DANGER_MESSAGES.title, danger: true },
];

const ORGANIZATION: readonly Entry[] = [
  { to: "/settings/organization", hash: "brand", label: BRAND_MESSAGES.title, may: mayManageSettings },
  { to: "/settings/organization", hash: "tickets", label: TICKETS_MESSAGES.title, may: mayManageSettings },
  {
    to: "/settings/organization",
    hash: "passwords",
    label: PASSWORDS_MESSAGES.title,
    may: mayManageSettings,
  },
  {
    to: "/settings/organization",
    hash: "second-factor",
    label: REQUIRED_FACTOR_MESSAGES.title,
    may: mayManageSettings,
  },
  { to: "/settings/organization", hash: "about", label: ABOUT_MESSAGES.title, may: mayManageSettings },
  { to: "/settings/teams", label: TEAMS_MESSAGES.title, may: mayOpenTeams },
  { to: "/settings/mail", label: MAIL_MESSAGES.title, may: mayOpenMail },
  { to: "/settings/access", label: ACCESS_MESSAGES.title, may: mayOpenAccess },
  { to: "/settings/audit", label: AUDIT_MESSAGES.title, may: mayOpenAudit },
];

/** The sections of the settings; each has an address of its own. */
export function SettingsNav() {
  const actor = useActor();
  const organization = ORGANIZATION.filter((entry) => entry.may?.(actor) ?? true);
  const { pathname } = useLocation();
  const shown = [...ACCOUNT, ...organization].filter((entry) => entry.to === pathname);
  const current = useSectionInView(shown.flatMap((entry) => entry.hash ?? []));
  const isCurrent = (entry: Entry) =>
    entry.to === pathname && (entry.hash === undefined || entry.hash === current);
  const nav = useCurrentInSight(`${pathname}#${current}`);
  return (
    <nav ref={nav} className="settings-nav" aria-label={SETTINGS_MESSAGES.sections}>
      {organization.length > 0 && <span className="nav-group">{SETTINGS_MESSAGES.account}</span>}
      {ACCOUNT.map((entry) => (
        <NavLink key={entry.label} entry={entry} isCurrent={isCurrent(entry)} />
      ))}
      {organization.length > 0 && <span className="nav-group">{SETTINGS_MESSAGES.organization}</span>}
      {organization.map((entry) => (
        <NavLink key={entry.label} entry={entry} isCurrent={isCurrent(entry)} />
      ))}
    </nav>
  );
}

/** On phones the sections stand in one line that scrolls sideways: the current one is brought into it. */
function useCurrentInSight(current: string) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (current && link) nav.current?.scrollTo({ left: link.offsetLeft - BESIDE_PX });
  }, [current]);
  return nav;
}

/** How much of the section before stays in sight. */
const BESIDE_PX = 48;

function NavLink({ entry, isCurrent }: { entry: Entry; isCurrent: boolean }) {
  return (
    <SectionLink to={entry.to} hash={entry.hash} className={cx(entry.danger && "danger")} isHere={isCurrent}>
      {entry.label}
    </SectionLink>
  );
}

function SectionAnchor({ isHere, children, ...rest }: ComponentProps<"a"> & { isHere: boolean }) {
  return (
    <a {...rest} aria-current={isHere ? "true" : undefined}>
      {children}
    </a>
  );
}

/** The router would mark each link to the page that is open; here only the section that is read is current. */
const SectionLink = createLink(SectionAnchor);
