import { sql, type RawBuilder } from "kysely";
import type { Job } from "#contract/jobs.ts";
import type { Database as Db } from "#server/db/open-database.ts";

/** Puts work off until after the reply, in the caller's transaction: the job exists if, and only if, that commits. */
export async function enqueue<Data extends object>(
  ctx: { db: Db },
  job: Job<Data>,
  data: NoInfer<Data>,
): Promise<void> {
  await sql`select ${queuedJob(job, data)}`.execute(ctx.db);
}

/** Puts the same work off for each of these, in one statement. */
export async function enqueueAll<Data extends object>(
  ctx: { db: Db },
  job: Job<Data>,
  all: readonly NoInfer<Data>[],
): Promise<void> {
  await sql`select queue_job(${job.name}, data) from jsonb_array_elements(${JSON.stringify(all)}::jsonb) as data`.execute(
    ctx.db,
  );
}

/**
 * The expression that queues a job, so that a statement which writes more can carry it. The database does it as the
 * queue's owner, since external users' requests cannot reach the queue (migration 0020). Fails where there is no queue.
 */
export function queuedJob<Data extends object>(
  { name }: Job<Data>,
  data: NoInfer<Data>,
): RawBuilder<unknown> {
  return sql`queue_job(${name}, ${JSON.stringify(data)}::jsonb)`;
}
