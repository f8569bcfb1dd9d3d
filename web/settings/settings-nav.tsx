import { createLink, useLocation } from "@tanstack/react-router";
import { type ComponentProps, useEffect, useRef } from "react";
import type { Actor } from "#contract/access/actor.ts";
import {
  mayManageSettings,
  mayOpenAccess,
  mayOpenAudit,
  mayOpenMail,
  mayOpenTeams,
} from "#contract/access/may-open-page.ts";
import { maySeeReplies } from "#contract/access/replies.ts";
import { mayReadSla } from "#contract/access/sla.ts";
import { mayManageTags } from "#contract/access/tags.ts";
import { FACTOR_MESSAGES } from "#web/auth/second-factor/messages.ts";
import { TEAMS_MESSAGES } from "#web/groups/messages.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { cx } from "#web/ui/class-names.ts";
import { SETTINGS_MESSAGES } from "./messages.ts";
import { useSectionInView } from "./use-section-in-view.ts";
import {
  ACCOUNT_SECTIONS,
  type AccountSection,
  ORGANIZATION_SECTIONS,
  type OrganizationSection,
} from "./sections.ts";

const { pages } = SETTINGS_MESSAGES;

type Entry = {
  /** The last part of the page's address, and the id of its card. */
  id:
    | AccountSection
    | OrganizationSection
    | "teams"
    | "replies"
    | "tags"
    | "calendars"
    | "service-levels"
    | "mail"
    | "access"
    | "audit"
    | "import";
  label: string;
  danger?: boolean;
  may?: (actor: Actor) => boolean;
  /** Of a page that stands outside of the settings. */
  to?: string;
};

const ACCOUNT: readonly Entry[] = [
  { id: "appearance", label: pages.appearance },
  { id: "profile", label: pages.profile },
  { id: "security", label: pages.security },
  { id: "second-factor", label: FACTOR_MESSAGES.title },
  { id: "sessions", label: pages.sessions },
  { id: "email", label: pages.email },
  { id: "notifications", label: pages.notifications },
  { id: "danger", label: pages.danger, danger: true },
];

const ORGANIZATION: readonly Entry[] = [
  { id: "brand", label: pages.brand, may: mayManageSettings },
  { id: "tickets", label: pages.tickets, may: mayManageSettings },
  { id: "passwords", label: pages.passwords, may: mayManageSettings },
  { id: "second-factor-rule", label: pages.secondFactorRule, may: mayManageSettings },
  { id: "limits", label: pages.limits, may: mayManageSettings },
  { id: "retention", label: pages.retention, may: mayManageSettings },
  { id: "about", label: pages.about, may: mayManageSettings },
  { id: "teams", label: TEAMS_MESSAGES.title, may: mayOpenTeams },
  { id: "replies", label: pages.replies, may: maySeeReplies },
  { id: "tags", label: pages.tags, may: mayManageTags },
  { id: "service-levels", label: pages.serviceLevels, may: mayReadSla },
  { id: "calendars", label: pages.calendars, may: mayReadSla },
  { id: "mail", label: pages.mail, may: mayOpenMail },
  { id: "access", label: pages.access, may: mayOpenAccess },
  { id: "import", label: pages.import, may: mayManageSettings, to: "/import" },
  { id: "audit", label: pages.audit, may: mayOpenAudit },
];

/** The pages of the settings; where all cards of a group stand below each other, the one that is read is current. */
export function SettingsNav() {
  const actor = useActor();
  const organization = ORGANIZATION.filter((entry) => entry.may?.(actor) ?? true);
  const { pathname } = useLocation();
  const inView = useSectionInView(cardsAt(pathname));
  // A page may have others below it, such as one calendar.
  const current = inView ?? pathname.replace("/settings/", "").replace(/\/.*/, "");
  const nav = useCurrentInSight(current);
  return (
    <nav ref={nav} className="settings-nav" aria-label={SETTINGS_MESSAGES.sections}>
      {organization.length > 0 && <span className="nav-group">{SETTINGS_MESSAGES.account}</span>}
      {ACCOUNT.map((entry) => (
        <NavLink key={entry.id} entry={entry} isCurrent={entry.id === current} />
      ))}
      {organization.length > 0 && <span className="nav-group">{SETTINGS_MESSAGES.organization}</span>}
      {organization.map((entry) => (
        <NavLink key={entry.id} entry={entry} isCurrent={entry.id === current} />
      ))}
    </nav>
  );
}

/** The cards that stand below each other at an address and have an entry; none where it is the page of one card. */
function cardsAt(pathname: string): readonly string[] {
  if (pathname === "/settings") return ACCOUNT_SECTIONS;
  if (pathname !== "/settings/organization") return [];
  return ORGANIZATION_SECTIONS.filter((section) => ORGANIZATION.some(({ id }) => id === section));
}

/** Where the page is narrow, the sections stand in one line that scrolls sideways: the current one is brought into it. */
function useCurrentInSight(current: string) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const line = nav.current;
    const link = line?.querySelector<HTMLElement>("[aria-current]");
    if (current && line && link) line.scrollTo({ left: link.offsetLeft - line.offsetLeft - BESIDE_PX });
  }, [current]);
  return nav;
}

/** Width of the section before that stays in sight. */
const BESIDE_PX = 48;

function NavLink({ entry, isCurrent }: { entry: Entry; isCurrent: boolean }) {
  return (
    <PageLink
      to={entry.to ?? `/settings/${entry.id}`}
      className={cx(entry.danger && "danger")}
      isHere={isCurrent}
    >
      {entry.label}
    </PageLink>
  );
}

function PageAnchor({ isHere, children, ...rest }: ComponentProps<"a"> & { isHere: boolean }) {
  return (
    <a {...rest} aria-current={isHere ? "true" : undefined}>
      {children}
    </a>
  );
}

/** The router would mark the link to the page that is open; where all cards stand together, the one that is read is current. */
const PageLink = createLink(PageAnchor);
