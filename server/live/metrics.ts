import { sql } from "kysely";
import type { z } from "zod";
import { hasPermission, isExternal } from "#contract/access/actor.ts";
import type { Figures as Schema } from "#contract/live.ts";
import type { Db, SignedIn } from "#server/lib/context.ts";

export type Figures = z.output<typeof Schema>;

/** Staff see every ticket, so one number is true for all of them. */
export function maySeeFigures(actor: SignedIn): boolean {
  return !isExternal(actor) && hasPermission(actor, "tickets.read");
}

/** Read from the counters: a few rows, however many tickets there are. */
export async function figuresOf(db: Db): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select coalesce(sum(n), 0)::int as open_tickets from ticket_totals where status = 'open'`.execute(db);
  return rows[0] ?? { open_tickets: 0 };
}
