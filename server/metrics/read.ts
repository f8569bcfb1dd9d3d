import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";

type Queues = {
  mails_queued: number;
  mails_failed: number;
  /** Seconds. */
  mail_oldest: number;
  jobs_waiting: number;
  jobs_failed: number;
};

/** Counts waiting work in one statement over partial indexes; jobs that failed among those of the last week. */
export async function readQueues(db: Db): Promise<Queues | null> {
  const { rows } = await sql<Queues>`select
    (select count(*) from mails where state = 'queued') as mails_queued,
    (select count(*) from mails where state = 'failed') as mails_failed,
    coalesce((select extract(epoch from now() - min(created_at))::float8 from mails where state = 'queued'), 0) as mail_oldest,
    (select count(*) from pgboss.job where state < 'active' and not blocked) as jobs_waiting,
    (select count(*) from pgboss.job where state = 'failed') as jobs_failed`.execute(db);
  return rows[0] ?? null;
}
