/** How a door waits; tests let the time pass themselves. */
export type Pauses = {
  /** Resolves after so many milliseconds, or at once when the signal is aborted. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
};

export const systemPauses: Pauses = {
  pause: (milliseconds, signal) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      if (signal.aborted) end();
      else signal.addEventListener("abort", end);
    }),
};

const FIRST_DELAY = 1000;
const LONGEST_DELAY = 5 * 60_000;

/** Milliseconds before try number `failures` + 1: doubling, and spread so that many mailboxes do not come back at once. */
export function computeRetryDelay(failures: number, random = Math.random()): number {
  const doubled = FIRST_DELAY * 2 ** Math.min(failures - 1, 20);
  return Math.min(doubled, LONGEST_DELAY) * (0.75 + random / 4);
}
