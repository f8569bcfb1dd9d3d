import { useSyncExternalStore } from "react";
import { openWallClock } from "#contract/calendars/zone-clock.ts";
import { onSessionChange, sessionNow } from "./api/session-state.ts";

const DAY_MS = 86_400_000;

/** The time zone in which this person reads times: the one chosen in the settings, else the browser's (rule 149). */
export function viewerTimeZone(): string {
  return viewerClock().timeZone;
}

/** Draws again when another time zone is chosen. */
export function useTimeZone(): void {
  useSyncExternalStore(onSessionChange, viewerClock);
}

/** What the clock on the viewer's wall shows at a moment (ms), to the second, as if it were UTC (ms). */
export function wallClock(ms: number): number {
  return viewerClock().wallAt(ms);
}

/** The day of a moment (ms) in the viewer's time zone, counted from that of 1970-01-01. */
export function dayNumber(ms: number): number {
  return Math.floor(wallClock(ms) / DAY_MS);
}

type ViewerClock = ReturnType<typeof openWallClock> & { zone: string | null | undefined };

let made: ViewerClock | undefined;

/** To make a clock takes longer than to read it, and so does asking it for its zone. */
function viewerClock(): ViewerClock {
  const zone = sessionNow().user?.timezone;
  if (!made || made.zone !== zone) made = { zone, ...makeClock(zone ?? undefined) };
  return made;
}

/** The clock of a zone; of the browser's own where the browser does not know the zone. */
function makeClock(timeZone: string | undefined) {
  try {
    return openWallClock(timeZone);
  } catch {
    return openWallClock();
  }
}
