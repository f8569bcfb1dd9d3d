import {
  Building2,
  ChartColumn,
  ContactRound,
  Inbox,
  LayoutDashboard,
  MailQuestionMark,
  type LucideIcon,
  Settings2,
  TicketIcon,
  Users,
} from "lucide-react";
import type { Actor } from "#contract/access/actor.ts";
import { mayHaveInbox } from "#contract/access/inbox.ts";
import {
  mayOpenClients,
  mayOpenCompanies,
  mayOpenIncoming,
  mayOpenUsers,
} from "#contract/access/may-open-page.ts";
import { mayReadReports } from "#contract/access/sla.ts";
import { useTakesMail } from "#web/lib/live/held-mails.ts";
import { useHasDueTimes } from "#web/lib/live/service-levels.ts";
import { SHELL_MESSAGES } from "./messages.ts";

/** What a desk has, as far as is known. */
export type Desk = { mail: boolean; levels: boolean };

export type NavEntry = {
  to: string;
  label: string;
  icon: LucideIcon;
  /** The letter that leads here after G. */
  key: string;
  may: (actor: Actor) => boolean;
  /** There is nothing behind it while no mail comes to the desk, or nobody has a service level. */
  needs?: keyof Desk;
};

const everybody = () => true;

/** The navigation in its order, with who sees what (rule 210). */
export const NAV: readonly NavEntry[] = [
  { to: "/dashboard", label: SHELL_MESSAGES.dashboard, icon: LayoutDashboard, key: "d", may: everybody },
  { to: "/inbox", label: SHELL_MESSAGES.inbox, icon: Inbox, key: "i", may: mayHaveInbox },
  { to: "/tickets", label: SHELL_MESSAGES.tickets, icon: TicketIcon, key: "t", may: everybody },
  {
    to: "/incoming",
    label: SHELL_MESSAGES.incoming,
    icon: MailQuestionMark,
    key: "h",
    may: mayOpenIncoming,
    needs: "mail",
  },
  { to: "/users", label: SHELL_MESSAGES.users, icon: Users, key: "u", may: mayOpenUsers },
  { to: "/clients", label: SHELL_MESSAGES.clients, icon: ContactRound, key: "l", may: mayOpenClients },
  { to: "/companies", label: SHELL_MESSAGES.companies, icon: Building2, key: "o", may: mayOpenCompanies },
  {
    to: "/reports",
    label: SHELL_MESSAGES.reports,
    icon: ChartColumn,
    key: "r",
    may: mayReadReports,
    needs: "levels",
  },
  { to: "/settings", label: SHELL_MESSAGES.settings, icon: Settings2, key: "s", may: everybody },
];

export function visibleNav(actor: Actor, desk: Desk): NavEntry[] {
  return NAV.filter(({ may, needs }) => may(actor) && (!needs || desk[needs]));
}

export function useVisibleNav(actor: Actor): NavEntry[] {
  return visibleNav(actor, { mail: useTakesMail(), levels: useHasDueTimes() });
}

/** Whether an entry is the current one: its path, or a path below it, by whole segments ("/users2" is not "/users"). */
export function isCurrent(pathname: string, to: string): boolean {
  return pathname === to || pathname.startsWith(`${to}/`);
}
