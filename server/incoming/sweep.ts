import { sql } from "kysely";
import { jobs } from "#contract/jobs.ts";
import type { App } from "#server/lib/request-context.ts";
import { queuedJob } from "#server/lib/work/enqueue.ts";

/** Minutes in which the job of a mail has had every try that it gets. */
const OVERDUE = 15;
const AT_ONCE = 1000;

/** Queues mails again that are still only stored: their job was lost, as after a restore. Answers how many. */
export async function sweepStoredMails(app: App): Promise<number> {
  const before = new Date(app.clock.now().getTime() - OVERDUE * 60_000);
  const late = await app.db
    .selectFrom("incoming_mails")
    .select("id")
    // In the statement itself, or a prepared one would not know that its index holds these alone.
    .where("state", "=", sql.lit("stored"))
    .where("received_at", "<", before)
    .orderBy("position")
    .limit(sql.lit(AT_ONCE))
    .execute();
  for (const { id } of late) await sql`select ${queuedJob(jobs.processMail, { id })}`.execute(app.db);
  return late.length;
}
