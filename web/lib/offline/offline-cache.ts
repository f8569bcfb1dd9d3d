/*
 * The offline cache keeps recently opened pages readable without a connection (decision 14). Answers of
 * the ticket area and the dashboard, and the files opened there, are copied into this browser's database a moment after they come, under the id of
 * whom they were given to. When the server does not answer, a query that has nothing gets its copy, with the time at
 * which that was fetched, so that the page can say how old it is.
 *
 * Nothing outlives its right to be there: `session-state.ts` deletes the database when a session ends, a person who
 * signs in removes another's, a refusal of the server removes the ticket, and after a day without the server all of
 * it is removed unread.
 */
import { hashKey, type Query, type QueryClient } from "@tanstack/react-query";
import {
  commentKeys,
  dashboardKeys,
  idBelow,
  inboxKeys,
  incomingKeys,
  isBelow,
  type QueryKey,
  ticketKeys,
  uploadKeys,
} from "#contract/query-keys.ts";
import { ApiError, isRecord, isTemporary } from "../api/api-error.ts";
import { isConnectionLost } from "../api/server-connection.ts";
import {
  changeOfflineCache,
  type CachedAnswer,
  putPerson,
  readAnswer,
  readAnswers,
  readPerson,
} from "./offline-cache-store.ts";
import { clearOfflineCache, onSessionChange, sessionNow, type User } from "../api/session-state.ts";

/** Time without the server after which cached answers are no longer readable. */
const READABLE_MS = 24 * 3_600_000;
const REST_MS = 800;
const MOST_TICKETS = 50;
const MOST_OTHERS = 20;
const MOST_CHARACTERS = 4_000_000;
/** Files are counted apart, in bytes. */
const MOST_FILE_BYTES = 50_000_000;
const LARGEST_FILE_BYTES = 10_000_000;
/** A larger answer is not cached; of a list the first two pages are. */
const LARGEST_CHARACTERS = 400_000;
const MOST_PAGES = 2;

/** The person who was signed in here last, for a start without the server; null after a day, or without one. */
export async function cachedPerson(): Promise<User | null> {
  const person = await readPerson();
  if (!person || !isUser(person.user)) return null;
  const age = Date.now() - person.seenAt;
  if (age >= 0 && age < READABLE_MS) return person.user;
  clearOfflineCache();
  return null;
}

/** Caches answers and serves them while the server cannot be reached; called once, when somebody is signed in. */
export function startOfflineCache(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (groupOf(event.query.queryKey) === null) return;
    if (event.type === "added") serveWhenOffline(client, event.query);
    if (event.type !== "updated") return;
    if (event.action.type === "success") {
      const isServed = served.delete(event.query.queryHash);
      // Changes that nobody has confirmed are not the server's word.
      if (!isServed && !(event.action.manual && isConnectionLost())) queueForCache(event.query);
    }
    if (event.action.type === "failed" || event.action.type === "error") {
      void handleFailure(client, event.query, event.action.error);
    }
  });
  onSessionChange(({ user }, before) => {
    if (user?.id === before.user?.id) return;
    queued.clear();
    served.clear();
    if (user) void removeOtherPersons(user).catch(() => undefined);
  });
  const { user } = sessionNow();
  if (user) void removeOtherPersons(user).catch(() => undefined);
  for (const query of client.getQueryCache().getAll()) {
    if (groupOf(query.queryKey) === null) continue;
    if (query.state.data !== undefined) queueForCache(query);
    else if (query.state.fetchFailureReason)
      void handleFailure(client, query, query.state.fetchFailureReason);
    else serveWhenOffline(client, query);
  }
  // The answers shown last must not be lost with the tab.
  document.addEventListener("visibilitychange", () => document.hidden && void writeQueued());
}

/** The cache group of a query: its ticket, or the query itself for lists and metrics; null if it is not cached. */
export function groupOf(key: QueryKey): string | null {
  const ticketId =
    idBelow(key, ticketKeys.details()) ??
    idBelow(key, commentKeys.all()) ??
    idBelow(key, uploadKeys.files()) ??
    idBelow(key, incomingKeys.details());
  // Earlier versions of a comment are not cached.
  if (ticketId !== null) return isBelow(key, commentKeys.allVersions(ticketId)) ? null : ticketId;
  return LISTS.some((list) => isBelow(key, list)) ? LIST + JSON.stringify(key) : null;
}

const LIST = "list:";
const LISTS = [
  ticketKeys.lists(),
  ticketKeys.recent(),
  ticketKeys.clientRecent(),
  dashboardKeys.all(),
  incomingKeys.lists(),
  inboxKeys.lists(),
];

const queued = new Map<string, Query>();
/** Hashes of queries that were served from the cache: their answers are not new, and not cached again. */
const served = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

function queueForCache(query: Query): void {
  queued.set(query.queryHash, query);
  timer ??= setTimeout(() => void writeQueued(), REST_MS);
}

