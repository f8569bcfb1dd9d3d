import type { Logger } from "pino";
import type { AskQueue } from "./queue-statements.ts";

/** Milliseconds between two looks: so long a job waits at most for a worker that has nothing else to do. */
const LOOK_EVERY = 1000;

/**
 * Looks in one statement which queues have a job whose time has come, and wakes those alone. Each worker could ask for
 * itself; but there are dozens of queues, nearly always empty, and a desk where nothing happens would be asked for all of
 * them each second.
 */
export function wakeWorkers(
  ask: AskQueue,
  workers: ReadonlyMap<string, readonly string[]>,
  wake: (worker: string) => void,
  log: Logger,
) {
  let looking = Promise.resolve();
  let isLooking = false;

  async function look(): Promise<void> {
    isLooking = true;
    try {
      for (const queue of await findWaiting(ask, [...workers.keys()])) workers.get(queue)?.forEach(wake);
    } catch (error) {
      log.error({ err: error }, "the job queue cannot be read");
    } finally {
      isLooking = false;
    }
  }

  const timer = setInterval(() => {
    if (!isLooking) looking = look();
  }, LOOK_EVERY).unref();
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await looking;
    },
  };
}

/** Names the queues in which a job waits whose time has come. */
export async function findWaiting(ask: AskQueue, queues: readonly string[]): Promise<string[]> {
  const { rows } = await ask(WAITING, [queues]);
  return rows.map(({ queue }) => String(queue));
}

/**
 * States below "active" wait, and nothing here blocks a job; but the index of those that wait holds none that is blocked, and
 * serves who says so. Any other wording reads every job that was done in the last week, each second.
 */
export const WAITING = `
  select queue from unnest($1::text[]) as queue
  where exists (
    select from pgboss.job where job.name = queue and state < 'active' and not blocked and start_after <= now()
  )`;
