import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { jobs } from "#contract/jobs.ts";

type Waiting = { kept: number; stored: number; out: number; jobs: number };
type Asked = {
  relay: { isIdle(): boolean };
  /** Whatever was begun before belonged to a process that is dead. */
  lastStart: Date;
  /** Mails that have to be kept first. */
  wanted: number;
};

/** Milliseconds that are waited at most, and for each mail; what is left then is found by whoever counts. */
const PATIENCE = { atLeast: 120_000, each: 500 };

/** Jobs that a mail which came in, or one that goes out, waits for. */
const WORK = [
  jobs.processMail,
  jobs.announceDue,
  jobs.announceTicket,
  jobs.announceComment,
  jobs.warnOfServiceLevels,
  jobs.sendMail,
].map(({ name }) => name);

/**
 * Waits until what was begun is done; the pauses before another try are let pass. Answers in how many milliseconds, and how
 * many jobs a dead process had begun.
 */
export async function untilMailIsDone(
  client: Client,
  { relay, lastStart, wanted }: Asked,
): Promise<{ took: number; brokenOff: number }> {
  const began = performance.now();
  const patience = Math.max(PATIENCE.atLeast, wanted * PATIENCE.each);
  let brokenOff = 0;
  for (;;) {
    const { kept, ...open } = await countWaiting(client);
    const took = performance.now() - began;
    if ((kept >= wanted && open.stored + open.out + open.jobs === 0) || took > patience)
      return { took, brokenOff };
    brokenOff += await passTime(client, lastStart);
    if (open.out > 0 && relay.isIdle()) await sendWhatIsDue(client, lastStart);
    await pause(500);
  }
}

async function countWaiting(client: Client): Promise<Waiting> {
  const { rows } = await client.query<Waiting>(
    `select (select count(*)::int from incoming_mails) as kept,
       (select count(*)::int from incoming_mails where state = 'stored') as stored,
       (select count(*)::int from mails where state = 'queued') as out,
       (select count(*)::int from pgboss.job where name = any($1) and state < 'completed') as jobs`,
    [WORK],
  );
  return rows[0] ?? { kept: 0, stored: 0, out: 0, jobs: 0 };
}

/**
 * What a dead process had begun counts as lost, as the queue itself finds after minutes, and the next try of
 * what failed is due. Answers how many were lost.
 */
async function passTime(client: Client, lastStart: Date): Promise<number> {
  const { rowCount } = await client.query(
    `update pgboss.job set state = 'retry', start_after = now(), retry_count = retry_count + 1
     where name = any($2) and state = 'active' and started_on < $1 and retry_count < retry_limit`,
    [lastStart, WORK],
  );
  await client.query(
    "update pgboss.job set start_after = now() where state = 'retry' and start_after > now()",
  );
  return rowCount ?? 0;
}

/** Only while nobody talks to the mail server, since a mail that is being sent is claimed for a while. */
async function sendWhatIsDue(client: Client, lastStart: Date): Promise<void> {
  await client.query(
    "update mails set next_attempt_at = now() where state = 'queued' and next_attempt_at > now() and created_at < $1",
    [lastStart],
  );
  await client.query(
    `insert into pgboss.job (name, data)
     select $1, '{}' where not exists (select from pgboss.job where name = $1 and state < 'completed')`,
    [jobs.sendDueMails.name],
  );
}
