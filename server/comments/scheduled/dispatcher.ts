import { z } from "zod";
import type { App } from "#server/lib/request-context.ts";
import { findNextTime, publishDue } from "./publish-due.ts";

/** Milliseconds after which the table is looked at although nothing was heard: what a process that died did not announce. */
const LOOK_AGAIN = 10_000;
/** Milliseconds until the next look while somebody else works on what is due, or after a failure. */
const SOON = 250;

/** The time of an answer that waits since now, as its trigger announces it to every process (migration 0065). */
const Whisper = z.object({ sending: z.uuid(), at: z.number() });

/**
 * Sends answers at their time: a process sleeps until the next one that it knows of, and hears of new ones when they are
 * kept. With nothing that waits it asks the database once in ten seconds.
 */
export async function startSending(app: App): Promise<{ stop(): Promise<void> }> {
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
      await publishDue(app, () => isOver);
      const waiting = await findNextTime(app.db);
      const soonest = app.clock.now().getTime() + SOON;
      if (waiting) next = Math.min(next, Math.max(waiting.getTime(), soonest));
    } catch (error) {
      app.log.error({ err: error }, "answers that wait");
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
      const said = Whisper.safeParse(JSON.parse(text));
      if (said.success) wakeAt(said.data.at);
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
