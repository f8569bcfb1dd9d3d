import { sql } from "kysely";
import type { Job } from "#contract/jobs.ts";
import type { Database as Db } from "#server/db/open.ts";

/** Puts work off until after the reply, in the caller's transaction: the job exists if, and only if, that commits. */
export async function enqueue<Data extends object>(
  ctx: { db: Db },
  job: Job<Data>,
  data: NoInfer<Data>,
): Promise<void> {
  await jobQuery(ctx.db, job, data).execute();
}

/** The insertion by itself, so that a statement which writes more can carry it. It fails where the queue is not there. */
export function jobQuery<Data extends object>(db: Db, { name }: Job<Data>, data: NoInfer<Data>) {
  return db
    .withTables<QueueTables>()
    .insertInto("pgboss.job")
    .columns(["name", "data", "keep_until", ...COPIED])
    .expression((eb) =>
      eb
        .selectFrom(sql<{ name: string }>`(values (${name}))`.as<"asked">(sql`asked(name)`))
        .leftJoin("pgboss.queue as q", "q.name", "asked.name")
        .select([
          "asked.name",
          eb.val(JSON.stringify(data)).as("data"),
          sql<Date>`now() + q.retention_seconds * interval '1 second'`.as("keep_until"),
          ...COPIED,
        ]),
    );
}

/** What a job takes over from its queue, as pg-boss documents it for jobs that SQL inserts. */
const COPIED = [
  "policy",
  "retry_limit",
  "retry_delay",
  "retry_backoff",
  "retry_delay_max",
  "expire_seconds",
  "deletion_seconds",
  "dead_letter",
  "heartbeat_seconds",
] as const;

type Copied = Record<(typeof COPIED)[number], unknown>;
type QueueTables = {
  "pgboss.queue": Copied & { name: string; retention_seconds: number };
  "pgboss.job": Copied & { name: string; data: string; keep_until: Date };
};
