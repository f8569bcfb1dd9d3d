import { useSyncExternalStore } from "react";
import { onSessionChange, sessionNow } from "./api/session-state.ts";

const DAY_MS = 86_400_000;

/** The time zone in which this person reads times: the one chosen in the settings, else the browser's (rule 149). */
export function viewerTimeZone(): string | undefined {
  const { timeZone } = clock().resolvedOptions();
  return timeZone;
}

/** Draws again when another time zone is chosen. */
export function useTimeZone(): void {
  useSyncExternalStore(onSessionChange, clock);
}

/** What the clock on the viewer's wall shows at a moment (ms), to the second, as if it were UTC (ms). */
export function wallClock(ms: number): number {
  // Sweden writes 2026-11-03 14:07:32.
  return Date.parse(`${clock().format(ms).replace(" ", "T")}Z`);
}

/** The day of a moment (ms) in the viewer's time zone, counted from that of 1970-01-01. */
export function dayNumber(ms: number): number {
  return Math.floor(wallClock(ms) / DAY_MS);
}

let made: { zone: string | null | undefined; clock: Intl.DateTimeFormat } | undefined;

/** To make a clock takes longer than to read it. */
function clock(): Intl.DateTimeFormat {
  const zone = sessionNow().user?.timezone;
  if (!made || made.zone !== zone) made = { zone, clock: makeClock(zone ?? undefined) };
  return made.clock;
}

/** The clock of a zone; of the browser's own where the browser does not know the zone. */
function makeClock(timeZone: string | undefined): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "medium" });
  } catch {
    return makeClock(undefined);
  }
}
