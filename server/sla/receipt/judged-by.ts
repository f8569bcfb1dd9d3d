import { isExternal } from "#contract/access/actor.ts";
import type { Priority } from "#contract/statuses.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import type { LevelTargets } from "../clock/types.ts";
import type { Judged } from "../judge.ts";
import type { Knowledge, KnownVersions } from "../known.ts";

/** What judges a ticket now, as whoever reads its receipt may know it; null where nothing does any more. */
export async function describeJudge(
  { actor, now }: Ctx,
  { versions, knowledge }: { versions: KnownVersions; knowledge: Knowledge },
  { run, versions: judging }: Judged,
) {
  // Of several clocks that were judged by others, what judges the ticket itself: the last before any that was judged again.
  const clock =
    run.clocks.findLast(({ state }) => state === "running" || state === "paused") ?? run.clocks.at(-1);
  const of = judging[clock?.term ?? 0] ?? null;
  if (of === null) return null;
  const policy = knowledge.policyVersions.get(of.policyVersionId);
  const calendar = (await versions.openHours([of.calendarVersionId])).get(of.calendarVersionId);
  const calendarName = calendar && knowledge.calendarNames.get(calendar.version.calendar_id);
  if (!policy || !calendar || calendarName === undefined)
    throw new Error("what judges a ticket is not there");
  const isStaff = !isExternal(actor);
  const { priority } = run.timeline.now;
  return {
    policy: {
      name: isStaff ? policy.name : null,
      version: policy.number,
      pauses_for_client: policy.pausesForClient,
      pauses_for_third_party: policy.pausesForThirdParty,
      targets: isStaff ? describeTargets(policy.targets) : null,
    },
    calendar: {
      name: calendarName,
      version: calendar.version.number,
      zone: calendar.version.zone,
      week: calendar.version.week,
      special_days: pickDays(calendar.version.days, {
        from: run.timeline.createdAt,
        to: Math.max(now.getTime() / 1000, ...run.clocks.map(({ dueAt }) => dueAt ?? 0)),
      }),
    },
    agreed: { priority, ...describeLevel(policy.targets[priority]) },
    tz: process.versions.tz ?? "",
  };
}

const DAY = 86_400_000;

/** The special days that lie in a span, one more at each side: where the day begins depends on the zone. */
function pickDays<Day extends { day: string }>(
  days: readonly Day[],
  { from, to }: { from: number; to: number },
): Day[] {
  const first = new Date(from * 1000 - DAY).toISOString().slice(0, 10);
  const last = new Date(to * 1000 + DAY).toISOString().slice(0, 10);
  return days.filter(({ day }) => day >= first && day <= last);
}

function describeTargets(targets: Record<Priority, LevelTargets>) {
  return {
    urgent: describeLevel(targets.urgent),
    high: describeLevel(targets.high),
    normal: describeLevel(targets.normal),
    low: describeLevel(targets.low),
  };
}

function describeLevel({ first_response, next_response, resolution, aroundTheClock }: LevelTargets) {
  return {
    first_response_minutes: toMinutes(first_response),
    next_response_minutes: toMinutes(next_response),
    resolution_minutes: toMinutes(resolution),
    around_the_clock: aroundTheClock,
  };
}

function toMinutes(seconds: number | null): number | null {
  return seconds === null ? null : seconds / 60;
}
