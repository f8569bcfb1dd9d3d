import type { AskQueue } from "./queue-statements.ts";

/**
 * Forgets what the queue wrote down while the clock was ahead. It keeps when it looked last, and looks again a while after that:
 * with a clock that was years ahead there would be no nightly work and no look for jobs whose worker died until then, and what
 * waited would wait. A job is tried again after a quarter of an hour at most.
 */
export async function forgetTimesAhead(ask: AskQueue): Promise<void> {
  await ask(TIMES_AHEAD);
}

const TIMES_AHEAD = `
  with schedules as (
    update pgboss.version set cron_on = null, bam_on = null, flow_on = null, reindex_on = null
    where greatest(cron_on, bam_on, flow_on, reindex_on) > now() + interval '1 minute'),
  looks as (
    update pgboss.queue set monitor_claim_on = null, monitor_on = null, maintain_on = null
    where greatest(monitor_claim_on, monitor_on, maintain_on) > now() + interval '1 minute')
  update pgboss.job set start_after = now()
  where state < 'active' and not blocked and start_after > now() + interval '1 hour'`;
