import { sql } from "kysely";
import {
  EVENTS,
  type EventDetails,
  type EventKind,
  type KindForAudience,
  type KindOf,
} from "#contract/events.ts";
import type { Db } from "../context.ts";
import { SYSTEM_PRINCIPAL, type Ctx, type OpenCtx } from "../context.ts";
import { newEventId } from "../crypto/token.ts";

type Recorded = {
  id: string;
  companyId?: string | null;
  reason?: string | null;
  /** Who did it, where nobody is signed in but a link or a password says who it is. */
  by?: string;
  /** The same for all events of one action, so that it can be undone as one. */
  groupId?: string;
};

/**
 * What is recorded of one event; entity and audience follow from its kind (contract/events.ts) where it has but one.
 */
export type HistoryEvent =
  | EventOf<Exclude<EventKind, keyof EventDetails | KindForAudience>>
  | EventOf<Exclude<KindForAudience, keyof EventDetails>>
  | { [Kind in keyof EventDetails]: EventOf<Kind> }[keyof EventDetails];

type EventOf<Kind extends EventKind> = Recorded & { kind: Kind } & AudienceOf<Kind> & DetailsOf<Kind>;

type AudienceOf<Kind extends EventKind> = Kind extends KindForAudience
  ? { audience: "public" | "internal" }
  : unknown;

type DetailsOf<Kind extends EventKind> = Kind extends keyof EventDetails
  ? EventDetails[Kind] & Details
  : Details;

type Details = { before?: Record<string, unknown>; after?: Record<string, unknown> };

/** What recording needs of a context; the actor is null for jobs and for the shell. */
export type RecordingCtx = Pick<Ctx, "now" | "ip" | "requestId" | "via"> & {
  db: Db;
  actor: OpenCtx["actor"];
};

/** Records who did what, when, from where and what it was before; in the transaction of the change itself. */
export async function recordEvent(ctx: RecordingCtx, event: HistoryEvent): Promise<void> {
  await recordEvents(ctx, [event]);
}

/** Records many events in one statement. */
export async function recordEvents(ctx: RecordingCtx, events: HistoryEvent[]): Promise<void> {
  if (events.length > 0) await eventsQuery(ctx, events).execute();
}

/** The insertion by itself, so that a statement which writes more can carry it. */
export function eventsQuery(ctx: RecordingCtx, events: HistoryEvent[]) {
  return ctx.db.insertInto("history").values(events.map((event) => toHistoryRow(ctx, event)));
}

/**
 * Records what happened to the desk as a whole, such as a changed setting. It has no id of its own: history keeps it
 * with the provider's own company.
 */
export async function recordDeskEvent(
  ctx: RecordingCtx,
  event: { kind: KindOf<"settings"> } & Details,
): Promise<void> {
  const { id } = await ctx.db
    .selectFrom("companies")
    .select("id")
    .where("is_internal", "=", true)
    .executeTakeFirstOrThrow();
  await recordEvent(ctx, { id, ...event });
}

/**
 * Erases texts from the events of erased tickets, of their comments and of their files; actor, kind and time
 * stays. The one change of the log that the database lets pass, and for such tickets alone.
 */
export async function eraseHistory(db: Db, ticketIds: string[], now: Date): Promise<void> {
  await sql`
    update history set before = without_words(before), after = without_words(after), erased_at = ${now}
    where erased_at is null and seq in (
      select seq from history where entity = 'ticket' and entity_id = any(${ticketIds}::uuid[])
      union all
      select seq from history where entity = 'comment' and entity_id in
        (select id from comments where ticket_id = any(${ticketIds}::uuid[]))
      union all
      select seq from history where entity = 'attachment' and coalesce(after, before) ->> 'ticket_id' = any(${ticketIds}::text[]))
    and (before is distinct from without_words(before) or after is distinct from without_words(after))`.execute(
    db,
  );
}

function toHistoryRow(ctx: RecordingCtx, event: HistoryEvent) {
  return {
    id: newEventId(ctx.now),
    entity: EVENTS[event.kind].entity,
    entity_id: event.id,
    kind: event.kind,
    occurred_at: ctx.now,
    principal_id: event.by ?? ctx.actor?.id ?? SYSTEM_PRINCIPAL,
    via: ctx.via,
    ip: ctx.ip,
    request_id: ctx.requestId,
    group_id: event.groupId ?? null,
    audience: "audience" in event ? event.audience : EVENTS[event.kind].audience,
    company_id: event.companyId ?? null,
    before: event.before ? JSON.stringify(event.before) : null,
    after: event.after ? JSON.stringify(event.after) : null,
    reason: event.reason ?? null,
  };
}

/** Finds the fields of two versions of a row that differ; null when nothing does. */
export function findDifference<Row extends Record<string, unknown>>(
  before: Row,
  after: Partial<Row>,
): { before: Record<string, unknown>; after: Record<string, unknown> } | null {
  const changed = Object.keys(after).filter((key) => after[key] !== undefined && before[key] !== after[key]);
  if (changed.length === 0) return null;
  return {
    before: Object.fromEntries(changed.map((key) => [key, before[key]])),
    after: Object.fromEntries(changed.map((key) => [key, after[key]])),
  };
}
