import { openHours } from "#server/calendars/windows.ts";
import type { History } from "./histories.ts";
import { type Opinion, walk } from "./oracle.ts";
import { runClock } from "#server/sla/clock/run-clock.ts";
import { listStretches } from "#server/sla/clock/stretches.ts";

/** What the engine and the oracle say of a ticket, in one order. The engine's stretches have to add up as well. */
export async function compare({
  events,
  terms,
  until,
}: History): Promise<{ engine: Opinion[]; oracle: Opinion[] }> {
  const judging = await Promise.all(
    terms.map(async ({ from, policy, calendar }) => ({ from, policy, hours: await openHours(calendar) })),
  );
  const oracle = walk(events, terms, until).toSorted(byPlace);
  const run = runClock({ events, terms: judging, until });
  const engine = (run?.clocks ?? []).map((clock): Opinion => {
    const used = clock.level?.usedSeconds ?? 0;
    const told = run ? (listStretches(run, clock).at(-1)?.usedAfter ?? 0) : 0;
    if (told !== used)
      throw new Error(`${clock.target} ${clock.cycle}: the stretches say ${told}, the clock ${used}`);
    const { target, cycle, state, startedAt, endedAt, dueAt, companyId } = clock;
    const targetSeconds = clock.level?.targetSeconds ?? null;
    return { target, cycle, state, startedAt, endedAt, used, targetSeconds, dueAt, companyId, isFar: false };
  });
  return {
    engine: engine.map((opinion, index) => (oracle[index]?.isFar === true ? asFar(opinion) : opinion)),
    oracle: oracle.map((opinion) => (opinion.isFar ? asFar(opinion) : opinion)),
  };
}

function asFar(opinion: Opinion): Opinion {
  return { ...opinion, isFar: true, used: 0, targetSeconds: null, dueAt: null };
}

function byPlace(a: Opinion, b: Opinion): number {
  const order = ["first_response", "next_response", "resolution"];
  return order.indexOf(a.target) - order.indexOf(b.target) || a.cycle - b.cycle;
}
