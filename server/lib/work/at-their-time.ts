import type { App, Db } from "../request-context.ts";

/** Milliseconds after which the table is looked at although nothing was heard: what a process that died did not announce. */
const LOOK_AGAIN = 10_000;
/** Milliseconds until the next look while somebody else works on what is due, or after a failure. */
const SOON = 250;

export type TimedWork = {
  /** Names it in the log. */
  name: string;
  /** Does what is due; once `isOver` it begins with nothing further. */
  work(app: App, isOver: () => boolean): Promise<unknown>;
  /** The time of what comes next; null where nothing waits. */
  findNext(db: Db): Promise<Date | null>;
  /** Milliseconds since 1970 of what waits since now, as every process is told of it; null for other whispers. */
  readTime?(whisper: string): number | null;
};

/**
 * Does work at its time in every process: each sleeps until the next time that it knows of, and the work itself shares what
 * is due among those who are awake. With nothing that waits it asks the database once in ten seconds.
 */
export async function startAtTheirTime(app: App, timed: TimedWork): Promise<{ stop(): Promise<void> }> {
  let timer: NodeJS.Timeout | undefined;
  /** Milliseconds since 1970 at which the timer goes off. */
  let planned = Infinity;
  let work: Promise<void> | null = null;
  let isAskedAgain = false;
  let isOver = false;

  function wakeAt(time: number): void {
    if (isOver || time >= planned) return;
    clearTimeout(timer);
    planned = time;
    timer = setTimeout(look, Math.max(0, time - app.clock.now().getTime())).unref();
  }

  function look(): void {
    planned = Infinity;
    if (work) isAskedAgain = true;
    else work = lookOnce();
  }

  async function lookOnce(): Promise<void> {
    let next = app.clock.now().getTime() + LOOK_AGAIN;
    try {
      await timed.work(app, () => isOver);
      const waiting = await timed.findNext(app.db);
      const soonest = app.clock.now().getTime() + SOON;
      if (waiting) next = Math.min(next, Math.max(waiting.getTime(), soonest));
    } catch (error) {
      app.log.error({ err: error }, timed.name);
      next = app.clock.now().getTime() + SOON * 4;
    }
    work = null;
    if (isAskedAgain) next = 0;
    isAskedAgain = false;
    wakeAt(next);
  }

  await app.live.listen({
    changed: () => {},
    whisper: (text) => {
      const time = timed.readTime?.(text) ?? null;
      if (time !== null) wakeAt(time);
    },
    interrupted: () => wakeAt(0),
  });
  look();
  return {
    async stop() {
      isOver = true;
      clearTimeout(timer);
      await work;
    },
  };
}
