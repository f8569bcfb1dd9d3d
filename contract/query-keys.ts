import { LIVE_TOPICS } from "./events.ts";

/**
 * The name of an answer in the browser's cache (TanStack Query). It begins with the word of its family: for what
 * changes live that is the topic of the live stream, so that an event makes every answer of its topic stale. The
 * offline cache keeps some families by the same names. Keys are made in this file alone: web/lib/api/query-client.ts
 * registers the type, so that an array written elsewhere is no key and does not compile.
 */
export type QueryKey = readonly unknown[] & { readonly [madeHere]: true };
declare const madeHere: unique symbol;

function key(...parts: unknown[]): QueryKey {
  // The mark is there for the compiler alone.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return parts as unknown[] & QueryKey;
}

/** Whether a key is the other one or begins with it. */
export function isBelow(below: QueryKey, above: QueryKey): boolean {
  return above.every((part, index) => below[index] === part);
}

/** The id that follows a prefix, such as the ticket's in `ticketKeys.details()`; null where none does. */
export function idBelow(below: QueryKey, above: QueryKey): string | null {
  const id = isBelow(below, above) ? below[above.length] : null;
  return typeof id === "string" ? id : null;
}

/** The same answer in another order of its rows. */
export function sortedBy(unsorted: QueryKey, sorting: object | null): QueryKey {
  return key(...unsorted, sorting);
}

const TICKETS = LIVE_TOPICS.ticket;

export const ticketKeys = {
  lists: () => key(TICKETS, "list"),
  list: (search: object) => key(TICKETS, "list", search),
  recent: () => key(TICKETS, "recent"),
  clientRecent: () => key(TICKETS, "client-recent"),
  picker: (query: object) => key(TICKETS, "picker", query),
  /** How many tickets of a list are overdue, or due soon. */
  dueCount: (query: object) => key(TICKETS, "due-count", query),
  assignableUsers: (search: string) => key(TICKETS, "assignable-users", search),
  /** With all that belongs to single tickets. */
  details: () => key(TICKETS, "one"),
  /** With all that belongs to this ticket. */
  detail: (id: string) => key(TICKETS, "one", id),
  history: (id: string) => key(TICKETS, "one", id, "history"),
  participants: (id: string) => key(TICKETS, "one", id, "participants"),
  links: (id: string) => key(TICKETS, "one", id, "links"),
  uid: (id: string | undefined) => key(TICKETS, "one", id, "uid"),
  reporters: (id: string) => key(TICKETS, "one", id, "reporters"),
  answerAllOf: (id: string) => key(TICKETS, "one", id, "answer-all"),
  answerAll: (id: string, words: object) => key(TICKETS, "one", id, "answer-all", words),
  /** What was merged into it, and what a merge or a split that is asked about would do. */
  merges: (id: string, asked: object | null) => key(TICKETS, "one", id, "merges", asked),
  oldDrafts: (id: string) => key(TICKETS, "one", id, "old-drafts"),
  /** How the clock ran, with every wait for a next response or with the newest ones. */
  receipts: (id: string) => key(TICKETS, "one", id, "receipt"),
  receipt: (id: string, isWhole: boolean) => key(TICKETS, "one", id, "receipt", isWhole),
  checklist: (id: string) => key(TICKETS, "one", id, "checklist"),
  scheduled: (id: string) => key(TICKETS, "one", id, "scheduled"),
  mails: (id: string) => key(TICKETS, "one", id, "mails"),
  colleagues: (id: string, search: string) => key(TICKETS, "one", id, "colleagues", search),
  audience: (id: string) => key(TICKETS, "one", id, "audience"),
  mailOriginal: (id: string, mailId: string) => key(TICKETS, "one", id, "mail-original", mailId),
};

const COMMENTS = LIVE_TOPICS.comment;

export const commentKeys = {
  all: () => key(COMMENTS),
  list: (ticketId: string) => key(COMMENTS, ticketId),
  mentionable: (ticketId: string, query: object) => key(COMMENTS, ticketId, "mentionable", query),
  allVersions: (ticketId: string) => key(COMMENTS, ticketId, "versions"),
  versions: (ticketId: string, id: string, editedAt: string | null) =>
    key(COMMENTS, ticketId, "versions", id, editedAt),
};

const UPLOADS = LIVE_TOPICS.attachment;

export const uploadKeys = {
  /** Of tickets; a draft's file belongs to none. */
  files: () => key(UPLOADS, "of-ticket"),
  file: (ticketId: string | null, id: string) =>
    ticketId === null ? key(UPLOADS, "draft", id) : key(UPLOADS, "of-ticket", ticketId, id),
};

const USERS = LIVE_TOPICS.user;

export const userKeys = {
  all: () => key(USERS),
  list: (userType: string, search: string) => key(USERS, "list", userType, search),
  picker: (query: object) => key(USERS, "picker", query),
  name: (id: string | undefined) => key(USERS, "name", id),
  detail: (id: string) => key(USERS, "one", id),
  roles: (id: string) => key(USERS, "one", id, "roles"),
  erasure: (id: string) => key(USERS, "one", id, "erasure"),
  mailReach: (id: string) => key(USERS, "one", id, "mail-reach"),
  addresses: (id: string) => key(USERS, "one", id, "addresses"),
  roleHistory: (id: string) => key(USERS, "one", id, "role-history"),
};

const COMPANIES = LIVE_TOPICS.company;

export const companyKeys = {
  all: () => key(COMPANIES),
  list: (search: string, isDeleted: boolean) => key(COMPANIES, "list", search, isDeleted),
  picker: (search: string) => key(COMPANIES, "picker", search),
  name: (id: string | undefined) => key(COMPANIES, "name", id),
  detail: (id: string) => key(COMPANIES, "one", id),
  domains: (id: string) => key(COMPANIES, "one", id, "domains"),
};

