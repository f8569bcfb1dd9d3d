import { PRIORITY_LABELS } from "#contract/labels.ts";
import { durationText, STRETCH_TEXTS } from "#contract/sla/messages.ts";
import { isPriority } from "#contract/statuses.ts";
import { todayIn } from "#web/lib/calendar-dates.ts";
import type { Times } from "#web/lib/organization-times.ts";
import { statusLabel } from "#web/ui/status-badge.tsx";
import type { JudgedBy, Stretch } from "../data.ts";
import { RECEIPT_MESSAGES as MESSAGES, SLA_MESSAGES } from "../messages.ts";

/** What a stretch is, for the mark beside it. */
export type Kind = "counted" | "client" | "third" | "rest";

export type Line = {
  from: string;
  kind: Kind;
  when: string;
  why: string;
  /** Null: it did not count. */
  counted: string | null;
  /** What it stands for, where many days are one line. */
  folded: Line[] | null;
};

export type Reading = {
  times: Times;
  /** Named to the client itself as "you". */
  isClient: boolean;
  specialDays: JudgedBy["calendar"]["special_days"];
  /** Of the calendar, in which its special days are dates. */
  zone: string;
};

/** Nights and weekends in a row from which on they are one line. */
const FOLDED_FROM = 14;

/** The stretches of a clock in words; more than 14 nights and weekends in a row become one line that unfolds. */
export function describeStretches(stretches: readonly Stretch[], reading: Reading): Line[] {
  const lines: Line[] = [];
  let at = 0;
  while (at < stretches.length) {
    const run = plainRun(stretches, at);
    const isLong = run.filter(({ why }) => why === "outside_hours").length > FOLDED_FROM;
    const taken = isLong ? run : stretches.slice(at, at + 1);
    if (isLong) lines.push(foldRun(run, reading));
    else lines.push(...describeEach(taken, reading, stretches[at - 1]));
    at += taken.length;
  }
  return lines;
}

/** Plain days and nights from a place on. */
function plainRun(stretches: readonly Stretch[], at: number): Stretch[] {
  const end = stretches.findIndex(
    ({ why }, index) => index >= at && why !== "open_hours" && why !== "outside_hours",
  );
  return stretches.slice(at, end === -1 ? undefined : end);
}

function foldRun(run: readonly Stretch[], reading: Reading): Line {
  const counting = run.filter(({ counts }) => counts);
  const seconds = counting.reduce((sum, stretch) => sum + countedSeconds(stretch), 0);
  const { times } = reading;
  const [first, last] = [run[0], run.at(-1)];
  const span = MESSAGES.span(times.day(first?.from ?? 0), times.day(last?.to ?? 0));
  const days = new Set(counting.map(({ from }) => times.day(from))).size;
  return {
    from: first?.from ?? "",
    kind: "counted",
    when: STRETCH_TEXTS.folded(span, days, durationText(seconds)),
    why: STRETCH_TEXTS.open_hours,
    counted: durationText(seconds),
    folded: describeEach(run, reading),
  };
}

function describeEach(stretches: readonly Stretch[], reading: Reading, before?: Stretch): Line[] {
  return stretches.map((stretch, index) => ({
    from: stretch.from,
    kind: kindOf(stretch),
    when: spanText(stretch, reading.times, stretches[index - 1] ?? before),
    why: whyText(stretch, reading),
    counted: stretch.counts ? durationText(countedSeconds(stretch)) : null,
    folded: null,
  }));
}

/** In whole minutes that add up to those of the sum, which each part rounded down by itself would fall short of. */
function countedSeconds(stretch: Stretch): number {
  const before = stretch.used_after - secondsOf(stretch);
  return (Math.floor(stretch.used_after / 60) - Math.floor(before / 60)) * 60;
}

export function secondsOf({ from, to }: Pick<Stretch, "from" | "to">): number {
  return (Date.parse(to) - Date.parse(from)) / 1000;
}

export function kindOf({ counts, why }: Stretch): Kind {
  if (counts) return "counted";
  if (why === "waiting_for_client") return "client";
  return why === "waiting_for_third_party" ? "third" : "rest";
}

/** "Fri, Nov 13, 09:30 to 13:00"; a day that the line before began on is named by its weekday alone. */
function spanText({ from, to }: Stretch, times: Times, before: Stretch | undefined): string {
  const isNamed = before !== undefined && times.day(before.from) === times.day(from);
  const isNear = Date.parse(to) - Date.parse(from) < 6 * 86_400_000;
  const end = times.day(from) === times.day(to) ? times.time(to) : isNear ? times.near(to) : times.whole(to);
  return MESSAGES.span(isNamed ? times.near(from) : times.whole(from), end);
}

function whyText({ why, note, from, to }: Stretch, reading: Reading): string {
  const { times, isClient } = reading;
  if (why === "waiting_for_client") {
    const status = note === null ? null : statusLabel(note);
    if (!isClient) return STRETCH_TEXTS.waiting_for_client(status);
    return status === null ? SLA_MESSAGES.waitingForYou : `${SLA_MESSAGES.waitingForYou} (${status})`;
  }
  if (why === "waiting_for_third_party")
    return STRETCH_TEXTS.waiting_for_third_party(note === null ? null : statusLabel(note));
  if (why === "special_day") return specialDayText(note ?? "", from, reading);
  if (why === "below_level")
    return isPriority(note) ? STRETCH_TEXTS.below_level(PRIORITY_LABELS[note], times.whole(to)) : "";
  return STRETCH_TEXTS[why];
}

/** Several days may have one name, each with hours of its own. */
function specialDayText(name: string, from: string, { specialDays, zone }: Reading): string {
  const named = specialDays.filter((each) => each.name === name);
  const date = todayIn(zone, Date.parse(from));
  const day = named.find((each) => each.day === date) ?? named[0];
  if (!day?.hours || day.hours.length === 0) return MESSAGES.holiday(name);
  return MESSAGES.otherHours(name, hoursText(day.hours));
}

/** "08:00 to 12:00 and 13:00 to 17:00" */
export function hoursText(hours: readonly (readonly [string, string])[]): string {
  return hours.map(([from, to]) => MESSAGES.span(from, to)).join(` ${MESSAGES.and} `);
}
