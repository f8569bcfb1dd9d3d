import { z } from "zod";
import { LEFT_OUT_REASONS } from "#contract/incidents/left-out.ts";

const Id = z.string();

/** A ticket that an answer to all reporters does not go to. */
export const LeftOut = z.object({ id: Id, uid: z.string().nullable(), why: z.enum(LEFT_OUT_REASONS) });
export type LeftOut = z.output<typeof LeftOut>;

/** An answer to all reporters, as it is kept while it waits (`scheduled_comments.broadcast`). */
export const Broadcast = z.object({
  /** Each reporter's own words. */
  answers: z.array(z.object({ ticket_id: Id, text: z.string() })),
  /** Tickets that were closed when they were chosen. */
  closed_ids: z.array(Id),
  /** By ticket: who from outside reads it, each with their company. */
  readers: z.record(Id, z.record(Id, Id.nullable())),
  left_out: z.array(LeftOut),
  status: z.string().nullable(),
  saved_reply_id: Id.nullable(),
});
export type Broadcast = z.output<typeof Broadcast>;