async function writeQueued(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const { user } = sessionNow();
  const answers = [...queued.values()].map(answerOf).filter((answer) => answer !== null);
  queued.clear();
  if (!user || user.must_change_password || user.must_set_up_second_factor || answers.length === 0) return;
  // A browser without such a database, or a full one, reads with a connection only.
  await cacheAnswers(user, answers).catch(() => undefined);
}

async function cacheAnswers(user: User, answers: CachedAnswer[]): Promise<void> {
  await removeOtherPersons(user);
  const known = await readAnswers();
  const fresh = new Set(answers.map(({ hash }) => hash));
  const surplus = findSurplus([...answers, ...known.filter(({ hash }) => !fresh.has(hash))]);
  // Signed out meanwhile: the database is gone, and must not come back.
  if (sessionNow().user?.id !== user.id) return;
  await changeOfflineCache((stores) => {
    for (const answer of answers) stores.answers.put(answer);
    for (const { hash } of surplus) stores.answers.delete(hash);
    putPerson(stores, { user, seenAt: Date.now() });
  });
}

/** Removes the answers of another account. */
async function removeOtherPersons(user: User): Promise<void> {
  const person = await readPerson();
  if (!person || (isUser(person.user) && person.user.id === user.id)) return;
  await changeOfflineCache(({ answers, person: store }) => {
    answers.clear();
    store.clear();
  });
}

/** The answers beyond the limits, the oldest ones: by number of tickets, of other answers, and by size. */
export function findSurplus(answers: CachedAnswer[]): CachedAnswer[] {
  const ranks = { tickets: new Map<string, number>(), others: new Map<string, number>() };
  const sizes = { answers: 0, files: 0 };
  return answers
    .toSorted((a, b) => b.fetchedAt - a.fetchedAt)
    .filter((answer) => {
      const isList = answer.group.startsWith(LIST);
      const known = isList ? ranks.others : ranks.tickets;
      const rank = known.get(answer.group) ?? known.size + 1;
      known.set(answer.group, rank);
      const kind = answer.data instanceof Blob ? "files" : "answers";
      sizes[kind] += answer.size;
      const most = kind === "files" ? MOST_FILE_BYTES : MOST_CHARACTERS;
      return sizes[kind] > most || rank > (isList ? MOST_OTHERS : MOST_TICKETS);
    });
}

function answerOf({ queryHash: hash, queryKey, state }: Query): CachedAnswer | null {
  const group = groupOf(queryKey);
  if (group === null || state.data === undefined) return null;
  if (state.data instanceof Blob) {
    const { size } = state.data;
    return size > LARGEST_FILE_BYTES ? null : { hash, group, data: state.data, fetchedAt: Date.now(), size };
  }
  const data = firstPages(state.data);
  const size = JSON.stringify(data).length;
  return size > LARGEST_CHARACTERS ? null : { hash, group, data, fetchedAt: state.dataUpdatedAt, size };
}

/** The beginning of a long list; a conversation of more pages is fetched to its end again when it can be. */
function firstPages(data: unknown): unknown {
  if (!isRecord(data) || !Array.isArray(data.pages) || !Array.isArray(data.pageParams)) return data;
  return { pages: data.pages.slice(0, MOST_PAGES), pageParams: data.pageParams.slice(0, MOST_PAGES) };
}

async function handleFailure(client: QueryClient, query: Query, error: unknown): Promise<void> {
  if (isTemporary(error)) return serveCached(client, query);
  const isGone = error instanceof ApiError && [403, 404, 410].includes(error.status);
  if (isGone) await removeGroup(groupOf(query.queryKey)).catch(() => undefined);
}

/** Serves a query at once while the connection is known to be lost, so that the page shows no waiting. */
function serveWhenOffline(client: QueryClient, query: Query): void {
  if (isConnectionLost()) void serveCached(client, query);
}

async function serveCached(client: QueryClient, query: Query): Promise<void> {
  if (query.state.data !== undefined) return;
  const answer = await readOffline(query.queryKey);
  if (!answer || query.state.data !== undefined) return;
  served.add(query.queryHash);
  client.setQueryData(query.queryKey, answer.data, { updatedAt: answer.fetchedAt });
}

/** What is cached of a query, for the person who is signed in and as long as it may be read. */
export async function readOffline(key: QueryKey): Promise<CachedAnswer | null> {
  const { user } = sessionNow();
  const person = await readPerson();
  if (!user || !person || !isUser(person.user) || person.user.id !== user.id) return null;
  if (Date.now() - person.seenAt > READABLE_MS) {
    clearOfflineCache();
    return null;
  }
  const answer = await readAnswer(hashKey(key));
  return answer && sessionNow().user?.id === user.id ? answer : null;
}

async function removeGroup(group: string | null): Promise<void> {
  if (group === null) return;
  const all = await readAnswers();
  await changeOfflineCache(({ answers }) => {
    for (const each of all) if (each.group === group) answers.delete(each.hash);
  });
}

function isUser(value: unknown): value is User {
  return isRecord(value) && typeof value.id === "string" && Array.isArray(value.roles);
}
