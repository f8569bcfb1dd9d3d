import { refuseExceeded, type Exceeded } from "./spend.ts";

type Refused = { exceeded: Exceeded; until: number };

/** Callers that are remembered; a caller that is forgotten is merely asked about again. */
const MOST = 10_000;

/**
 * Remembers whose writes were just refused, by their bearer: until the wait is over the next refusal costs neither a
 * connection nor a statement, so that a client at full speed takes nothing from the others.
 */
export function openRefusedCallers() {
  const refused = new Map<string, Refused>();
  return {
    remember(bearer: string, exceeded: Exceeded, now: Date): void {
      if (refused.size >= MOST) refused.clear();
      refused.set(bearer, { exceeded, until: now.getTime() + exceeded.seconds * 1000 });
    },
    /** Throws the refusal that still stands. */
    refuse(bearer: string, now: Date): void {
      const held = refused.get(bearer);
      if (!held) return;
      if (held.until > now.getTime()) throw refuseExceeded(held.exceeded);
      refused.delete(bearer);
    },
  };
}
