import {
  AlarmClock,
  CalendarClock,
  CircleUserRound,
  FileUp,
  Keyboard,
  ListFilter,
  LogOut,
  MergeIcon,
  MessageSquareQuote,
  type LucideIcon,
  Plus,
  ScrollText,
  Mail,
  Settings2,
  SunMoon,
  TagIcon,
  TicketIcon,
  Timer,
  UsersRound,
  Zap,
} from "lucide-react";
import { type Actor, isExternal } from "#contract/access/actor.ts";
import {
  mayManageSettings,
  mayOpenAudit,
  mayOpenMail,
  mayOpenTeams,
} from "#contract/access/may-open-page.ts";
import { mayReadSla } from "#contract/access/sla.ts";
import { mayManageTags } from "#contract/access/tags.ts";
import { mayCreateTicket, mayFollowUp } from "#contract/access/tickets.ts";
import { maySeeReplies } from "#contract/access/replies.ts";
import { maySeeViews } from "#contract/access/views.ts";
import { TEAMS_MESSAGES } from "#web/groups/messages.ts";
import { themeKeys } from "#web/keyboard/chords.ts";
import { goTo, type KeyedPage } from "#web/keyboard/shortcuts.ts";
import type { PageCommand } from "#web/lib/page-commands.ts";
import { writeSearchText } from "#web/lib/browser/search-params.ts";
import type { Reply } from "#web/replies/data.ts";
import type { ReplyTaker } from "#web/replies/reply-taker.ts";
import { SETTINGS_MESSAGES } from "#web/settings/messages.ts";
import { addressOf, type Views } from "#web/views/address.ts";
import { VIEW_MESSAGES } from "#web/views/messages.ts";
import { PALETTE_MESSAGES as MESSAGES } from "./messages.ts";

export type Page = KeyedPage & { icon: LucideIcon };
/** A row of the palette, which leads to an address of the app or acts at once. */
export type Command = {
  id: string;
  label: string;
  icon: LucideIcon;
  keys?: readonly string[];
  act: string | (() => void);
};
export type Acts = { theme: () => void; shortcuts: () => void; logout: () => void };

/** What the page on the screen offers besides. */
export function commandOf(command: PageCommand): Command {
  return { ...command, icon: command.id === "receipt" ? Timer : MergeIcon };
}

/** The actions of this person on every page. */
export function listActions(actor: Actor, actions: Acts): Command[] {
  const create = { id: "create", label: MESSAGES.create, icon: Plus, keys: ["C"], act: "/tickets/new" };
  return [
    ...(mayCreateTicket(actor) ? [create] : []),
    { id: "theme", label: MESSAGES.theme, icon: SunMoon, keys: themeKeys(), act: actions.theme },
    { id: "shortcuts", label: MESSAGES.shortcuts, icon: Keyboard, keys: ["?"], act: actions.shortcuts },
    { id: "logout", label: MESSAGES.logout, icon: LogOut, act: actions.logout },
  ];
}

/** The pages of this person: those of the navigation, then those behind them. */
export function listPlaces(actor: Actor, pages: readonly Page[]): Command[] {
  const behind = BEHIND.filter((place) => place.may(actor));
  return [
    ...pages.map((page) => ({ ...goTo(page), id: page.to, icon: page.icon, act: page.to })),
    ...behind.map(({ may: _, ...place }) => ({ ...place, id: place.act })),
  ];
}

type Place = { label: string; icon: LucideIcon; act: string; may: (actor: Actor) => boolean };
const isStaff = (actor: Actor) => !isExternal(actor);

/** The saved views of this person; the pinned ones with their keys. */
export function listViews(views: Views | undefined): Command[] {
  return (views?.items ?? []).map((view) => {
    const place = views?.pins.slice(0, 9).indexOf(view.id) ?? -1;
    return {
      id: view.id,
      label: view.name,
      icon: ListFilter,
      ...(place >= 0 && { keys: ["G", String(place + 1)] }),
      act: `/tickets${writeSearchText(addressOf(view))}`,
    };
  });
}

/** The saved replies that the ticket on the screen takes; a macro without a text is applied to it. */
export function listReplies(replies: readonly Reply[] | undefined, taker: ReplyTaker | null): Command[] {
  if (!taker) return [];
  return (replies ?? []).map((reply) => ({
    id: reply.id,
    label: reply.name,
    icon: Object.keys(reply.effects).length > 0 ? Zap : MessageSquareQuote,
    act: () => taker.take(reply),
  }));
}

const BEHIND: readonly Place[] = [
  { label: MESSAGES.myTickets, icon: CircleUserRound, act: "/tickets?mine=true", may: isStaff },
  { label: MESSAGES.unassigned, icon: TicketIcon, act: "/tickets?unassigned=true", may: isStaff },
  { label: MESSAGES.due, icon: AlarmClock, act: "/tickets?follow_up=due", may: mayFollowUp },
  { label: VIEW_MESSAGES.all, icon: ListFilter, act: "/tickets?views=true", may: maySeeViews },
  {
    label: SETTINGS_MESSAGES.organization,
    icon: Settings2,
    act: "/settings/organization",
    may: mayManageSettings,
  },
  { label: TEAMS_MESSAGES.title, icon: UsersRound, act: "/settings/teams", may: mayOpenTeams },
  {
    label: SETTINGS_MESSAGES.pages.replies,
    icon: MessageSquareQuote,
    act: "/settings/replies",
    may: maySeeReplies,
  },
  { label: SETTINGS_MESSAGES.pages.tags, icon: TagIcon, act: "/settings/tags", may: mayManageTags },
  {
    label: SETTINGS_MESSAGES.pages.serviceLevels,
    icon: Timer,
    act: "/settings/service-levels",
    may: mayReadSla,
  },
  {
    label: SETTINGS_MESSAGES.pages.calendars,
    icon: CalendarClock,
    act: "/settings/calendars",
    may: mayReadSla,
  },
  { label: SETTINGS_MESSAGES.pages.mail, icon: Mail, act: "/settings/mail", may: mayOpenMail },
  { label: MESSAGES.import, icon: FileUp, act: "/import", may: mayManageSettings },
  { label: SETTINGS_MESSAGES.pages.audit, icon: ScrollText, act: "/settings/audit", may: mayOpenAudit },
];
