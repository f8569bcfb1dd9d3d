import { setTimeout as pause } from "node:timers/promises";
import { type JobResult, PgBoss } from "pg-boss";
import type pg from "pg";
import type { Logger } from "pino";
import { jobs as everyJob, type Job } from "#contract/jobs.ts";
import { openPeopleFirst, type PeopleFirst } from "../guard/people-first.ts";
import { describeError } from "../log.ts";
import type { Database as Db } from "#server/db/open-database.ts";
import { ensureQueues, unscheduleOthers } from "./job-queues.ts";
import { openQueueStatements } from "./queue-statements.ts";
import { forgetTimesAhead } from "./times-ahead.ts";
import { findWaiting, wakeWorkers } from "./wake-workers.ts";

/** A job of contract/jobs.ts with the work that it stands for. */
export type JobHandler = {
  name: string;
  /** Throws where the data is not the job's. */
  run: (data: unknown) => Promise<void>;
} & Schedule;

type Schedule = {
  /** Attempts after the first failure, with doubling delay. */
  retries?: number;
  /** After so many hours the work counts as lost; a quarter of one, unless said. */
  hours?: number;
  /** How many of them a process does at once; one, unless said. */
  atOnce?: number;
  /**
   * How many a worker takes in one statement, does one after the other, and says to be done in another; one, unless said. For
   * short work: whatever of it was done when a process is killed is done again.
   */
  batch?: number;
  /** Short work that nobody waits for: it stands back for people (server/lib/guard/people-first.ts). */
  canWait?: boolean;
  /** Cron expression (UTC) for work that nobody asks for. */
  every?: string;
};

export type Jobs = {
  /** Starts working on what the features handle. */
  work(handlers: JobHandler[]): Promise<void>;
  /** Runs what is waiting now and returns how much that was; for tests and the shell. */
  drain(handlers: JobHandler[]): Promise<number>;
  stop(): Promise<void>;
};

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

/** Seconds between two looks for jobs whose worker is silent, and between two words of a worker, which speaks again before anybody looks. */
const RHYTHM = { looks: 20, speaks: 10 };

/** Seconds after which a worker that nobody woke asks by itself (wake-workers.ts). */
const UNWOKEN = 60;
/** Milliseconds that a stop gives to what is due: workers look once a second, and all of a stop has eight. */
const STOPS_WITHIN = 2500;
/** Milliseconds between two looks whether the clock has been set back. */
const CLOCK_LOOKS = 60_000;

type Options = Partial<typeof RHYTHM> & {
  /** What prepares the statements that come often. Absent: none is. */
  db?: Db;
  /** Whom work that can wait stands back for. Absent: nobody asks this process for anything. */
  people?: PeopleFirst;
};

/** Opens the job queue on the product's own database, whose tables are there. */
export async function openJobs(
  pool: pg.Pool,
  log: Logger,
  background: boolean,
  options: Options = {},
): Promise<Jobs> {
  const { looks, speaks, people, db } = { ...RHYTHM, people: openPeopleFirst(), ...options };
  const ask = openQueueStatements(pool, db);
  const boss = new PgBoss({
    db: { executeSql: ask },
    supervise: background,
    schedule: background,
    superviseIntervalSeconds: looks,
    // A look counts where more than this has passed since the last one, and a timer may be early.
    monitorIntervalSeconds: Math.max(1, looks - 1),
    // Its tables are there (server/lib/db/prepare-database.ts).
    migrate: false,
  });
  boss.on("error", (error: Error) => log.error({ err: error }, "job queue"));
  await boss.start();
  const working = { pollingIntervalSeconds: UNWOKEN, heartbeatRefreshSeconds: speaks };
  const known = new Set<string>();
  /** Ids of this process's workers, by their queue. */
  const workers = new Map<string, string[]>();
  let waking: ReturnType<typeof wakeWorkers> | undefined;
  let clockLooks: NodeJS.Timeout | undefined;

  async function startWorker({ name, run, batch = 1, canWait = false }: JobHandler): Promise<string> {
    const options = { ...working, batchSize: batch, perJobResults: true, includeMetadata: true } as const;
    const worker = await boss.work(name, options, async (picked) => {
      // Where there were as many as it takes there may be more: without this a queue is worked off at that many a second.
      if (picked.length === batch) boss.notifyWorker(worker);
      const results: JobResult[] = [];
      // What is taken together comes in any order.
      for (const { id, data } of picked.toSorted((a, b) => a.createdOn.getTime() - b.createdOn.getTime())) {
        const work = async () => settle(id, () => run(data));
        results.push(await (canWait ? people.run(work) : work()));
      }
      return results;
    });
    return worker;
  }

  /** What was asked for just before a stop is done by it: a desk that moves to another database leaves its queue behind. */
  async function workOff(): Promise<void> {
    const end = performance.now() + STOPS_WITHIN;
    while (performance.now() < end) {
      // Without a database there is nothing to be done any more.
      const waiting = await findWaiting(ask, [...workers.keys()]).catch(() => []);
      if (waiting.length === 0) return;
      await pause(100);
    }
  }

  return {
    async work(handlers) {
      await ensureQueues(boss, handlers);
      for (const { name } of handlers) known.add(name);
      if (!background) return;
      await forgetTimesAhead(ask);
      clockLooks = setInterval(() => {
        forgetTimesAhead(ask).catch((error: unknown) => log.error({ err: error }, "job queue"));
      }, CLOCK_LOOKS).unref();
      for (const handler of handlers) {
        const { name, every, atOnce = 1 } = handler;
        workers.set(name, await Promise.all(Array.from({ length: atOnce }, () => startWorker(handler))));
        if (every) await boss.schedule(name, every, {});
      }
      await unscheduleOthers(boss, handlers);
      waking = wakeWorkers(ask, workers, (worker) => boss.notifyWorker(worker), log);
    },
    async drain(handlers) {
      return drainJobs(
        boss,
        handlers.filter(({ name }) => known.has(name)),
      );
    },
    async stop() {
      clearInterval(clockLooks);
      await workOff();
      await waking?.stop();
      await boss.stop({ graceful: true, timeout: 5000, close: false });
    },
  };
}

/** Does what waits, one after the other, until nothing is left; what one throws goes to the caller. */
async function drainJobs(boss: PgBoss, handlers: readonly JobHandler[]): Promise<number> {
  let done = 0;
  for (let found = true; found;) {
    found = false;
    for (const { name, run } of handlers) {
      const [picked] = await boss.fetch(name);
      if (!picked) continue;
      found = true;
      done += 1;
      try {
        await run(picked.data);
        await boss.complete(name, picked.id);
      } catch (error) {
        await boss.fail(name, picked.id, describeError(error));
        throw error;
      }
    }
  }
  return done;
}

/** The queue keeps every field of an error that a job throws, and the database's errors quote rows (rule 596). */
async function settle(id: string, work: () => Promise<void>): Promise<JobResult> {
  try {
    await work();
    return { id, status: "completed" };
  } catch (error) {
    return { id, status: "failed", output: describeError(error) };
  }
}
