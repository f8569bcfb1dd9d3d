import { createLink, useLocation } from "@tanstack/react-router";
import { type ComponentProps, useEffect, useRef } from "react";
import type { Actor } from "#contract/access/actor.ts";
import { useActor } from "../lib/session-state.ts";
import { FACTOR_WORDS } from "../auth/second-factor-words.ts";
import { TEAMS_WORDS } from "../groups/words.ts";
import { cx } from "../ui/class-names.ts";
import { ACCESS_WORDS } from "./access-words.ts";
import {
  ABOUT_WORDS,
  AUDIT_WORDS,
  BRAND_WORDS,
  MAIL_WORDS,
  PASSWORDS_WORDS,
  REQUIRED_FACTOR_WORDS,
  TICKETS_WORDS,
} from "./organization-words.ts";
import { mayManageSettings, mayOpenAccess, mayOpenAudit, mayOpenMail, mayOpenTeams } from "./pages.ts";
import { useSectionInView } from "./section-in-view.ts";
import {
  APPEARANCE_WORDS,
  DANGER_WORDS,
  EMAIL_WORDS,
  NOTIFICATION_WORDS,
  PROFILE_WORDS,
  SECURITY_WORDS,
  SETTINGS_WORDS,
} from "./words.ts";

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
  { to: "/settings", hash: "appearance", label: APPEARANCE_WORDS.title },
  { to: "/settings", hash: "profile", label: PROFILE_WORDS.title },
  { to: "/settings", hash: "security", label: SECURITY_WORDS.title },
  { to: "/settings", hash: "second-factor", label: FACTOR_WORDS.title },
  { to: "/settings", hash: "sessions", label: SECURITY_WORDS.sessions },
  { to: "/settings", hash: "email", label: EMAIL_WORDS.title },
  { to: "/settings", hash: "notifications", label: NOTIFICATION_WORDS.title },
  { to: "/settings", hash: "danger", label: DANGER_WORDS.title, danger: true },
];

const ORGANIZATION: readonly Entry[] = [
  { to: "/settings/organization", hash: "brand", label: BRAND_WORDS.title, may: mayManageSettings },
  { to: "/settings/organization", hash: "tickets", label: TICKETS_WORDS.title, may: mayManageSettings },
  { to: "/settings/organization", hash: "passwords", label: PASSWORDS_WORDS.title, may: mayManageSettings },
  {
    to: "/settings/organization",
    hash: "second-factor",
    label: REQUIRED_FACTOR_WORDS.title,
    may: mayManageSettings,
  },
  { to: "/settings/organization", hash: "about", label: ABOUT_WORDS.title, may: mayManageSettings },
  { to: "/settings/teams", label: TEAMS_WORDS.title, may: mayOpenTeams },
  { to: "/settings/mail", label: MAIL_WORDS.title, may: mayOpenMail },
  { to: "/settings/access", label: ACCESS_WORDS.title, may: mayOpenAccess },
  { to: "/settings/audit", label: AUDIT_WORDS.title, may: mayOpenAudit },
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
    <nav ref={nav} className="setnav" aria-label={SETTINGS_WORDS.sections}>
      {organization.length > 0 && <span className="group">{SETTINGS_WORDS.account}</span>}
      {ACCOUNT.map((entry) => (
        <NavLink key={entry.label} entry={entry} isCurrent={isCurrent(entry)} />
      ))}
      {organization.length > 0 && <span className="group">{SETTINGS_WORDS.organization}</span>}
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
    <SectionLink to={entry.to} hash={entry.hash} className={cx(entry.danger && "bad")} isHere={isCurrent}>
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
