import { daysAhead } from "#contract/comments/send-times.ts";
import { zoneClock } from "#contract/calendars/zone-clock.ts";
import { useCurrentTime } from "#web/lib/current-time.ts";
import { useOrganizationTimes } from "#web/lib/organization-times.ts";
import { SENDING_MESSAGES as MESSAGES } from "./messages.ts";

/** "today, 16:00", "tomorrow, 08:00", "Tue, Nov 24, 08:00": in the organization's zone, as the times were offered. */
export function useWhenText(at: number): string {
  const texts = useOrganizationTimes();
  const days = daysAhead(useCurrentTime(), at, zoneClock(texts.zone));
  if (days === 0) return MESSAGES.today(texts.time(at));
  return days === 1 ? MESSAGES.tomorrow(texts.time(at)) : texts.whole(at);
}
