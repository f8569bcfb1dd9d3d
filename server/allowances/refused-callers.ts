import { setTimeout as pause } from "node:timers/promises";
import { refuseExceeded, type Exceeded } from "./spend.ts";

type Refused = { exceeded: Exceeded; until: number };

/** Callers that are remembered; a caller that is forgotten is merely asked about again. */
const MOST = 10_000;
/** Milliseconds until a remembered refusal is answered, and how many wait for that, each at the cost of a socket. */
const DELAY = 500;
const MOST_DELAYED = 1000;

/**
 * Remembers whose writes were just refused, by their bearer: until the wait is over the next refusal costs neither a
 * connection nor a statement, so that a client at full speed takes nothing from the others.
 */
export function openRefusedCallers() {
  const refused = new Map<string, Refused>();
  let delayed = 0;
  /** Holds an answer back: whoever sends again as soon as they are refused sends more slowly. */
  async function delay(): Promise<void> {
    if (delayed >= MOST_DELAYED) return;
    delayed += 1;
    await pause(DELAY);
    delayed -= 1;
  }
  return {
    remember(bearer: string, exceeded: Exceeded, now: Date): void {
      if (refused.size >= MOST) refused.clear();
      refused.set(bearer, { exceeded, until: now.getTime() + exceeded.seconds * 1000 });
    },
    /** Throws the refusal that still stands, a little later. */
    async refuse(bearer: string, now: Date): Promise<void> {
      const held = refused.get(bearer);
      if (!held) return;
      const left = held.until - now.getTime();
      // More than was said is left where the clock has been set back since.
      if (left <= 0 || left > held.exceeded.seconds * 1000) {
        refused.delete(bearer);
        return;
      }
      await delay();
      throw refuseExceeded(held.exceeded);
    },
  };
}
