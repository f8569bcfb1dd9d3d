import { sessionNow } from "../api/session-state.ts";
import { lazyLoad } from "../loading/lazy-load.ts";

/** Between two tries to fetch the code, in ms. */
const PAUSE_MS = 5000;

/** Starts live updates once their code is there: a page can be used before, and is told what changed meanwhile. */
export function startLiveUpdatesLate(): void {
  const begunAt = sessionNow().user ? Date.now() : null;
  const load = lazyLoad(() => import("./live-updates.ts"));
  const start = () => {
    void load().then(
      ({ startLiveUpdates }) => startLiveUpdates(begunAt),
      () => window.setTimeout(start, PAUSE_MS),
    );
  };
  start();
}
