import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id } from "./field-schemas.ts";

/** Ticket counts of the whole desk (rule 227; definitions in rules 56 to 60). */
export const Metrics = z
  .object({
    system_overview: z.object({
      total_users: z.int(),
      internal_users: z.int(),
      external_users: z.int(),
      total_companies: z.int(),
      active_support_staff: z.int(),
    }),
    ticket_metrics: z.object({
      total: z.int(),
      open: z.int(),
      closed: z.int(),
      in_progress: z.int(),
      unassigned_count: z.int(),
      avg_resolution_time_hours: z
        .number()
        .nullable()
        .meta({ description: "Created to last close of tickets now closed, calendar hours" }),
      median_resolution_time_hours: z
        .number()
        .nullable()
        .meta({ description: "Half of the tickets that the mean is of took at most so many whole hours" }),
      by_status: z.array(z.object({ status: z.string(), count: z.int() })),
      by_priority: z.array(z.object({ priority: z.string(), count: z.int() })),
    }),
    ticket_trend: z.array(z.object({ date: z.iso.date(), created: z.int(), closed: z.int(), open: z.int() })),
    sla: z
      .object({
        overdue: z.int(),
        due_soon: z.int(),
        paused: z.int(),
        met_this_month: z.int(),
        missed_this_month: z.int(),
      })
      .optional()
      .meta({ description: "Absent while service levels are off" }),
  })
  .meta({ id: "Metrics" });

const TeamFigures = z.object({
  active: z.int().meta({ description: "Not closed" }),
  open: z.int(),
  in_progress: z.int(),
  unassigned: z.int().meta({ description: "Active, and nobody's" }),
  closed: z.int().meta({ description: "Closed within the last `days`, and still closed" }),
  median_resolution_time_hours: z
    .int()
    .nullable()
    .meta({ description: "Half of those took at most so many whole hours" }),
});

export const dashboard = {
  metrics: endpoint({
    method: "GET",
    path: "/dashboard/metrics",
    policy: "reports.dashboard",
    summary: "Read the figures of the desk",
    reply: Metrics,
    example: {},
  }),
  teams: endpoint({
    method: "GET",
    path: "/dashboard/teams",
    policy: ["teams.manage", "teams.manage_members"],
    summary: "Read the figures of the teams one looks after, beside the whole desk's",
    description: "A team lead's own teams; every team of the staff for who manages teams.",
    reply: z.object({
      days: z.int(),
      whole: TeamFigures,
      teams: z.array(TeamFigures.extend({ id: Id, name: z.string() })),
    }),
    example: {},
  }),
} as const;
