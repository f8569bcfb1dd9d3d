import { type RawBuilder, sql } from "kysely";
import { categoryOf, isPriority, type Priority, type StatusCategory } from "#contract/statuses.ts";
import { SLA_TARGETS, type SlaTarget } from "#contract/sla/targets.ts";
import type { ClockFacts, Db } from "#server/lib/request-context.ts";
import type { Life, Versions } from "./clock/in-force.ts";
import type { ClockEvent } from "./clock/types.ts";

/** Everything that a ticket's clocks are computed from. */
export type TicketFacts = {
  events: ClockEvent[];
  life: Life;
  /** Targets that somebody judged again, and by what. */
  judged: { target: SlaTarget; cycle: number; versions: Versions }[];
};

/** What migration 0081 answers of a ticket: lists in which each place has its meaning; null where there is none. */
export type Facts = ClockFacts & {
  /** Of what type whoever raised the ticket is; null where nobody is left. */
  maker: string | null;
  events: EventFact[] | null;
  comments: CommentFact[] | null;
  /** Questions that a merge had brought, until its undo; null of facts that were read before there were any. */
  brought?: [at: number, since: number, undoneAt: number][] | null;
  pins: [at: number, policy: string | null, calendar: string | null, undoneAt: number | null][] | null;
  judged: [target: string, cycle: number, policy: string, calendar: string][] | null;
};
type EventFact = [
  seq: number,
  at: number,
  kind: string,
  isImported: boolean,
  status: unknown,
  category: unknown,
  priority: unknown,
  companyId: unknown,
  assigneeId: unknown,
  merged: unknown,
];
type CommentFact = [
  seq: number | null,
  at: number,
  author: "staff" | "client" | "system",
  source: string,
  isDeleted: boolean,
  since: number | null,
];

/** Whether what another feature hands on is what `factsOf` has read. */
export function isFacts(facts: ClockFacts): facts is Facts {
  return "events" in facts && "comments" in facts;
}

/** Facts of a ticket as an expression of a statement that reads more; null where the caller's role does not see it. */
export function factsOf(ticketId: string): RawBuilder<Facts | null> {
  return sql`sla_facts(${sql.ref(ticketId)})`;
}

/**
 * Reads what moves the clocks of some tickets, in one statement for all of them. A ticket that the caller's role does not see,
 * or whose history does not tell how it began, is not among them. Whatever version a fact names is among those of `generation`.
 */
export async function readFacts(
  db: Db,
  ticketIds: readonly string[],
): Promise<{ facts: Map<string, TicketFacts>; generation: number }> {
  const found = { facts: new Map<string, TicketFacts>(), generation: 0 };
  if (ticketIds.length === 0) return found;
  const { rows } = await sql<{ id: string; facts: Facts | null }>`
    select id, sla_facts(id) as facts from unnest(${[...ticketIds]}::uuid[]) as id`.execute(db);
  for (const { id, facts } of rows) {
    if (facts === null) continue;
    found.generation = Math.max(found.generation, facts.generation);
    const read = parseFacts(facts);
    if (read) found.facts.set(id, read);
  }
  return found;
}

/** What happened, in the order in which it counts; null where the history does not tell how the ticket began. */
export function parseFacts({ maker, events, comments, brought, pins, judged }: Facts): TicketFacts | null {
  const asked = [...(comments ?? []).map(toComment), ...(brought ?? []).map(toBrought)];
  const happened = setForward(sort([...(events ?? []).map(toEvent), ...asked]));
  const [first] = happened;
  if (!first || isComment(first) || first.kind !== "ticket.created") return null;
  const created = readCreation(first, maker);
  // An imported ticket that was closed where it comes from has no history here that its clock could be told from.
  if (first.isImported && created.category === "closed") return null;
  const later = happened.slice(1);
  return {
    events: [created, ...later.flatMap(toEvents)],
    life: {
      createdAt: first.at,
      companies: [
        { at: first.at, companyId: created.companyId },
        ...later.flatMap((fact) =>
          isComment(fact) || fact.companyId === undefined ? [] : [{ at: fact.at, companyId: fact.companyId }],
        ),
      ],
      pins: (pins ?? []).map(([at, policy, calendar, undoneAt]) => ({
        at,
        versions: toVersions(policy, calendar),
        undoneAt,
      })),
    },
    judged: (judged ?? []).flatMap(([named, cycle, policy, calendar]) => {
      const target = SLA_TARGETS.find((each) => each === named);
      return target ? [{ target, cycle, versions: toVersions(policy, calendar) }] : [];
    }),
  };
}

type TicketEvent = {
  kind: string;
  seq: number;
  at: number;
  isImported: boolean;
  status: { status: string; category: StatusCategory } | null;
  priority: Priority | null;
  /** Undefined where nothing is said of it. */
  companyId: string | null | undefined;
  assigneeId: string | null | undefined;
  /** Another ticket became part of this one, which names it. */
  hasTaken: boolean;
};
type Comment = {
  kind: "comment";
  seq: number | null;
  at: number;
  author: CommentFact[2];
  source: string;
  isDeleted: boolean;
  /** When it was written, of one that a merge or a split has brought here. */
  since: number | null;
  /** When it went again, of one whose merge was undone. */
  until?: number;
};
type Fact = TicketEvent | Comment;

