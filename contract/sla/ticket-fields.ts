import { z } from "zod";
import { Time } from "../field-schemas.ts";
import { CLOCK_ENDS, CLOCK_STATES, DUE_STATES, SLA_TARGETS } from "./targets.ts";

/** The due time of a ticket in a list. */
export const DUE_FIELDS = {
  due_at: Time.nullable().optional().meta({
    description:
      "When the next target is due; null while it waits. Absent where service levels are off, or not shown to the caller",
  }),
  due_target: z
    .enum(SLA_TARGETS)
    .nullable()
    .optional()
    .meta({ description: "Absent where service levels are off, or not shown to the caller" }),
  due_state: z.enum(DUE_STATES).nullable().optional().meta({
    description: "Null: nothing runs. Absent where service levels are off, or not shown to the caller",
  }),
};

const TargetState = z
  .object({
    state: z.enum(CLOCK_STATES),
    due_at: Time.nullable(),
    remaining_seconds: z.int().nullable().meta({ description: "Counted seconds; below 0: over" }),
    target_seconds: z.int().nullable(),
    ended_at: Time.nullable(),
    ended_by: z.enum(CLOCK_ENDS).nullable().meta({
      description: "A closing ends a response as well that nobody has given",
    }),
    counts_now: z.boolean(),
    changes_at: Time.nullable(),
  })
  .nullable();

/** How the targets of a ticket stand, of each the newest cycle; computed when it is read. */
export const TicketSla = z
  .object({ first_response: TargetState, next_response: TargetState, resolution: TargetState })
  .nullable()
  .optional()
  .meta({
    description:
      "Null: no service level is agreed. Absent where service levels are off, or not shown to the caller",
  });
