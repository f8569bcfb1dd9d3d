import type { App } from "#server/lib/request-context.ts";
import { warnOfServiceLevels } from "../warn/warn.ts";
import { renewServiceLevels } from "./renew.ts";

/** Milliseconds in which what happens is gathered before the clocks are computed. */
const GATHERING = 100;
/** Milliseconds after which each process looks by itself: for times that pass, and for what a process that died left behind. */
const LOOK_AGAIN = 20_000;

/**
 * Computes clocks as soon as something happens on a ticket, by the notices that the history sends anyway, and tells of times
 * that have passed. While nobody has a service level a notice is looked at and forgotten. Several processes take turns by
 * locks on rows.
 */
export async function startRenewing(app: App): Promise<{ stop(): Promise<void> }> {
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  let isOver = false;

  function wake(): void {
    if (isOver) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      work = work
        .then(async () => runServiceLevels(app))
        .catch((error: unknown) => {
          app.log.error({ err: error }, "service levels");
        });
    }, GATHERING).unref();
  }

  function learn(): void {
    if (isOver) return;
    app.serviceLevels.refresh().then(wake, (error: unknown) => {
      app.log.error({ err: error }, "service levels");
    });
  }

  await app.live.listen({
    changed(notices) {
      if (notices.some(({ entity }) => entity === "sla")) learn();
      else if (
        app.serviceLevels.isOn() &&
        notices.some(({ entity }) => entity === "ticket" || entity === "comment")
      )
        wake();
    },
    whisper: () => {},
    // Somebody may have chosen the first one meanwhile.
    interrupted: learn,
  });
  const looking = setInterval(wake, LOOK_AGAIN).unref();
  // What happened while no process ran.
  wake();
  return {
    async stop() {
      isOver = true;
      clearTimeout(timer);
      clearInterval(looking);
      await work;
    },
  };
}

/** Computes what is queued, then tells of what is due. Costs a look-up in memory while nobody has a service level. */
export async function runServiceLevels(app: App): Promise<void> {
  if (!app.serviceLevels.isOn()) return;
  await renewServiceLevels(app);
  await warnOfServiceLevels(app);
}
