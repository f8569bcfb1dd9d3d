import { sql } from "kysely";
import { categoryOf, isPriority, type Priority, type StatusCategory } from "#contract/statuses.ts";
import { SLA_TARGETS, type SlaTarget } from "#contract/sla/targets.ts";
import type { Db } from "#server/lib/request-context.ts";
import type { Life, Versions } from "./clock/in-force.ts";
import type { ClockEvent } from "./clock/types.ts";

/** Everything that a ticket's clocks are computed from. */
export type TicketFacts = {
  events: ClockEvent[];
  life: Life;
  /** Targets that somebody judged again, and by what. */
  judged: { target: SlaTarget; cycle: number; versions: Versions }[];
};

type Fact = {
  ticket_id: string;
  seq: number | null;
  at: Date;
  kind: string;
  said: Record<string, unknown> | null;
  by_whom: "staff" | "client" | "system" | null;
  source: string | null;
  is_deleted: boolean;
};

/**
 * Reads what moves the clocks of some tickets, in one statement for all of them (migration 0071). A ticket that the caller's
 * role does not see, or whose history does not tell how it began, is not among them.
 */
export async function readFacts(db: Db, ticketIds: readonly string[]): Promise<Map<string, TicketFacts>> {
  if (ticketIds.length === 0) return new Map();
  const { rows } = await sql<Fact>`
    select ticket_id, seq, at, kind, said, by_whom, source, is_deleted from sla_facts(${[...ticketIds]}::uuid[])`.execute(
    db,
  );
  const found = new Map<string, TicketFacts>();
  for (const [id, facts] of Map.groupBy(rows, ({ ticket_id }) => ticket_id)) {
    const read = toFacts(facts);
    if (read) found.set(id, read);
  }
  return found;
}

function toFacts(rows: readonly Fact[]): TicketFacts | null {
  const happened = setForward(sort(rows.filter(({ kind }) => kind !== "pinned" && kind !== "judged")));
  const events = happened.flatMap(toEvents);
  const [created] = events;
  // An imported ticket that was closed where it comes from has no history here that its clock could be told from.
  const isImportedClosed = happened[0]?.source === "import" && isClosedAtFirst(created);
  if (created?.kind !== "created" || isImportedClosed) return null;
  const createdAt = happened[0]?.at.getTime() ?? 0;
  return {
    events,
    life: {
      createdAt,
      companies: [
        { at: createdAt, companyId: created.companyId },
        ...happened.slice(1).flatMap(({ kind, said, at }) => {
          const companyId = readId(said, "company_id");
          return kind === "comment" || companyId === undefined ? [] : [{ at: at.getTime(), companyId }];
        }),
      ],
      pins: rows
        .filter(({ kind }) => kind === "pinned")
        .map(({ at, said }) => ({ at: at.getTime(), versions: readVersions(said) })),
    },
    judged: rows
      .filter(({ kind }) => kind === "judged")
      .flatMap(({ said }) => {
        const target = SLA_TARGETS.find((each) => each === said?.target);
        return target ? [{ target, cycle: Number(said?.cycle), versions: readVersions(said) }] : [];
      }),
  };
}

/**
 * In the order of the history; its times may have been set back. A comment that a merge has moved comes when it moved, and one
 * of which the history does not tell when it was written. The creation comes first whatever was written before it.
 */
function sort(rows: readonly Fact[]): Fact[] {
  const isPlaced = ({ seq, said, kind }: Fact) => seq !== null && !(kind === "comment" && said !== null);
  const placed = rows.filter(isPlaced).toSorted((a, b) => rank(a) - rank(b) || (a.seq ?? 0) - (b.seq ?? 0));
  for (const row of rows.filter((each) => !isPlaced(each)).toSorted((a, b) => Number(a.at) - Number(b.at))) {
    const later = placed.findIndex(({ at, kind }) => kind !== "ticket.created" && at > row.at);
    placed.splice(later === -1 ? placed.length : later, 0, row);
  }
  return placed;
}

/** A moment before that of its predecessor counts as the predecessor's. */
function setForward(rows: readonly Fact[]): Fact[] {
  let latest = new Date(0);
  return rows.map((row) => {
    if (row.at > latest) latest = row.at;
    return { ...row, at: latest };
  });
}

