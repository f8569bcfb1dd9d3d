import { z } from "zod";
import { LIMITS } from "#contract/limits.ts";
import { DEFAULT_STATUS, isClosed, PRIORITIES } from "#contract/statuses.ts";
import type { NamedTag } from "#server/tags/find-by-name.ts";
import type { SettledColumns } from "#server/tickets/merged/lay-aside.ts";
import type { Follower } from "#server/tickets/merged/followers.ts";
import type { TicketRecord } from "#server/tickets/read.ts";

/** What one merged ticket changes on the one that stays, with the values before. */
export type Step = {
  ticket: TicketRecord;
  before: SettledColumns;
  after: SettledColumns;
  people: Follower[];
  tags: NamedTag[];
};

type Held = { followers: readonly Follower[]; tags: ReadonlyMap<string, readonly NamedTag[]> };

/**
 * Plans what merging does to the ticket that stays (rule 833): it keeps its fields, but the higher priority wins, it opens
 * if one of them is open, and what it lacks it gets. Ticket by ticket, so that each merge can be undone by itself.
 */
export function planSettling(kept: TicketRecord, merged: readonly TicketRecord[], held: Held): Step[] {
  let running = kept;
  const there = new Set([kept.client_id, ...held.followers.filter(isOf(kept)).map(({ user_id }) => user_id)]);
  const tags = new Set(tagsOf(held, kept).map(({ id }) => id));
  return merged.map((ticket) => {
    const after = settleColumns(running, ticket);
    const before = pickSame(running, after);
    running = { ...running, ...after };
    const people = uniqueBy(held.followers.filter(isOf(ticket)), ({ user_id }) => user_id).filter(
      ({ user_id }) => !there.has(user_id),
    );
    for (const { user_id } of people) there.add(user_id);
    const room = Math.max(0, LIMITS.tagsPerTicket - tags.size);
    const added = tagsOf(held, ticket)
      .filter(({ id }) => !tags.has(id))
      .slice(0, room);
    for (const { id } of added) tags.add(id);
    return { ticket, before, after, people, tags: added };
  });
}

const isOf =
  ({ id }: TicketRecord) =>
  ({ ticket_id }: Follower) =>
    ticket_id === id;

function tagsOf({ tags }: Held, { id }: TicketRecord): readonly NamedTag[] {
  return tags.get(id) ?? [];
}

function uniqueBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}

function settleColumns(kept: TicketRecord, merged: TicketRecord): SettledColumns {
  const opens = isClosed(kept.status) && !isClosed(merged.status);
  const status = opens ? DEFAULT_STATUS : kept.status;
  const lacksDate = !kept.follow_up_at && !kept.follow_up_due_at && !isClosed(status);
  return {
    ...(opens && { status, closed: null, closed_by: null, reopened_count: kept.reopened_count + 1 }),
    ...(rankOf(merged.priority) > rankOf(kept.priority) && { priority: merged.priority }),
    ...(kept.assignee_id === null && merged.assignee_id !== null && { assignee_id: merged.assignee_id }),
    ...(kept.group_id === null && merged.group_id !== null && { group_id: merged.group_id }),
    ...(lacksDate &&
      merged.follow_up_at && {
        follow_up_at: merged.follow_up_at,
        follow_up_by: merged.follow_up_by ?? null,
        follow_up_firm: merged.follow_up_firm ?? false,
      }),
  };
}

function rankOf(priority: string): number {
  return PRIORITIES.findIndex((each) => each === priority);
}

/** The columns of a ticket that another set of columns has. */
function pickSame(ticket: TicketRecord, columns: SettledColumns): SettledColumns {
  const all: SettledColumns = {
    status: ticket.status,
    closed: ticket.closed,
    closed_by: ticket.closed_by,
    reopened_count: ticket.reopened_count,
    priority: ticket.priority,
    assignee_id: ticket.assignee_id,
    group_id: ticket.group_id,
    follow_up_at: ticket.follow_up_at ?? null,
    follow_up_by: ticket.follow_up_by ?? null,
    follow_up_firm: ticket.follow_up_firm ?? false,
  };
  return Object.fromEntries(Object.entries(all).filter(([column]) => column in columns));
}

const date = z.coerce.date().nullable().optional();
const id = z.string().nullable().optional();
const Columns = z.object({
  status: z.string().optional(),
  closed: date,
  closed_by: id,
  reopened_count: z.int().optional(),
  priority: z.string().optional(),
  assignee_id: id,
  group_id: id,
  follow_up_at: date,
  follow_up_by: id,
  follow_up_firm: z.boolean().optional(),
});
const Joined = z.object({ user_id: z.string(), before: z.unknown(), after: z.unknown() });

/** What a merge keeps of its settling, as `ticket_merges.settled` has it. */
export const Settled = z.object({
  before: Columns.default({}),
  after: Columns.default({}),
  people: z.array(z.string()).default([]),
  tags: z.array(z.string()).default([]),
  inbox: z.array(Joined).default([]),
});
export type Settled = z.output<typeof Settled>;

/** What belongs together: either all of it is as the merge left it, or somebody has changed it since. */
const TOGETHER = [
  ["closed", "closed_by", "reopened_count", "status"],
  ["priority"],
  ["assignee_id"],
  ["group_id"],
  ["follow_up_at", "follow_up_by", "follow_up_firm"],
] as const;

/** What an undo sets back on the ticket as it is now: what nobody has changed since. */
export function planRestoring(now: TicketRecord, { before, after }: Settled): SettledColumns {
  const restored = TOGETHER.flatMap((columns) => {
    const set = columns.filter((column) => after[column] !== undefined);
    const isUntouched = set.every((column) => isSame(now[column], after[column]));
    return isUntouched ? set.map((column) => [column, before[column] ?? null] as const) : [];
  });
  return Object.fromEntries(restored);
}

function isSame(one: unknown, other: unknown): boolean {
  return plain(one) === plain(other);
}

function plain(value: unknown): unknown {
  return value instanceof Date ? value.getTime() : (value ?? null);
}
