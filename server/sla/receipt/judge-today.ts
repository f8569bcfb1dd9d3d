import type { SlaTarget } from "#contract/sla/targets.ts";
import type { Db } from "#server/lib/request-context.ts";
import { findInForce } from "../clock/in-force.ts";
import { runClock } from "../clock/run-clock.ts";
import { toVerdict } from "../due/record-verdicts.ts";
import { readFacts } from "../events.ts";
import type { Rulebook } from "../judge.ts";

type Decided = { ticket_id: string; target: SlaTarget; cycle: number; company_id: string };

/** The verdict of a decided target by what its company has now; null where that promises nothing of the kind. */
export async function judgeToday(
  { db, now }: { db: Db; now: Date },
  book: Rulebook,
  { ticket_id, target, cycle, company_id }: Decided,
) {
  const versions = findInForce(book.known, company_id, now.getTime());
  const policy = versions && book.policy(versions.policyVersionId);
  const facts = (await readFacts(db, [ticket_id])).facts.get(ticket_id);
  if (!versions || !policy || !facts) return null;
  const hours = (await book.openHours([versions.calendarVersionId])).get(versions.calendarVersionId);
  if (!hours) return null;
  const run = runClock({
    events: facts.events,
    terms: [{ from: 0, policy, hours }],
    until: Math.floor(now.getTime() / 1000),
  });
  const clock = run?.clocks.find((each) => each.target === target && each.cycle === cycle);
  if (!run || !clock || (clock.state !== "met" && clock.state !== "missed")) return null;
  return toVerdict(ticket_id, clock, { found: { run, versions: [versions] }, now })[0] ?? null;
}
