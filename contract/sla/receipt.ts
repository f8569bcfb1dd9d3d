import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, oneOf, text, Time } from "../field-schemas.ts";
import { LIMITS } from "../limits.ts";
import { SLA_REFUSALS } from "../refusals/sla.ts";
import { messagesOf } from "../refusals/schema-message.ts";
import { PRIORITIES } from "../statuses.ts";
import { exampleTicketParams, ticketNotFoundRefusal, TicketParams } from "../tickets/ticket-schemas.ts";
import { PolicyTargets } from "./policies.ts";
import { CLOCK_ENDS, CLOCK_STATES, SLA_TARGETS, STRETCH_REASONS } from "./targets.ts";

const message = messagesOf(SLA_REFUSALS);
const Priority = oneOf("priority", PRIORITIES);
const Target = oneOf("target", SLA_TARGETS);
const Seconds = z.int().meta({ description: "Seconds" });

const Stretch = z.object({
  from: Time,
  to: Time,
  counts: z.boolean(),
  why: oneOf("why", STRETCH_REASONS),
  note: z
    .string()
    .nullable()
    .meta({ description: "Of a special day its name, of `below_level` the priority, of a pause the status" }),
  used_after: Seconds.meta({ description: "Seconds counted by the end of the stretch" }),
});

const Level = z.object({
  priority: Priority,
  target_seconds: Seconds,
  started_at: Time,
  due_at: Time.nullable(),
});

/** What the staff alone read of a decided target: each verdict with who judged again and why, the oldest first. */
const Verdict = z.object({
  verdict: z.enum(["met", "missed"]),
  at: Time,
  target_seconds: Seconds,
  used_seconds: Seconds,
  over_seconds: Seconds,
  tz: z.string().meta({ description: "Version of the time zone data that it was judged with" }),
  superseded: z.boolean(),
  reason: z.string().nullable(),
  by_fullname: z.string().nullable().meta({ description: "Who judged again; null: the clock" }),
});

export const Clock = z
  .object({
    target: Target,
    cycle: z
      .int()
      .meta({ description: "Counted from 1: of next responses each wait, of resolutions each opening" }),
    level: Priority.nullable().meta({ description: "The priority whose target decides; null: not measured" }),
    levels: z.array(Level).meta({ description: "Every target that holds, the deciding one among them" }),
    state: oneOf("state", CLOCK_STATES),
    started_at: Time,
    ended_at: Time.nullable(),
    target_seconds: Seconds.nullable(),
    used_seconds: Seconds,
    remaining_seconds: Seconds.nullable().meta({ description: "Below 0: over" }),
    over_seconds: Seconds,
    counts_now: z.boolean(),
    changes_at: Time.nullable().meta({
      description: "Until then `counts_now` holds: while it is true, a second less remains each second",
    }),
    due_at: Time.nullable().meta({
      description:
        "Of a decided clock when it was due; null while it waits, and where the calendar never reaches it",
    }),
    warn_at: Time.nullable().meta({ description: "When three quarters are used" }),
    unreachable: z.boolean().meta({ description: "The calendar has no hours that would reach the target" }),
    ended_by: z.enum(CLOCK_ENDS).nullable().meta({
      description:
        "A closing ends a response as well that nobody has given; null while it lives, and of a merge",
    }),
    answer_deleted: z.boolean().meta({ description: "The answer that ended it was deleted since" }),
    stretches: z.array(Stretch).meta({ description: "What counts of it is `used_seconds` in sum" }),
    verdicts: z.array(Verdict).optional().meta({ description: "Staff alone have the field" }),
    may_judge_again: z.boolean().optional().meta({ description: "Staff alone have the field" }),
  })
  .meta({ id: "SlaClock" });

const Hours = z.array(z.tuple([z.string(), z.string()]));
const Week = z.object({ mon: Hours, tue: Hours, wed: Hours, thu: Hours, fri: Hours, sat: Hours, sun: Hours });

const JudgedBy = z.object({
  policy: z.object({
    name: z.string().nullable().meta({ description: "Null for clients" }),
    version: z.int(),
    pauses_for_client: z.boolean(),
    pauses_for_third_party: z.boolean(),
    targets: PolicyTargets.nullable().meta({ description: "Null for clients, who read those of the ticket" }),
  }),
  calendar: z.object({
    name: z.string(),
    version: z.int(),
    zone: z.string(),
    week: Week,
    special_days: z
      .array(z.object({ day: z.iso.date(), name: z.string(), hours: Hours.nullable() }))
      .meta({ description: "Those between the beginning and the end alone; hours null: closed" }),
  }),
  /** The targets of the ticket's priority. */
  agreed: z.object({
    priority: Priority,
    first_response_minutes: z.int().nullable(),
    next_response_minutes: z.int().nullable(),
    resolution_minutes: z.int().nullable(),
    around_the_clock: z.boolean(),
  }),
  tz: z.string(),
});

export const Receipt = z
  .object({
    ticket_id: Id,
    uid: z.string(),
    as_of: Time,
    clocks: z.array(Clock).meta({ description: "Empty where nothing is measured" }),
    next_responses: z.int().meta({
      description: `How many waits there were; of more than ${LIMITS.slaCyclesShown} the newest are shown`,
    }),
    judged_by: JudgedBy.nullable().meta({ description: "Null where no service level is agreed" }),
  })
  .meta({ id: "SlaReceipt" });

/** How the clock of one ticket ran. */
export const receiptEndpoints = {
  receipt: endpoint({
    method: "GET",
    path: "/tickets/{ticket_id}/sla",
    policy: ["sla.read", "sla.read_own"],
    summary: "Read how the clock of a ticket ran",
    description:
      "Computed when it is asked for. Clients read the public part; where their company does not see service levels, 404.",
    params: TicketParams,
    query: z.strictObject({
      all: z.enum(["true", "false"]).optional().meta({ description: "With every wait for a next response" }),
    }),
    reply: Receipt,
    refusals: ticketNotFoundRefusal,
    example: { params: exampleTicketParams },
  }),
  judgeAgain: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/sla/judge-again",
    policy: "sla.manage",
    summary: "Judge a target of a ticket again, with today's versions",
    description:
      "The earlier verdict stays, superseded. The reports count the new one in the month of the earlier one.",
    params: TicketParams,
    body: z.strictObject({
      target: Target,
      cycle: z.int().min(1).max(LIMITS.slaCycle),
      reason: text("reason", LIMITS.reason).refine(
        (reason) => reason.length >= LIMITS.slaReasonMinimum,
        message("sla.reason_too_short", { min: LIMITS.slaReasonMinimum }),
      ),
    }),
    reply: z.object({ before: Verdict, after: Verdict }),
    refusals: { ...ticketNotFoundRefusal, 409: "sla.nothing_to_judge" },
    example: {
      params: exampleTicketParams,
      body: { target: "resolution", cycle: 1, reason: "The office was closed by the fire brigade" },
    },
  }),
} as const;
