import { Plus, Search, TagIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Actor } from "#contract/access/actor.ts";
import { mayCreateTicket } from "#contract/access/tickets.ts";
import { writeSearchText } from "#web/lib/browser/search-params.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { StatusGlyph } from "#web/ui/status-badge.tsx";
import { REPLY_MESSAGES } from "#web/replies/messages.ts";
import { VIEW_MESSAGES } from "#web/views/messages.ts";
import type { Command } from "./commands.ts";
import {
  type CompanyHit,
  pageOfPerson,
  type PersonHit,
  type TagHit,
  type TicketHit,
  type useSearchHits,
} from "./data.ts";
import { scoreMatch, splitMatches } from "#web/lib/match-text.ts";
import { PALETTE_MESSAGES as MESSAGES } from "./messages.ts";

/** A row of the palette; `lead` stands before the label, `note` small at the end. */
export type Row = {
  id: string;
  label: ReactNode;
  lead: ReactNode;
  note?: ReactNode;
  keys?: readonly string[];
  act: string | (() => void);
};
export type Group = { title: string; rows: Row[] };

type GroupOptions = {
  term: string;
  actor: Actor;
  hits: ReturnType<typeof useSearchHits>;
  actions: readonly Command[];
  places: readonly Command[];
  views: readonly Command[];
  /** For the box of the ticket on the screen. */
  replies: readonly Command[];
};

/** All rows for a search: labels that its words begin, then the server's hits, then labels with its letters. */
export function buildGroups({ term, actor, hits, actions, places, views, replies }: GroupOptions): Group[] {
  const at = (level: 1 | 2, commands: readonly Command[]) =>
    commands.filter(({ label }) => scoreMatch(label, term) === level).map((one) => commandRow(one, term));
  if (term === "") {
    return mergeGroups([
      { title: MESSAGES.actions, rows: at(2, actions) },
      { title: MESSAGES.goTo, rows: at(2, places) },
    ]);
  }
  return mergeGroups([
    { title: MESSAGES.goTo, rows: at(2, places) },
    { title: VIEW_MESSAGES.views, rows: at(2, views) },
    { title: REPLY_MESSAGES.title, rows: at(2, replies).slice(0, REPLIES_SHOWN) },
    { title: MESSAGES.actions, rows: at(2, actions) },
    { title: MESSAGES.tickets, rows: hits.tickets.map((ticket) => ticketRow(ticket, term)) },
    { title: MESSAGES.people, rows: hits.people.map((person) => personRow(person, actor, term)) },
    { title: MESSAGES.tags, rows: hits.tags.map((tag) => tagRow(tag, term)) },
    { title: MESSAGES.companies, rows: hits.companies.map((company) => companyRow(company, term)) },
    { title: MESSAGES.actions, rows: [...withTerm(term, actor), ...at(1, actions)] },
    { title: MESSAGES.goTo, rows: at(1, places) },
    { title: VIEW_MESSAGES.views, rows: at(1, views) },
    ...(places.some(({ label }) => scoreMatch(label, term) > 0)
      ? []
      : [fallbackGroup(term, actions, places)]),
  ]);
}

const REPLIES_SHOWN = 5;

/** The groups of the first `most` rows. */
export function cutGroups(groups: readonly Group[], most: number): Group[] {
  let left = most;
  const cut = groups.map(({ title, rows }) => {
    const kept = rows.slice(0, left);
    left -= kept.length;
    return { title, rows: kept };
  });
  return cut.filter(({ rows }) => rows.length > 0);
}

/** The last group if no label matches: the first pages of the navigation, and the theme. */
function fallbackGroup(term: string, actions: readonly Command[], places: readonly Command[]): Group {
  const unasked = actions.filter(({ id, label }) => id === "theme" && scoreMatch(label, term) === 0);
  return {
    title: MESSAGES.goTo,
    rows: [...places.slice(0, 2), ...unasked].map((one) => commandRow(one, term)),
  };
}

/** Removes empty groups and joins those of one title in the first one's place. */
function mergeGroups(groups: Group[]): Group[] {
  const byTitle = new Map<string, Group>();
  for (const { title, rows } of groups) {
    if (rows.length > 0) byTitle.set(title, { title, rows: [...(byTitle.get(title)?.rows ?? []), ...rows] });
  }
  return [...byTitle.values()];
}

function commandRow({ icon: Icon, label, ...rest }: Command, term: string): Row {
  return { ...rest, label: <HighlightedText text={label} term={term} />, lead: <Icon className="icon" /> };
}

function ticketRow({ id, uid, subject, status, company_name }: TicketHit, term: string): Row {
  return {
    id,
    label: (
      <>
        <span className="monospace subtle">{uid}</span> <HighlightedText text={subject} term={term} />
      </>
    ),
    lead: <StatusGlyph status={status} />,
    note: company_name && <HighlightedText text={company_name} term={term} />,
    act: `/tickets/${id}`,
  };
}

function personRow(person: PersonHit, actor: Actor, term: string): Row {
  const { id, fullname, email } = person;
  return {
    id,
    label: <HighlightedText text={fullname} term={term} />,
    lead: <Avatar name={fullname} size="small" />,
    note: <HighlightedText text={email} term={term} />,
    act: `${pageOfPerson(actor, person)}${writeSearchText({ search: email })}`,
  };
}

function companyRow({ id, name }: CompanyHit, term: string): Row {
  return {
    id,
    label: <HighlightedText text={name} term={term} />,
    lead: <Avatar name={name} size="small" square />,
    act: `/companies${writeSearchText({ search: name })}`,
  };
}

function tagRow({ id, name, tickets }: TagHit, term: string): Row {
  return {
    id,
    label: <HighlightedText text={name} term={term} />,
    lead: <TagIcon className="icon" />,
    note: MESSAGES.taggedTickets(tickets),
    act: `/tickets${writeSearchText({ tag: name })}`,
  };
}

/** Rows that use the search itself, such as a ticket with it as subject. */
function withTerm(term: string, actor: Actor): Row[] {
  const create: Row = {
    id: "create-named",
    label: MESSAGES.createNamed(term),
    lead: <Plus className="icon" />,
    keys: ["C"],
    act: `/tickets/new${writeSearchText({ subject: term })}`,
  };
  const search: Row = {
    id: "search-all",
    label: MESSAGES.searchAll(term),
    lead: <Search className="icon" />,
    keys: ["/"],
    act: `/tickets${writeSearchText({ search: term })}`,
  };
  return mayCreateTicket(actor) ? [create, search] : [search];
}

/** A text with what the search found in it marked. */
function HighlightedText({ text, term }: { text: string; term: string }) {
  return (
    <span className="truncate" title={text}>
      {splitMatches(text, term).map((piece) =>
        piece.isFound ? <mark key={piece.at}>{piece.text}</mark> : <span key={piece.at}>{piece.text}</span>,
      )}
    </span>
  );
}
