import { type RawBuilder, sql } from "kysely";
import { PgBoss } from "pg-boss";
import type pg from "pg";
import type { Logger } from "pino";
import { jobs as everyJob, type Job } from "#contract/jobs.ts";
import type { Database as Db } from "#server/db/open.ts";

/** A job of contract/jobs.ts with the work that it stands for. */
export type JobHandler = {
  name: string;
  /** Throws where the data is not the job's. */
  run: (data: unknown) => Promise<void>;
} & Schedule;

type Schedule = {
  /** Attempts after the first failure, with doubling delay. */
  retries?: number;
  /** Cron expression (UTC) for work that nobody asks for. */
  every?: string;
};

/** What queueing needs of a context. */
type Queueing = { app: { jobs: Jobs }; db: Db };

export type Jobs = {
  /** Puts work into the queue in the given transaction: it exists if, and only if, the deed does. */
  send<Data extends object>(db: Db, job: Job<Data>, data: NoInfer<Data>): Promise<void>;
  /** The statement that does so, for a deed that writes everything at once. */
  sending<Data extends object>(job: Job<Data>, data: NoInfer<Data>): Promise<RawBuilder<unknown>>;
  /** Starts working on what the features handle. */
  work(handlers: JobHandler[]): Promise<void>;
  /** Runs what is waiting now and returns how much that was; for tests and the shell. */
  drain(handlers: JobHandler[]): Promise<number>;
  stop(): Promise<void>;
};

/** Puts work off until after the reply, in the transaction of the deed (an outbox). */
export async function enqueue<Data extends object>(
  ctx: Queueing,
  job: Job<Data>,
  data: NoInfer<Data>,
): Promise<void> {
  await ctx.app.jobs.send(ctx.db, job, data);
}

/** The statement of it, for a deed that writes everything at once. */
export function sending<Data extends object>(
  { app }: Pick<Queueing, "app">,
  job: Job<Data>,
  data: NoInfer<Data>,
) {
  return app.jobs.sending(job, data);
}

/** Says in a feature's routes what does the work of a job, and when, where nobody asks for it. */
export function handleJob<App, Data extends object>(
  { app, jobs }: { app: App; jobs: JobHandler[] },
  job: Job<Data>,
  work: (app: App, data: NoInfer<Data>) => Promise<unknown>,
  schedule: Schedule = {},
): void {
  jobs.push({
    name: job.name,
    run: async (data) => void (await work(app, job.data.parse(data))),
    ...schedule,
  });
}

/** Throws at the start where a job can be put into the queue and nobody would ever take it out. */
export function refuseUnhandledJobs(handlers: JobHandler[]): void {
  const handled = new Set(handlers.map(({ name }) => name));
  const missing = Object.values(everyJob).filter(({ name }) => !handled.has(name));
  if (missing.length > 0) throw new Error(`no handler for ${missing.map(({ name }) => name).join(", ")}`);
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

  async function ensureQueue({ name, retries }: JobHandler): Promise<void> {
    await boss.createQueue(name, { ...QUEUES, retryLimit: retries ?? QUEUES.retryLimit });
    known.add(name);
  }

  /** The queue writes its statement, and it is kept instead of run. */
  async function sending<Data extends object>(job: Job<Data>, data: NoInfer<Data>) {
    const statements: RawBuilder<unknown>[] = [];
    const executeSql = async (text: string, values: unknown[] = []) => {
      statements.push(asPart(text, values));
      return { rows: [{ id: "" }] };
    };
    await boss.send(job.name, data, { db: { executeSql } });
    const [statement] = statements;
    if (!statement || statements.length > 1) throw new Error("one job is one statement");
    return statement;
  }

  return {
    async send(db, job, data) {
      await (await sending(job, data)).execute(db);
    },
    sending,
    async work(handlers) {
      for (const handler of handlers) {
        const { name, run, every } = handler;
        await ensureQueue(handler);
        if (!background) continue;
        const worker = await boss.work(name, { pollingIntervalSeconds: 1 }, async ([picked]) => {
          // Where there was one there may be more: without this a queue is worked off at one job a second.
          boss.notifyWorker(worker);
          if (picked) await run(picked.data);
        });
        if (every) await boss.schedule(name, every, {});
      }
    },
    async drain(handlers) {
      let done = 0;
      for (let found = true; found;) {
        found = false;
        for (const { name, run } of handlers.filter((each) => known.has(each.name))) {
          const [picked] = await boss.fetch(name);
          if (!picked) continue;
          found = true;
          done += 1;
          try {
            await run(picked.data);
            await boss.complete(name, picked.id);
          } catch (error) {
            await boss.fail(name, picked.id, { message: String(error) });
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
