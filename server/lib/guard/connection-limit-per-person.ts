import type { ConnectionLimiter, Limits } from "../request-context.ts";
import { refuse } from "../refusal.ts";

/** Requests of one person that wait for a turn; more are refused, so that nobody fills the places of all others. */
const MAX_WAITING = 100;

type Turns = { running: number; waiting: (() => void)[] };

/**
 * Gives each person few connections to the database at once, in the order in which they ask: transactions of one person
 * often wait for each other's rows, and each that waits holds a connection that somebody else needs.
 */
export function openConnectionLimiter(limits: Limits): ConnectionLimiter {
  const people = new Map<string, Turns>();
  return {
    async take(personId, work) {
      const turns = people.get(personId) ?? { running: 0, waiting: [] };
      people.set(personId, turns);
      if (turns.running < limits.now("limit_connections")) turns.running += 1;
      else await waitForTurn(turns);
      try {
        return await work();
      } finally {
        const next = turns.waiting.shift();
        if (next) next();
        else turns.running -= 1;
        if (turns.running === 0) people.delete(personId);
      }
    },
  };
}

/** Resolves when the turn of another request is handed on. */
async function waitForTurn({ waiting }: Turns): Promise<void> {
  if (waiting.length >= MAX_WAITING) throw refuse(429, "server.too_many_at_once", { retryAfter: 1 });
  await new Promise<void>((go) => waiting.push(go));
}
