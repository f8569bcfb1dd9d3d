import { type Priority, PRIORITIES } from "#contract/statuses.ts";
import type { TargetMinutes } from "#contract/sla/preset.ts";
import { LIMITS } from "#contract/limits.ts";
import type { LevelBody } from "./data.ts";
import { readDuration, writeDuration } from "./duration-text.ts";

/** The most urgent first, as the table has them. */
export const ROWS: readonly Priority[] = PRIORITIES.toReversed();

type TypedTargets = {
  first_response: string;
  next_response: string;
  resolution: string;
  around_the_clock: boolean;
};

/** The values of the form; durations as they are typed, no calendar as the empty text. */
export type LevelValues = {
  name: string;
  calendar_id: string;
  pauses_for_client: boolean;
  pauses_for_third_party: boolean;
  targets: Record<Priority, TypedTargets>;
  for_everyone: boolean;
};

export function valuesOf(level: LevelBody, isForEveryone: boolean): LevelValues {
  return {
    ...level,
    calendar_id: level.calendar_id ?? "",
    targets: mapTargets((priority) => typed(level.targets[priority])),
    for_everyone: isForEveryone,
  };
}

export function bodyOf(values: LevelValues): LevelBody & { for_everyone: boolean } {
  return {
    ...values,
    calendar_id: values.calendar_id || null,
    targets: mapTargets((priority) => read(values.targets[priority])),
  };
}

/** Whether a typed duration is none, or none that can be promised. */
export function isFaulty(text: string): boolean {
  const minutes = readDuration(text);
  return minutes !== null && !(minutes >= 1 && minutes <= LIMITS.slaTargetMinutes);
}

function typed({ around_the_clock = false, ...minutes }: LevelBody["targets"][Priority]): TypedTargets {
  return {
    first_response: writeDuration(minutes.first_response_minutes),
    next_response: writeDuration(minutes.next_response_minutes),
    resolution: writeDuration(minutes.resolution_minutes),
    around_the_clock,
  };
}

function read({ around_the_clock, ...texts }: TypedTargets): TargetMinutes {
  return {
    first_response_minutes: readDuration(texts.first_response),
    next_response_minutes: readDuration(texts.next_response),
    resolution_minutes: readDuration(texts.resolution),
    around_the_clock,
  };
}

function mapTargets<Of>(make: (priority: Priority) => Of): Record<Priority, Of> {
  return { urgent: make("urgent"), high: make("high"), normal: make("normal"), low: make("low") };
}
