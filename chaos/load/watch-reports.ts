import { setTimeout as pause } from "node:timers/promises";
import { call } from "./call-api.ts";
import type { Person } from "../../test/support/app/signed-in-people.ts";

/** Milliseconds between two reports. */
const EVERY = 500;

/** Asks for figures over and over, and holds each against what had been acknowledged before it was asked for. */
export function watchReports(address: string, { token }: Person, acknowledged: () => number) {
  const seen = { asked: 0, answered: 0, slowest: 0 };
  const anomalies: string[] = [];
  const over = new AbortController();

  async function askOnce(): Promise<void> {
    const least = acknowledged();
    const began = performance.now();
    const { status, body, retryAfter } = await call(address, {
      method: "GET",
      path: "/api/dashboard/metrics",
      token,
    });
    seen.asked += 1;
    if (status === 200) {
      seen.answered += 1;
      seen.slowest = Math.max(seen.slowest, performance.now() - began);
      const total = totalOf(body);
      if (!(total >= least)) anomalies.push(`a report knew ${total} tickets of ${least}`);
    } else if (status !== 503 || retryAfter === null) anomalies.push(`a report was answered ${status}`);
  }

  const done = (async () => {
    while (!over.signal.aborted) {
      await askOnce();
      await pause(EVERY);
    }
  })();
  return {
    seen,
    anomalies,
    stop: async () => {
      over.abort();
      await done;
    },
  };
}

function totalOf(body: unknown): number {
  const figures: unknown = Object(body).ticket_metrics;
  return Number(Object(figures).total);
}
