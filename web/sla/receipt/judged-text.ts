import { WEEKDAYS, type Weekday } from "#contract/calendars/hours.ts";
import { PRIORITY_LABELS } from "#contract/labels.ts";
import { durationText, RECEIPT_TEXTS } from "#contract/sla/messages.ts";
import { SLA_TARGETS } from "#contract/sla/targets.ts";
import { dateText, weekdayNames } from "#web/lib/calendar-dates.ts";
import type { JudgedBy } from "../data.ts";
import { RECEIPT_MESSAGES as MESSAGES } from "../messages.ts";
import { hoursText } from "./lines.ts";

/** What a ticket is judged by, in sentences; names and versions of what is agreed are there for staff alone. */
export function describeJudge({ policy, calendar, agreed, tz }: JudgedBy): string[] {
  const isClient = policy.name === null;
  const promised = SLA_TARGETS.flatMap((target) => {
    const minutes = agreed[`${target}_minutes`];
    return minutes === null ? [] : [`${MESSAGES.promised[target]} ${durationText(minutes * 60)}`];
  });
  return [
    agreed.around_the_clock
      ? MESSAGES.aroundTheClock
      : MESSAGES.counted(weekText(calendar.week), calendar.zone),
    ...(promised.length > 0 ? [MESSAGES.agreed(PRIORITY_LABELS[agreed.priority], promised.join(", "))] : []),
    ...(calendar.special_days.length > 0 ? [MESSAGES.specialDays(daysText(calendar))] : []),
    ...(policy.pauses_for_client ? [isClient ? MESSAGES.pauses.you : MESSAGES.pauses.client] : []),
    ...(policy.pauses_for_third_party ? [MESSAGES.pauses.third] : []),
    ...(policy.name === null
      ? []
      : [
          `${RECEIPT_TEXTS.version(policy.name, policy.version)}; ${RECEIPT_TEXTS.version(calendar.name, calendar.version)}; ${RECEIPT_TEXTS.zoneData(tz)}.`,
        ]),
  ];
}

/** "Mon to Fri, 08:00 to 18:00; Sat, 09:00 to 12:00": neighbours of one kind are one. */
export function weekText(week: JudgedBy["calendar"]["week"]): string {
  const groups: { days: Weekday[]; hours: string }[] = [];
  for (const day of WEEKDAYS) {
    const hours = hoursText(week[day]);
    const last = groups.at(-1);
    if (last?.hours === hours) last.days.push(day);
    else groups.push({ days: [day], hours });
  }
  return groups
    .filter(({ hours }) => hours !== "")
    .map(({ days, hours }) => `${daysOf(days)}, ${hours}`)
    .join("; ");
}

function daysOf(days: readonly Weekday[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return "";
  return first === last
    ? weekdayNames(first).short
    : MESSAGES.days(weekdayNames(first).short, weekdayNames(last).short);
}

function daysText({ special_days }: JudgedBy["calendar"]): string {
  return special_days
    .map(({ day, name, hours }) =>
      hours && hours.length > 0
        ? MESSAGES.openDay(dateText(day), name, hoursText(hours))
        : MESSAGES.closedDay(dateText(day), name),
    )
    .join("; ");
}