function toEvent(fact: EventFact): TicketEvent {
  const [seq, at, kind, isImported, status, category, priority, companyId, assigneeId, merged] = fact;
  return {
    kind,
    seq,
    at,
    isImported,
    status: readStatus(status, category),
    priority: isPriority(priority) ? priority : null,
    companyId: readId(companyId),
    assigneeId: readId(assigneeId),
    hasTaken: merged !== false,
  };
}

function toComment([seq, at, author, source, isDeleted, since]: CommentFact): Comment {
  return { kind: "comment", seq, at, author, source, isDeleted, since };
}

function toBrought([at, since, until]: NonNullable<Facts["brought"]>[number]): Comment {
  return {
    kind: "comment",
    seq: null,
    at,
    author: "client",
    source: "merged",
    isDeleted: false,
    since,
    until,
  };
}

/**
 * In the order of the history; its times may have been set back. A comment that a merge has moved comes when it moved, and one
 * of which the history does not tell when it was written. The creation comes first whatever was written before it.
 */
function sort(facts: readonly Fact[]): Fact[] {
  const placed = facts.filter(isPlaced).toSorted((a, b) => rank(a) - rank(b) || (a.seq ?? 0) - (b.seq ?? 0));
  for (const fact of facts.filter((each) => !isPlaced(each)).toSorted((a, b) => a.at - b.at)) {
    const later = placed.findIndex(({ at, kind }) => kind !== "ticket.created" && at > fact.at);
    placed.splice(later === -1 ? placed.length : later, 0, fact);
  }
  return placed;
}

function isPlaced(fact: Fact): boolean {
  return fact.seq !== null && !(isComment(fact) && fact.since !== null);
}

function isComment(fact: Fact): fact is Comment {
  return fact.kind === "comment";
}

/** A moment before that of its predecessor counts as the predecessor's. */
function setForward(facts: readonly Fact[]): Fact[] {
  let latest = 0;
  return facts.map((fact) => {
    latest = Math.max(latest, fact.at);
    return { ...fact, at: latest };
  });
}

function rank({ kind }: Fact): number {
  return kind === "ticket.created" ? 0 : 1;
}

const second = (at: number) => Math.floor(at / 1000);

function readCreation({ at, status, priority, companyId, assigneeId }: TicketEvent, maker: string | null) {
  return {
    kind: "created" as const,
    at: second(at),
    by: maker === "internal" ? ("staff" as const) : ("client" as const),
    ...(status ?? { status: "open", category: "open" as const }),
    priority: priority ?? ("normal" as const),
    companyId: companyId ?? null,
    assigneeId: assigneeId ?? null,
  };
}

function toEvents(fact: Fact): ClockEvent[] {
  return isComment(fact) ? readComment(fact) : [...readMove(fact), ...readChanges(fact)];
}

/**
 * An answer is what a person of the desk wrote for the client; what rules and automatic answers wrote answers nobody, and
 * what was imported neither answers nor asks.
 */
function readComment({ at: when, author, source, since, until, isDeleted }: Comment): ClockEvent[] {
  const at = second(when);
  if (source === "import") return [];
  if (author === "client")
    return [
      {
        kind: "question",
        at,
        ...(since !== null && { since: second(since) }),
        ...(until !== undefined && { until: second(until) }),
      },
    ];
  const isByPerson = author === "staff" && source !== "auto" && source !== "rule" && source !== "merged";
  return [{ kind: "answer", at, by: isByPerson ? "staff" : "system", isDeleted }];
}

/** The ticket that stays names those that became part of it. */
function readMove({ at, kind, hasTaken }: TicketEvent): ClockEvent[] {
  if (kind === "ticket.deleted") return [{ kind: "trashed", at: second(at) }];
  if (kind === "ticket.restored") return [{ kind: "restored", at: second(at) }];
  if (kind === "ticket.unmerged") return [{ kind: "unmerged", at: second(at) }];
  return kind === "ticket.merged" && !hasTaken ? [{ kind: "merged", at: second(at) }] : [];
}

/** The status comes last: what was changed with a closing was changed before it. */
function readChanges({ at: when, status, priority, companyId, assigneeId }: TicketEvent): ClockEvent[] {
  const at = second(when);
  return [
    ...(priority ? [{ kind: "priority" as const, at, priority }] : []),
    ...(companyId !== undefined ? [{ kind: "company" as const, at, companyId }] : []),
    ...(assigneeId !== undefined ? [{ kind: "assignee" as const, at, assigneeId }] : []),
    ...(status ? [{ kind: "status" as const, at, ...status }] : []),
  ];
}

/** Since version 2 of the history's rows the category stands beside the status; before there were the fixed five. */
function readStatus(status: unknown, category: unknown): TicketEvent["status"] {
  if (typeof status !== "string") return null;
  return { status, category: readCategory(category) ?? categoryOf(status) ?? "open" };
}

const CATEGORIES = ["open", "waiting_for_client", "waiting_for_third_party", "closed"] as const;

function readCategory(value: unknown): StatusCategory | undefined {
  return CATEGORIES.find((category) => category === value);
}

function readId(value: unknown): string | null | undefined {
  return typeof value === "string" ? value : value === null ? null : undefined;
}

function toVersions(policy: string | null, calendar: string | null): Versions {
  return policy !== null && calendar !== null
    ? { policyVersionId: policy, calendarVersionId: calendar }
    : null;
}
