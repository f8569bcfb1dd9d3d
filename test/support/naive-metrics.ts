import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";

type Ticket = {
  status: string;
  priority: string;
  assigned: boolean;
  created: Date;
  /** Null while it is not closed. */
  closed: Date | null;
};

const DAY_MS = 24 * 3_600_000;

/** The figures by counting rows one by one in UTC, sharing nothing with the counters: what they must equal. */
export async function naiveMetrics(db: Db, now: Date) {
  const tickets = await sql<Ticket>`
    select status, priority, assignee_id is not null as assigned, created,
      case when status = 'closed' then coalesce(closed, updated) end as closed
    from tickets where deleted_at is null`.execute(db);
  const rows = tickets.rows;
  const count = (matches: (ticket: Ticket) => boolean) => rows.filter(matches).length;
  const closed = count(({ status }) => status === "closed");
  const seconds = rows.map((ticket) =>
    ticket.closed ? Math.max(0, Math.round((ticket.closed.getTime() - ticket.created.getTime()) / 1000)) : 0,
  );
  return {
    system_overview: await naiveOverview(db),
    ticket_metrics: {
      total: rows.length,
      open: count(({ status }) => status === "open"),
      closed,
      in_progress: count(({ status }) => status === "in_progress"),
      unassigned_count: count(({ assigned, status }) => !assigned && status !== "closed"),
      avg_resolution_time_hours: closed
        ? Math.round(seconds.reduce((sum, each) => sum + each, 0) / closed / 3600)
        : null,
      median_resolution_time_hours: naiveMedian(
        rows.flatMap(({ closed: at }, index) => (at ? [Math.round((seconds[index] ?? 0) / 3600)] : [])),
      ),
      by_status: ["open", "in_progress", "on_hold", "pending", "closed"].map((status) => ({
        status,
        count: count((ticket) => ticket.status === status),
      })),
      by_priority: ["urgent", "high", "normal", "low"].map((priority) => ({
        priority,
        count: count((ticket) => ticket.priority === priority),
      })),
    },
    ticket_trend: Array.from({ length: 30 }, (_, index) => {
      const date = dayOf(new Date(now.getTime() - (29 - index) * DAY_MS));
      return {
        date,
        created: count((ticket) => dayOf(ticket.created) === date),
        closed: count((ticket) => ticket.closed !== null && dayOf(ticket.closed) === date),
        // Never clamped: a ticket closed before it was created, as an import may say, counts on both days.
        open:
          count((ticket) => dayOf(ticket.created) <= date) -
          count((ticket) => ticket.closed !== null && dayOf(ticket.closed) <= date),
      };
    }),
  };
}

function naiveMedian(hours: number[]): number | null {
  return hours.toSorted((a, b) => a - b)[Math.ceil(hours.length / 2) - 1] ?? null;
}

async function naiveOverview(db: Db) {
  const people = await db
    .selectFrom("users")
    .select(["id", "user_type"])
    .where("deleted_at", "is", null)
    .execute();
  const companies = await db
    .selectFrom("companies")
    .select("id")
    .where("deleted_at", "is", null)
    .where("is_internal", "=", false)
    .execute();
  const assigning = await db
    .selectFrom("user_roles as ur")
    .innerJoin("role_permissions as p", "p.role_id", "ur.role_id")
    .select("ur.user_id")
    .where("p.permission", "=", "tickets.assign")
    .execute();
  const mayAssign = new Set(assigning.map(({ user_id }) => user_id));
  const internal = people.filter(({ user_type }) => user_type === "internal");
  return {
    total_users: people.length,
    internal_users: internal.length,
    external_users: people.length - internal.length,
    total_companies: companies.length,
    active_support_staff: internal.filter(({ id }) => mayAssign.has(id)).length,
  };
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
