import type pg from "pg";
import { PgBoss, type QueueResult } from "pg-boss";

/** What a queue needs to know of the work that is taken from it. */
type Queued = { name: string; retries?: number; hours?: number; every?: string };

/** Seconds without a word of a job's worker until somebody else takes the job: a change of the database's leader is shorter. */
const SILENT_FOR = 60;
const QUEUES = {
  retryLimit: 8,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 900,
  heartbeatSeconds: SILENT_FOR,
};

/** Makes the tables of the queue, or brings them up to its version, as the owner of all tables: the app makes none. */
export async function makeQueueTables(owner: pg.Pool): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: async (text: string, values?: unknown[]) => owner.query(text, values) },
    supervise: false,
    schedule: false,
  });
  await boss.start();
  await boss.stop({ graceful: false, close: false });
}

/** A queue that is there keeps the options that it was made with, unless it is told others. */
export async function ensureQueues(boss: PgBoss, handlers: readonly Queued[]): Promise<void> {
  const there = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const handler of handlers) {
    const { name } = handler;
    const options = optionsOf(handler);
    const queue = there.get(name);
    if (!queue) await boss.createQueue(name, options);
    else if (!isMadeWith(queue, options)) await boss.updateQueue(name, options);
  }
}

/** A schedule of a former version whose jobs nobody takes any more would fill the queue for ever. */
export async function unscheduleOthers(boss: PgBoss, handlers: readonly Queued[]): Promise<void> {
  const scheduled = new Set(handlers.filter(({ every }) => every).map(({ name }) => name));
  for (const { name } of await boss.getSchedules()) if (!scheduled.has(name)) await boss.unschedule(name);
}

type QueueOptions = typeof QUEUES & { expireInSeconds?: number };

function optionsOf({ retries, hours }: Queued): QueueOptions {
  const lasts = hours === undefined ? {} : { expireInSeconds: hours * 3600 };
  return { ...QUEUES, ...lasts, retryLimit: retries ?? QUEUES.retryLimit };
}

function isMadeWith(queue: QueueResult, options: QueueOptions): boolean {
  const made = new Map<string, unknown>(Object.entries(queue));
  return Object.entries(options).every(([option, value]) => made.get(option) === value);
}
