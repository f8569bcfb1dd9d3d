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

/** Reads the metrics from counters and an index: a few rows, however many tickets and mails there are. */
export async function readLiveMetrics(db: Db): Promise<LiveMetrics> {
  const { rows } = await sql<{ open_tickets: number; held_mails: number | null; has_levels: boolean | null }>`
    select
      (select coalesce(sum(n), 0)::int from ticket_totals where status = 'open') as open_tickets,
      case
        when exists (select from mailboxes where deleted_at is null) or exists (select from incoming_mails)
        then (select count(*)::int from incoming_mails where state = 'held')
      end as held_mails,
      (select is_on from sla_state) as has_levels`.execute(db);
  const { open_tickets = 0, held_mails = null, has_levels = null } = rows[0] ?? {};
  return {
    open_tickets,
    ...(held_mails !== null && { held_mails }),
    ...(has_levels === true && { service_levels: true }),
  };
}

/** The part of the metrics that the actor may know. */
export function metricsFor(actor: SignedIn, { held_mails, ...open }: LiveMetrics): LiveMetrics {
  return hasPermission(actor, "mail.triage") && held_mails !== undefined ? { ...open, held_mails } : open;
}
