import { sql } from "kysely";
import {
  EVENTS,
  type EventDetails,
  type EventKind,
  type KindForAudience,
  type KindOf,
} from "#contract/events.ts";
import { categoryOf } from "#contract/statuses.ts";
import { type Db, SYSTEM_PRINCIPAL, type Ctx, type OpenCtx } from "../request-context.ts";
import { newEventId } from "../crypto/token.ts";

type Recorded = {
  id: string;
  companyId?: string | null;
  reason?: string | null;
  /** The person who did it, where nobody is signed in but a link or a password says who it is. */
  by?: string;
  /** The same for all events of one action, so that it can be undone as one. */
  groupId?: string;
};

/**
 * The record of one event; entity and audience follow from its kind (contract/events.ts) where it has but one.
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

/** The part of a context that recording needs; the actor is null for jobs and for the shell. */
export type RecordingCtx = Pick<Ctx, "now" | "ip" | "requestId" | "via"> & {
  db: Db;
  actor: OpenCtx["actor"];
};

/** Records who did what, when, from where and what it was before; in the transaction of the change itself. */
export async function recordEvent(ctx: RecordingCtx, event: HistoryEvent): Promise<void> {
  await recordEvents(ctx, [event]);
}

/** Events that are written as values of their own; more travel as one, which the database need not plan row by row. */
const FEW = 8;

/** Records many events in one statement, in their order. */
export async function recordEvents(ctx: RecordingCtx, events: HistoryEvent[]): Promise<void> {
  if (events.length > FEW) await recordMany(ctx, events);
  else if (events.length > 0) await eventsQuery(ctx, events).execute();
}

/** The insertion by itself, so that a statement which writes more can carry it. */
export function eventsQuery(ctx: RecordingCtx, events: HistoryEvent[]) {
  return ctx.db.insertInto("history").values(
    events.map((event) => {
      const row = toHistoryRow(ctx, event);
      return { ...row, before: toJson(row.before), after: toJson(row.after) };
    }),
  );
}

async function recordMany(ctx: RecordingCtx, events: HistoryEvent[]): Promise<void> {
  const rows = JSON.stringify(events.map((event) => toHistoryRow(ctx, event)));
  await sql`insert into history (${NAMES}) select ${NAMES} from json_to_recordset(${rows}::json) as event(${TYPED_NAMES})`.execute(
    ctx.db,
  );
}

/**
 * Records what happened to the desk as a whole, such as a changed setting. It has no id of its own: history keeps it
 * with the provider's own company.
 */
export async function recordDeskEvent(
  ctx: RecordingCtx,
  event: { kind: KindOf<"settings"> | "sla.assigned" } & Details,
): Promise<void> {
  const { id } = await ctx.db
    .selectFrom("companies")
    .select("id")
    .where("is_internal", "=", true)
    .executeTakeFirstOrThrow();
  await recordEvent(ctx, { id, ...event });
}

function toHistoryRow(ctx: RecordingCtx, event: HistoryEvent) {
  const after = withCategory(event);
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
    before: event.before ?? null,
    after: after ?? null,
    reason: event.reason ?? null,
    schema_version: after === event.after ? 1 : 2,
  };
}

const TYPES: Record<keyof ReturnType<typeof toHistoryRow>, string> = {
  id: "uuid",
  entity: "text",
  entity_id: "uuid",
  kind: "text",
  occurred_at: "timestamptz",
  principal_id: "uuid",
  via: "text",
  ip: "text",
  request_id: "text",
  group_id: "uuid",
  audience: "text",
  company_id: "uuid",
  before: "jsonb",
  after: "jsonb",
  reason: "text",
  schema_version: "int",
};
const NAMES = sql.raw(Object.keys(TYPES).join(", "));
const TYPED_NAMES = sql.raw(
  Object.entries(TYPES)
    .map(([name, type]) => `${name} ${type}`)
    .join(", "),
);

function toJson(details: Record<string, unknown> | null): string | null {
  return details && JSON.stringify(details);
}

/**
 * Details with what a ticket's new status meant then, whatever the status is made to mean later: clocks are computed from it
 * (server/sla). Rows that have it are of version 2.
 */
export function withCategory({
  kind,
  after,
}: {
  kind: EventKind;
  after?: Record<string, unknown>;
}): Record<string, unknown> | undefined {
  const status = EVENTS[kind].entity === "ticket" ? after?.status : undefined;
  const category = typeof status === "string" ? categoryOf(status) : null;
  return category === null ? after : { ...after, category };
}
