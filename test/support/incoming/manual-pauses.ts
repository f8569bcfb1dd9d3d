import { expect } from "vitest";
import type { Pauses } from "#server/incoming/doors/pauses.ts";

/** Pauses that end when a test says so. */
export function makeManualPauses() {
  const waiting = new Set<{ milliseconds: number; end: () => void }>();
  const pauses: Pauses = {
    pause: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const each = {
          milliseconds,
          end: () => {
            waiting.delete(each);
            signal.removeEventListener("abort", each.end);
            resolve();
          },
        };
        waiting.add(each);
        signal.addEventListener("abort", each.end);
      }),
  };
  const lengths = () => [...waiting].map(({ milliseconds }) => milliseconds);
  const end = (isMeant: (milliseconds: number) => boolean) => {
    for (const each of waiting) if (isMeant(each.milliseconds)) each.end();
  };
  return {
    ...pauses,
    lengths,
    end,
    /** Waits until a pause of such a length has begun, then ends all of them. */
    async elapse(isMeant: (milliseconds: number) => boolean): Promise<void> {
      await expect.poll(() => lengths().some(isMeant)).toBe(true);
      end(isMeant);
    },
  };
}
