import { fetchAndCheckConnection } from "../api/server-connection.ts";
import type { Query } from "@tanstack/react-query";
import { LIVE_TOPICS } from "#contract/events.ts";
import type { LiveMessages } from "#contract/live.ts";
import { liveKeys } from "#contract/query-keys.ts";
import { api } from "../api/api-client.ts";
import { type Change, tellChanges } from "./changes.ts";
import { rememberTakesMail } from "./held-mails.ts";
import { createConnection, followVisibility, type StreamStart } from "./live-connection.ts";
import { queryClient } from "../api/query-client.ts";
import { takeServiceLevels } from "./service-levels.ts";
import { tellWarning, type Warning } from "./warnings.ts";
import { updateSessionUser, onSessionChange, sessionNow } from "../api/session-state.ts";

type Figures = LiveMessages["figures"];
type Presence = LiveMessages["presence"];

/** The first change of a while is taken in almost at once, those of a burst together. Milliseconds. */
const FIRST_WAIT_MS = 20;
const BURST_MS = 100;

/**
 * Applies live changes to the query cache while somebody is signed in; called once. `begunAt` is when the page of somebody
 * who was signed in began to load: what changed since is told.
 */
export function startLiveUpdates(begunAt: number | null): void {
  const world = { open: openStream, onEvent: handleMessage, onGap: catchUp, refreshSession };
  const connection = createConnection(world, begunAt);
  const start = () => {
    if (sessionNow().user) connection.start();
  };
  onSessionChange((now, before) => {
    if (now.user?.id === before.user?.id) return;
    connection.stop({ forget: true });
    start();
  });
  start();
  followVisibility({ start, stop: () => connection.stop({ forget: false }), hurry: connection.hurry });
}

function openStream(from: StreamStart, signal: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { accept: "text/event-stream" };
  const { token } = sessionNow();
  if (token) headers.authorization = `Bearer ${token}`;
  if (from && "lastId" in from) headers["last-event-id"] = from.lastId;
  const past = from && "pastMs" in from ? `?past_ms=${from.pastMs}` : "";
  // The stream never ends, so it must not hold up requests that the page waits for.
  return fetchAndCheckConnection(`/api/events${past}`, {
    headers,
    signal,
    credentials: "include",
    cache: "no-store",
    priority: "low",
  });
}

/** Rights may have changed; a call also renews a token that has run out. */
async function refreshSession(): Promise<void> {
  updateSessionUser(await api("GET /auth/me"));
}

function keepOwn(name: "sending" | "draft") {
  return (data: unknown) => {
    if (isRecord(data)) queryClient.setQueryData(liveKeys.own(name, data.ticket_id), data);
  };
}

type MessageHandlers = Partial<Record<keyof LiveMessages, (data: unknown) => void>>;

const MESSAGE_HANDLERS: MessageHandlers = {
  change: (data) => {
    if (isChange(data)) queueChange(data);
  },
  figures: (data) => {
    if (isFigures(data)) takeFigures(data);
  },
  // Sent again for each change of the Inbox, also where the number stays.
  inbox: (data) => {
    if (isRecord(data)) queryClient.setQueryData(liveKeys.unreadInbox(), data.unread);
  },
  // One's own words: the windows that show their ticket look at them.
  sending: keepOwn("sending"),
  draft: keepOwn("draft"),
  warning: (data) => {
    if (isWarning(data)) tellWarning(data);
  },
  // A query exists already for the ticket on the screen; presence elsewhere is ignored.
  presence: (data) => {
    if (isPresence(data))
      queryClient.setQueryData<Presence>(liveKeys.presence(data.ticket_id), (known) => known && data);
  },
};

function handleMessage(name: string, data: unknown): void {
  const handlers: Partial<Record<string, (data: unknown) => void>> = MESSAGE_HANDLERS;
  handlers[name]?.(data);
}

/** The number of held mails is absent for those whom it does not concern, and while the desk takes no mail. */
function takeFigures({ open_tickets, held_mails, service_levels }: Figures): void {
  queryClient.setQueryData(liveKeys.openTickets(), { open_tickets });
  queryClient.setQueryData(liveKeys.heldMails(), held_mails);
  rememberTakesMail(held_mails !== undefined);
  takeServiceLevels(service_levels === true);
}

let queued: Change[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let appliedAt = 0;

function queueChange(change: Change): void {
  queued.push(change);
  const isBurst = Date.now() - appliedAt < BURST_MS;
  timer ??= setTimeout(applyChanges, isBurst ? BURST_MS : FIRST_WAIT_MS);
}

function applyChanges(): void {
  const changes = queued;
  queued = [];
  timer = undefined;
  appliedAt = Date.now();
  refresh((query) => changes.some((change) => concerns(change, query)));
  const isRenamed = changes.some(renamesTags);
  tellChanges((topic) =>
    isRenamed && topic === LIVE_TOPICS.ticket ? "any" : changes.filter((change) => change.topic === topic),
  );
}

function catchUp(): void {
  refresh(() => true);
  tellChanges(() => "any");
}

/** Fetches anew what is on the screen and marks the rest as old; pages that take changes in themselves do so. */
function refresh(isConcerned: (query: Query) => boolean): void {
  void queryClient.invalidateQueries({ predicate: (query) => isConcerned(query) && !isOwn(query) });
  void queryClient.invalidateQueries({
    predicate: (query) => isConcerned(query) && isOwn(query),
    refetchType: "none",
  });
}

const isOwn = (query: Query) => query.meta?.live === "own";

/** A query of one record is concerned by that record only; a query of many by its whole topic. */
function concerns(change: Change, { queryKey }: Query): boolean {
  const { topic, id, ticket_id } = change;
  if (renamesTags(change) && queryKey[0] === LIVE_TOPICS.ticket) return true;
  const ids = queryKey.filter((part) => typeof part === "string" && ID.test(part));
  if (ids.length === 0) return queryKey[0] === topic;
  return ids.includes(id) || (ticket_id !== undefined && ids.includes(ticket_id));
}

/** Tickets show their tags by name: what is done to a tag may have changed any of them. A new one is on no ticket yet. */
function renamesTags({ topic, kind }: Change): boolean {
  return topic === LIVE_TOPICS.tag && kind !== "tag.created";
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

function isChange(data: unknown): data is Change {
  return isRecord(data) && typeof data.topic === "string" && typeof data.id === "string";
}

function isPresence(data: unknown): data is Presence {
  return isRecord(data) && typeof data.ticket_id === "string" && Array.isArray(data.people);
}

function isFigures(data: unknown): data is Figures {
  return isRecord(data) && typeof data.open_tickets === "number";
}

function isWarning(data: unknown): data is Warning {
  return isRecord(data) && typeof data.ticket_id === "string" && typeof data.tickets === "number";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
