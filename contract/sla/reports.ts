import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, Meta, oneOf, pageFields, Time } from "../field-schemas.ts";
import { LIMITS } from "../limits.ts";
import { SLA_REFUSALS } from "../refusals/sla.ts";
import { messagesOf } from "../refusals/schema-message.ts";
import { PRIORITIES } from "../statuses.ts";
import { SLA_TARGETS } from "./targets.ts";

const message = messagesOf(SLA_REFUSALS);

const Month = z
  .string()
  .regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, message("sla.month_invalid"))
  .meta({ example: "2026-10" });

const filters = {
  from: Month.optional().meta({ description: "The first month; absent: two before `to`" }),
  to: Month.optional().meta({ description: "The last month; absent: the present one" }),
  company_id: Id.optional(),
  priority: oneOf("priority", PRIORITIES).optional(),
  target: oneOf("target", SLA_TARGETS).optional(),
};

const figures = {
  met: z.int(),
  missed: z.int(),
  share: z
    .number()
    .nullable()
    .meta({ description: "Met of all, from 0 to 1 in whole thousandths, rounded down; null without any" }),
  judged_again: z.int(),
};
const Figures = z.object(figures);

const Row = Figures.extend({
  key: z.string().meta({ description: "A company's id, a month as YYYY-MM, a priority or a target" }),
  label: z.string(),
  months: z
    .array(Figures.extend({ month: Month }))
    .meta({ description: "Every month of the report, the first one first" }),
});

const VerdictRow = z.object({
  ticket_id: Id,
  uid: z.string(),
  subject: z.string().nullable().meta({
    description: "Null of an erased ticket, and of one in the trash for those who cannot look into it",
  }),
  in_trash: z.boolean(),
  company_id: Id.nullable(),
  company_name: z.string().nullable(),
  priority: oneOf("priority", PRIORITIES),
  target: oneOf("target", SLA_TARGETS),
  cycle: z.int(),
  verdict: z.enum(["met", "missed"]),
  target_seconds: z.int(),
  used_seconds: z.int(),
  over_seconds: z.int(),
  ended_at: Time,
  assignee_id: Id.nullable(),
  assignee_fullname: z.string().nullable(),
  judged_again: z.boolean(),
  judged_by_fullname: z.string().nullable().meta({ description: "Who judged again; null: the clock" }),
  reason: z.string().nullable().meta({ description: "Of whoever judged again; null of an erased ticket" }),
  before: z
    .object({ verdict: z.enum(["met", "missed"]), over_seconds: z.int() })
    .nullable()
    .meta({ description: "The verdict in whose place this one stands" }),
});

const listed = {
  ...filters,
  verdict: z.enum(["met", "missed"]).optional(),
};

/** How the promises were kept: verdicts in the month in which they were decided, in the organization's time zone. */
export const reportEndpoints = {
  report: endpoint({
    method: "GET",
    path: "/reports/sla",
    policy: ["reports.read", "sla.read_own"],
    summary: "Read how service levels were kept",
    description: `At most ${LIMITS.slaReportMonths} months. Client administrators read the figures of their own company, by month, target or priority.`,
    query: z.strictObject({
      ...filters,
      by: oneOf("by", ["company", "month", "priority", "target"]).default("company"),
    }),
    reply: z.object({
      rows: z.array(Row),
      total: Figures,
      meta: z.object({ from: Month, to: Month, months: z.array(Month) }),
    }),
    example: { query: { from: "2026-08", to: "2026-10", by: "company" } },
  }),
  verdicts: endpoint({
    method: "GET",
    path: "/reports/sla/verdicts",
    policy: "reports.read",
    summary: "List the tickets behind the figures of service levels",
    description: "The farthest over first.",
    query: z.strictObject({ ...pageFields(LIMITS.pageMaximum), ...listed }),
    reply: z.object({ verdicts: z.array(VerdictRow), meta: Meta }),
    example: { query: { verdict: "missed" } },
  }),
  verdictsExport: endpoint({
    method: "GET",
    path: "/reports/sla/verdicts.csv",
    policy: "reports.read",
    summary: "Download the tickets behind the figures as CSV",
    query: z.strictObject(listed),
    reply: "text/csv",
    example: { query: { verdict: "missed" } },
  }),
  reportExport: endpoint({
    method: "GET",
    path: "/reports/sla.csv",
    policy: "reports.read",
    summary: "Download how service levels were kept as CSV",
    query: z.strictObject({
      ...filters,
      by: oneOf("by", ["company", "month", "priority", "target"]).default("company"),
    }),
    reply: "text/csv",
    example: { query: { by: "company" } },
  }),
} as const;