const GROUPS = LIVE_TOPICS.group;

export const groupKeys = {
  all: () => key(GROUPS),
  list: (isArchived: boolean) => key(GROUPS, "list", isArchived),
  picker: (search: string) => key(GROUPS, "picker", search),
  name: (id: string | undefined) => key(GROUPS, "name", id),
  detail: (id: string) => key(GROUPS, "one", id),
};

const TAGS = LIVE_TOPICS.tag;

export const tagKeys = {
  all: () => key(TAGS),
  list: (search: string) => key(TAGS, "list", search),
  unknown: (names: readonly string[]) => key(TAGS, "unknown", ...names),
};

const REPLIES = LIVE_TOPICS.reply;

/** @public */
export const replyKeys = {
  all: () => key(REPLIES),
  /** Of the settings page, or for a ticket's picker. */
  list: (asked: object) => key(REPLIES, "list", asked),
  detail: (id: string) => key(REPLIES, "one", id),
  /** As it reads on a ticket. */
  rendered: (id: string, asked: object) => key(REPLIES, "one", id, "rendered", asked),
  preview: (id: string, asked: object) => key(REPLIES, "one", id, "preview", asked),
};

const CALENDARS = LIVE_TOPICS.calendar;

export const calendarKeys = {
  all: () => key(CALENDARS),
  list: () => key(CALENDARS, "list"),
  /** As it is now, or as one of its versions was. */
  detail: (id: string, version: number | null) => key(CALENDARS, id, version),
  /** Of no calendar: what can be proposed, without a query the countries. */
  holidays: (query: object | null) => key("holidays", query),
};

const SLA = LIVE_TOPICS.sla;

/** @public */
export const slaKeys = {
  all: () => key(SLA),
  policies: () => key(SLA, "policies"),
  policy: (id: string, version: number | null) => key(SLA, "policy", id, version),
  assignments: () => key(SLA, "assignments"),
  assignment: (scope: string) => key(SLA, "assignment", scope),
  preview: (draft: object) => key(SLA, "preview", draft),
  report: (asked: object) => key(SLA, "report", asked),
  verdicts: (asked: object) => key(SLA, "verdicts", asked),
};

const SETTINGS = LIVE_TOPICS.settings;

export const settingsKeys = {
  organization: () => key(SETTINGS, "organization"),
  notifications: () => key(SETTINGS, "notifications"),
  access: () => key(SETTINGS, "access"),
  retention: (days: object) => key(SETTINGS, "retention", days),
  storage: () => key(SETTINGS, "storage"),
};

const IMPORTS = "imports";

export const importKeys = {
  all: () => key(IMPORTS),
  list: () => key(IMPORTS, "list"),
  one: (id: string) => key(IMPORTS, "one", id),
  table: (id: string, reading: object) => key(IMPORTS, "table", id, reading),
  names: (field: string, search: string) => key(IMPORTS, "names", field, search),
};

const INCOMING = LIVE_TOPICS.incoming;

export const incomingKeys = {
  all: () => key(INCOMING),
  lists: () => key(INCOMING, "list"),
  list: (search: object) => key(INCOMING, "list", search),
  details: () => key(INCOMING, "one"),
  detail: (id: string) => key(INCOMING, "one", id),
  blocked: () => key(INCOMING, "blocked"),
  summary: () => key(INCOMING, "summary"),
};

const MAIL = LIVE_TOPICS.mail;

export const mailKeys = {
  all: () => key(MAIL),
  list: (state: string) => key(MAIL, "list", state),
  captured: () => key(MAIL, "captured"),
};

const MAILBOXES = LIVE_TOPICS.mailbox;

export const mailboxKeys = {
  all: () => key(MAILBOXES),
  list: () => key(MAILBOXES, "list"),
  detail: (id: string) => key(MAILBOXES, "one", id),
};

const VIEWS = LIVE_TOPICS.view;

export const viewKeys = {
  list: () => key(VIEWS),
  pinned: () => key("pinned-views"),
  /** Of the pinned ones, by their keys; of no key: what all of them begin with. */
  counts: (keys: readonly string[]) => key("view-counts", ...keys),
};

// No event makes what follows stale: it is asked for anew, or sent by the live stream itself.

export const liveKeys = {
  openTickets: () => key("figures"),
  heldMails: () => key("figures", "held-mails"),
  unreadInbox: () => key("figures", "inbox"),
  presence: (ticketId: string) => key("presence", ticketId),
  /** What the stream told last of one's own words on a ticket; without one, the beginning of all such keys. */
  own: (what: "sending" | "draft", ...ticketId: unknown[]) => key(what, ...ticketId),
};

export const inboxKeys = {
  lists: () => key("inbox"),
  list: (tab: string) => key("inbox", tab),
};

export const dashboardKeys = {
  all: () => key("dashboard"),
  metrics: () => key("dashboard", "metrics"),
  teams: () => key("dashboard", "teams"),
};

export const roleKeys = {
  list: () => key("roles", "list"),
  permissions: (id: string) => key("roles", "permissions", id),
};

export const authKeys = {
  all: () => key("auth"),
  secondFactor: () => key("auth", "second-factor"),
  sessions: () => key("auth", "sessions"),
  link: (token: string) => key("auth", "link", token),
};

export const auditKeys = {
  list: (filters: object) => key("audit", filters),
};

export const paletteKeys = {
  found: (what: string, search: string) => key("palette", what, search),
};

export const onboardingKeys = {
  steps: () => key("onboarding", "steps"),
  samples: () => key("onboarding", "samples"),
};
