import type { ZoneClock } from "#contract/calendars/zone-clock.ts";
import { LIMITS } from "#contract/limits.ts";
import { fromWallText } from "#contract/tickets/follow-up-presets.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Reads the time of a field at which an answer may go out, in UTC; null for one that is too near, too far or none. */
export function readSendTime(typed: string, clock: ZoneClock): string | null {
  const at = fromWallText(typed, clock);
  const ahead = at === null ? 0 : at - Date.now();
  if (at === null || ahead < LIMITS.sendLaterMinutes * MINUTE || ahead > LIMITS.sendLaterDays * DAY)
    return null;
  return new Date(at).toISOString();
}