function rank({ kind }: Fact): number {
  return kind === "ticket.created" ? 0 : 1;
}

function isClosedAtFirst(event: ClockEvent | undefined): boolean {
  return event?.kind === "created" && event.category === "closed";
}

const second = (at: Date) => Math.floor(at.getTime() / 1000);

function toEvents(fact: Fact): ClockEvent[] {
  if (fact.kind === "comment") return readComment(fact);
  if (fact.kind === "ticket.created") return readCreation(fact);
  return [...readMove(fact), ...readChanges(fact)];
}

function readCreation({ at, said, by_whom }: Fact): ClockEvent[] {
  const { status, category } = readStatus(said) ?? { status: "open", category: "open" };
  return [
    {
      kind: "created",
      at: second(at),
      by: by_whom === "staff" ? "staff" : "client",
      status,
      category,
      priority: readPriority(said) ?? "normal",
      companyId: readId(said, "company_id") ?? null,
      assigneeId: readId(said, "assignee_id") ?? null,
    },
  ];
}

/**
 * An answer is what a person of the desk wrote for the client; what rules and automatic answers wrote answers nobody, and
 * what was imported neither answers nor asks.
 */
function readComment({ at: when, by_whom, source, said, is_deleted: isDeleted }: Fact): ClockEvent[] {
  const at = second(when);
  if (source === "import") return [];
  if (by_whom === "client") {
    const since = typeof said?.since === "string" ? second(new Date(said.since)) : undefined;
    return [{ kind: "question", at, ...(since !== undefined && { since }) }];
  }
  const isByPerson = by_whom === "staff" && source !== "auto" && source !== "rule" && source !== "merged";
  return [{ kind: "answer", at, by: isByPerson ? "staff" : "system", isDeleted }];
}

/** The ticket that stays names those that became part of it. */
function readMove({ at, kind, said }: Fact): ClockEvent[] {
  if (kind === "ticket.deleted") return [{ kind: "trashed", at: second(at) }];
  if (kind === "ticket.restored") return [{ kind: "restored", at: second(at) }];
  if (kind === "ticket.unmerged") return [{ kind: "unmerged", at: second(at) }];
  return kind === "ticket.merged" && said?.merged === undefined ? [{ kind: "merged", at: second(at) }] : [];
}

/** The status comes last: what was changed with a closing was changed before it. */
function readChanges({ at: when, said }: Fact): ClockEvent[] {
  const at = second(when);
  const priority = readPriority(said);
  const companyId = readId(said, "company_id");
  const assigneeId = readId(said, "assignee_id");
  const status = readStatus(said);
  return [
    ...(priority ? [{ kind: "priority" as const, at, priority }] : []),
    ...(companyId !== undefined ? [{ kind: "company" as const, at, companyId }] : []),
    ...(assigneeId !== undefined ? [{ kind: "assignee" as const, at, assigneeId }] : []),
    ...(status ? [{ kind: "status" as const, at, ...status }] : []),
  ];
}

/** Since version 2 of the history's rows the category stands beside the status; before there were the fixed five. */
function readStatus(said: Fact["said"]): { status: string; category: StatusCategory } | null {
  const status = said?.status;
  if (typeof status !== "string") return null;
  return { status, category: readCategory(said?.category) ?? categoryOf(status) ?? "open" };
}

const CATEGORIES = ["open", "waiting_for_client", "waiting_for_third_party", "closed"] as const;

function readCategory(value: unknown): StatusCategory | undefined {
  return CATEGORIES.find((category) => category === value);
}

function readPriority(said: Fact["said"]): Priority | null {
  return isPriority(said?.priority) ? said.priority : null;
}

/** Undefined where nothing is said of it. */
function readId(said: Fact["said"], name: "company_id" | "assignee_id"): string | null | undefined {
  const value = said?.[name];
  return typeof value === "string" ? value : value === null ? null : undefined;
}

function readVersions(said: Fact["said"]): Versions {
  const { policy_version_id: policy, calendar_version_id: calendar } = said ?? {};
  return typeof policy === "string" && typeof calendar === "string"
    ? { policyVersionId: policy, calendarVersionId: calendar }
    : null;
}
