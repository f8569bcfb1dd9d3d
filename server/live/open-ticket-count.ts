import { sql } from "kysely";
import type { z } from "zod";
import { hasPermission, isExternal } from "#contract/access/actor.ts";
import type { Figures as Schema } from "#contract/live.ts";
import type { Db, SignedIn } from "#server/lib/request-context.ts";

export type LiveMetrics = z.output<typeof Schema>;

/** Whether the actor gets metrics: staff see every ticket, so one number is right for all of them. */
export function mayReceiveMetrics(actor: SignedIn): boolean {
  return !isExternal(actor) && hasPermission(actor, "tickets.read");
}

/** Reads the metrics from the counters: a few rows, however many tickets there are. */
export async function readLiveMetrics(db: Db): Promise<LiveMetrics> {
  const { rows } = await sql<LiveMetrics>`
    select coalesce(sum(n), 0)::int as open_tickets from ticket_totals where status = 'open'`.execute(db);
  return rows[0] ?? { open_tickets: 0 };
}
