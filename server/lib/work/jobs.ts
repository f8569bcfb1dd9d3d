import { type RawBuilder, sql } from "kysely";
import { PgBoss } from "pg-boss";
import type pg from "pg";
import type { Logger } from "pino";
import type { Database as Db } from "#server/db/open.ts";

export type JobData = Record<string, string | number | boolean | null | string[]>;
export type Job = {
  /** room.verb; also the queue's name. */
  name: string;
  run: (data: JobData) => Promise<void>;
  /** Attempts after the first failure, with doubling delay. */
  retries?: number;
  /** Cron expression (UTC) for work that nobody asks for. */
  every?: string;
};

/** What queueing needs of a context. */
type Queueing = { app: { jobs: Jobs }; db: Db };

export type Jobs = {
  /** Puts work into the queue in the given transaction: it exists if, and only if, the deed does. */
  send(db: Db, name: string, data: JobData): Promise<void>;
  /** The statement that does so, for a deed that writes everything at once. */
  sending(name: string, data: JobData): Promise<RawBuilder<unknown>>;
  /** Starts working on what rooms declared. */
  work(jobs: Job[]): Promise<void>;
  /** Runs what is waiting now and returns how much that was; for tests and the shell. */
  drain(jobs: Job[]): Promise<number>;
  stop(): Promise<void>;
};

/** Puts work off until after the reply, in the transaction of the deed (an outbox). */
export async function enqueue(ctx: Queueing, name: string, data: JobData): Promise<void> {
  await ctx.app.jobs.send(ctx.db, name, data);
}

/** The statement of it, for a deed that writes everything at once. */
export function sending({ app }: Pick<Queueing, "app">, name: string, data: JobData) {
  return app.jobs.sending(name, data);
}

const QUEUES = { retryLimit: 8, retryDelay: 5, retryBackoff: true, retryDelayMax: 900 };

/** Opens the job queue on the product's own database. Its schema is made on the first start. */
export async function openJobs(pool: pg.Pool, log: Logger, background: boolean): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: async (text: string, values?: unknown[]) => pool.query(text, values) },
    supervise: background,
    schedule: background,
  });
  boss.on("error", (error: Error) => log.error({ err: error }, "job queue"));
  await boss.start();
  const known = new Set<string>();

  async function ensureQueue(job: Job): Promise<void> {
    await boss.createQueue(job.name, { ...QUEUES, retryLimit: job.retries ?? QUEUES.retryLimit });
    known.add(job.name);
  }

  /** The queue writes its statement, and it is kept instead of run. */
  async function sending(name: string, data: JobData) {
    const statements: RawBuilder<unknown>[] = [];
    const executeSql = async (text: string, values: unknown[] = []) => {
      statements.push(asPart(text, values));
      return { rows: [{ id: "" }] };
    };
    await boss.send(name, data, { db: { executeSql } });
    const [statement] = statements;
    if (!statement || statements.length > 1) throw new Error("one job is one statement");
    return statement;
  }

  return {
    async send(db, name, data) {
      await (await sending(name, data)).execute(db);
    },
    sending,
    async work(jobs) {
      for (const job of jobs) {
        await ensureQueue(job);
        if (!background) continue;
        const worker = await boss.work<JobData>(job.name, { pollingIntervalSeconds: 1 }, async ([picked]) => {
          // Where there was one there may be more: without this a queue is worked off at one job a second.
          boss.notifyWorker(worker);
          if (picked) await job.run(picked.data);
        });
        if (job.every) await boss.schedule(job.name, job.every, {});
      }
    },
    async drain(jobs) {
      let done = 0;
      for (let found = true; found;) {
        found = false;
        for (const job of jobs.filter((each) => known.has(each.name))) {
          const [picked] = await boss.fetch<JobData>(job.name);
          if (!picked) continue;
          found = true;
          done += 1;
          try {
            await job.run(picked.data);
            await boss.complete(job.name, picked.id);
          } catch (error) {
            await boss.fail(job.name, picked.id, { message: String(error) });
            throw error;
          }
        }
      }
      return done;
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 5000, close: false });
    },
  };
}

/** A statement with $1, $2 ... and its values, so that it can stand in a larger one with values of its own. */
function asPart(text: string, values: unknown[]): RawBuilder<unknown> {
  const parts = text
    .split(/\$(\d+)/)
    .map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${values[Number(part) - 1]}`));
  return sql.join(parts, sql``);
}
