import { sql } from "kysely";
import { jobs } from "#contract/jobs.ts";
import type { App } from "#server/lib/request-context.ts";
import { enqueueAll } from "#server/lib/work/enqueue.ts";

/** Minutes in which the job of a mail has had every try that it gets. */
const OVERDUE = 15;
const AT_ONCE = 1000;

/**
 * Queues mails again that are still only stored and whose job was lost, as after a restore. One that waits in a backlog has its
 * job. Answers how many.
 */
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
  if (late.length === 0) return 0;
  const waiting = await listWaiting(app, late);
  const lost = late.filter(({ id }) => !waiting.has(id));
  await enqueueAll(app, jobs.processMail, lost);
  return lost.length;
}

/** Those of mails whose job waits, is tried again or is being done. */
async function listWaiting({ db }: App, mails: readonly { id: string }[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select data ->> 'id' as id from pgboss.job
    where name = ${jobs.processMail.name} and state < 'completed' and data ->> 'id' = any(${mails.map(({ id }) => id)}::text[])`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}
